import { mailOf } from '../adapters/mail/mail-content.ts';

const payoutsPage = (publicUrl: string) => new URL('/creator/payouts', publicUrl).href;

/** @param reason in the operator's words */
export const payoutsOnHoldMail = (to: string, publicUrl: string, reason: string) =>
  mailOf(to, {
    subject: 'Your Tessera payouts are on hold',
    heading: 'Your payouts are on hold',
    paragraphs: [
      'For now, we’ve put your payouts on hold. This is why:',
      reason,
      'What you’ve earned stays yours, and your sales go on as before. As soon as the hold is lifted, everything that’s due is part of the next payout.',
      'To clear this up, reply to this email: tell us what we should know, and what you’d like to ask.',
    ],
    action: { label: 'See my payouts', url: payoutsPage(publicUrl) },
    footer: 'You get this email because you sell on Tessera. We’ll write again when the hold is lifted.',
  });

export const payoutsResumedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'Your Tessera payouts go on',
    heading: 'Your payouts go on',
    paragraphs: [
      'The hold on your payouts has been lifted.',
      'Everything that’s due is part of the next payout. There’s nothing you need to do.',
    ],
    action: { label: 'See my payouts', url: payoutsPage(publicUrl) },
    footer: 'You get this email because your payouts were on hold. Reply to it if you have a question.',
  });
