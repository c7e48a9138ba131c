import { dayOf } from '@tessera/domain/ledger';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { formatUsd } from '@tessera/domain/money';
import type { DisputeMail, RefundMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent, Breakdown } from '../../adapters/mail/mail-content.ts';
import { termsOf, titleOf, typeOf } from '../mailed-license.ts';
import type { MailedLicense } from '../mailed-license.ts';
import { minusUsd, salesPage } from './sale-mails.ts';

type Reversal = RefundMail | DisputeMail;

const isPending = ({ payout_due_on, due_at }: Reversal) => payout_due_on !== null && dayOf(due_at) < payout_due_on;
const dueOn = ({ payout_due_on }: Reversal) => `${formatAgreementDate(payout_due_on ?? '')} (UTC)`;

/** What the creator will notice: less money due on a later day, or a smaller next payout. */
const deductedFrom = (mail: Reversal) => {
  const own = formatUsd(mail.own_cents);
  return isPending(mail)
    ? `That money wasn’t available yet: the amount available on ${dueOn(mail)} is now ${own} less.`
    : `It comes out of your balance, so your next payout will be ${own} less.`;
};

const returnedTo = (mail: Reversal) =>
  isPending(mail)
    ? `It’s available on ${dueOn(mail)}, as before.`
    : 'It’s back in your balance and will go out with your next payout.';

/** The reader's part of the price: their share, or the reward for a creator they referred. */
const ownWords = ({ part }: Reversal) => (part === 'creator' ? 'your share' : 'your referral reward');

type Words = Pick<MailContent, 'subject' | 'heading' | 'paragraphs'>;

const refundWords = (mail: RefundMail, license: MailedLicense): Words => {
  const own = formatUsd(mail.own_cents);
  return {
    subject: `A buyer was refunded: ${own} comes out of ${ownWords(mail)}`,
    heading: 'A buyer was refunded',
    paragraphs: [
      `We refunded ${formatUsd(mail.amount_cents)} for ${titleOf(license)}, so ${own} comes out of ${ownWords(mail)}.`,
      deductedFrom(mail),
    ],
  };
};

const disputeWords = (mail: DisputeMail, license: MailedLicense): Words => {
  const own = formatUsd(mail.own_cents);
  const yours = ownWords(mail);
  switch (mail.step) {
    case 'opened':
      return {
        subject: `A payment was disputed: ${own} of ${yours} is set aside`,
        heading: 'A payment was disputed',
        paragraphs: [
          `The buyer of ${titleOf(license)} asked their bank to reverse the payment. We’ve set aside ${own} of ${yours} until the bank decides.`,
          deductedFrom(mail),
          'We’ll handle it with the bank, so you don’t need to do anything. It can take a few months; we’ll email you when there’s a decision.',
        ],
      };
    case 'won':
      return {
        subject: `We won a dispute: ${own} is yours again`,
        heading: 'We won a dispute',
        paragraphs: [
          `The bank decided in our favor: the payment for ${titleOf(license)} stands, and ${own} of ${yours} is yours again.`,
          returnedTo(mail),
        ],
      };
    case 'lost':
      return {
        subject: `We lost a dispute: ${own} comes out of ${yours}`,
        heading: 'We lost a dispute',
        paragraphs: [
          `The bank decided in favor of the buyer of ${titleOf(license)}, so the payment goes back, including ${own} of ${yours}.`,
          'The money we set aside covers this, so you don’t need to do anything.',
        ],
      };
  }
};

const whys = {
  creator: 'You’re receiving this because you sold this license.',
  referrer: 'You’re receiving this because you referred the creator who sold this license.',
} as const;

/** A referrer learns what was sold, but not to whom. */
const breakdownOf = (mail: Reversal, license: MailedLicense): Breakdown => {
  const { part, own_cents, amount_cents } = mail;
  const isGivenBack = mail.about === 'dispute' && mail.step === 'won';
  const [price, rest] = isGivenBack ? [formatUsd, minusUsd] : [minusUsd, formatUsd];
  const what = titleOf(license);
  const total = { label: part === 'creator' ? 'Your share' : 'Your reward', amount: `${price(own_cents)} USD` };
  if (part === 'referrer') return { lines: [{ what, detail: typeOf(license), amount: price(amount_cents) }], total };
  return {
    lines: [
      { what, detail: termsOf(license), amount: price(amount_cents) },
      { what: 'Commission', detail: 'Tessera’s share', amount: rest(amount_cents - own_cents) },
    ],
    total,
  };
};

/** Writes about a refund, or a step of a dispute, to a creator or referrer who has a part in the price. */
export const writeReversalMail = (mail: Reversal, license: MailedLicense, publicUrl: string): MailContent => ({
  ...(mail.about === 'refund' ? refundWords(mail, license) : disputeWords(mail, license)),
  breakdown: breakdownOf(mail, license),
  action:
    mail.part === 'creator' ? salesPage(publicUrl) : { label: 'See my rewards', url: `${publicUrl}/creator/referrals` },
  footer: `License ${mail.license_id}. ${whys[mail.part]}`,
});
