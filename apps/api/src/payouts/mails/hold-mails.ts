import { mailOf } from '../../adapters/mail/mail-content.ts';

const payoutsPage = (publicUrl: string) => new URL('/creator/payouts', publicUrl).href;

/** @param reason why, in the operator's words */
export const payoutsOnHoldMail = (to: string, publicUrl: string, reason: string) =>
  mailOf(to, {
    subject: 'Your Tessera payouts are on hold',
    heading: 'Your payouts are on hold',
    paragraphs: [
      'We’ve put your payouts on hold for now. Here’s why:',
      reason,
      'Everything you’ve earned is still yours, and you can keep selling as usual. Once the hold is lifted, everything that’s due goes out with your next payout.',
      'To clear this up, just reply to this email with anything we should know and any questions you have.',
    ],
    action: { label: 'See my payouts', url: payoutsPage(publicUrl) },
    footer: 'You’re receiving this because you sell on Tessera. We’ll email you again when the hold is lifted.',
  });

export const payoutsResumedMail = (to: string, publicUrl: string) =>
  mailOf(to, {
    subject: 'Your Tessera payouts have resumed',
    heading: 'Your payouts have resumed',
    paragraphs: [
      'We’ve lifted the hold on your payouts.',
      'Everything that’s due goes out with your next payout. You don’t need to do anything.',
    ],
    action: { label: 'See my payouts', url: payoutsPage(publicUrl) },
    footer: 'You’re receiving this because your payouts were on hold. Questions? Just reply to this email.',
  });
