import { dayOf } from '@tessera/domain/ledger';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { formatUsd } from '@tessera/domain/money';
import type { DisputeMail, RefundMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent, Statement } from '../../adapters/mail/mail-content.ts';
import { minusUsd, salesPage, termsOf, titleOf, typeOf } from './sale-mails.ts';
import type { MailedLicense } from './sale-mails.ts';

type Reversal = RefundMail | DisputeMail;

const isPending = ({ payout_due_on, due_at }: Reversal) => payout_due_on !== null && dayOf(due_at) < payout_due_on;
const dueOn = ({ payout_due_on }: Reversal) => `${formatAgreementDate(payout_due_on ?? '')} (UTC)`;

/** Where the money that is taken would have gone. */
const fromWhere = (mail: Reversal) => {
  const own = formatUsd(mail.own_cents);
  return isPending(mail)
    ? `It hadn’t fallen due yet: on ${dueOn(mail)}, ${own} less falls due.`
    : `It comes off your balance, so your next payout is ${own} less.`;
};

const toWhere = (mail: Reversal) =>
  isPending(mail)
    ? `It falls due on ${dueOn(mail)}, as before.`
    : 'It’s back on your balance and goes out with your next payout.';

/** What of the price concerns the reader: their share, or the reward that a creator they referred brought. */
const ownWords = ({ part }: Reversal) => (part === 'creator' ? 'your share' : 'your referral reward');

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

const refundWords = (mail: RefundMail, license: MailedLicense): Words => {
  const own = formatUsd(mail.own_cents);
  return {
    subject: `A refund: ${own} of ${ownWords(mail)} goes back`,
    heading: 'A buyer was refunded',
    paragraphs: [
      `We refunded ${formatUsd(mail.amount_cents)} for ${titleOf(license)}. ${own} of ${ownWords(mail)} goes back with it.`,
      fromWhere(mail),
    ],
  };
};

const disputeWords = (mail: DisputeMail, license: MailedLicense): Words => {
  const own = formatUsd(mail.own_cents);
  const yours = ownWords(mail);
  switch (mail.step) {
    case 'opened':
      return {
        subject: `A payment is disputed: ${own} of ${yours} is set aside`,
        heading: 'A payment is disputed',
        paragraphs: [
          `The buyer of ${titleOf(license)} asked their bank to take the payment back. Until the bank decides, ${own} of ${yours} is set aside.`,
          fromWhere(mail),
          'We answer the bank, and you don’t need to do anything. It can take a few months; we’ll email you when it’s decided.',
        ],
      };
    case 'won':
      return {
        subject: `A dispute was won: ${own} is yours again`,
        heading: 'A dispute was won',
        paragraphs: [
          `The bank decided for us: the payment for ${titleOf(license)} stands, and ${own} of ${yours} is yours again.`,
          toWhere(mail),
        ],
      };
    case 'lost':
      return {
        subject: `A dispute was lost: ${own} of ${yours} goes back`,
        heading: 'A dispute was lost',
        paragraphs: [
          `The bank decided for the buyer of ${titleOf(license)}, so the payment goes back, and with it ${own} of ${yours}.`,
          'What we had set aside for this is used up. You don’t need to do anything.',
        ],
      };
  }
};

const whys = {
  creator: 'You’re receiving this because you sold this license.',
  referrer: 'You’re receiving this because you referred the creator who sold this license.',
} as const;

/** A referrer is told what was sold, and not to whom. */
const statementOf = (mail: Reversal, license: MailedLicense): Statement => {
  const { part, own_cents, amount_cents } = mail;
  const isGivenBack = mail.about === 'dispute' && mail.step === 'won';
  const [price, rest] = isGivenBack ? [formatUsd, minusUsd] : [minusUsd, formatUsd];
  const what = titleOf(license);
  const total = { label: part === 'creator' ? 'Your share' : 'Your reward', amount: `${price(own_cents)} USD` };
  if (part === 'referrer') return { lines: [{ what, detail: typeOf(license), amount: price(amount_cents) }], total };
  return {
    lines: [
      { what, detail: termsOf(license), amount: price(amount_cents) },
      { what: 'Commission', detail: 'What Tessera bears of it', amount: rest(amount_cents - own_cents) },
    ],
    total,
  };
};

/** A refund, or a step of a dispute, for one of those who have a part in the price. */
export const writeReversalMail = (mail: Reversal, license: MailedLicense, publicUrl: string): MailContent => ({
  ...(mail.about === 'refund' ? refundWords(mail, license) : disputeWords(mail, license)),
  statement: statementOf(mail, license),
  action:
    mail.part === 'creator' ? salesPage(publicUrl) : { label: 'See my rewards', url: `${publicUrl}/creator/referrals` },
  footer: `License ${mail.license_id}. ${whys[mail.part]}`,
});
