import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { formatUsd } from '@tessera/domain/money';
import type { PayoutMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent } from '../../adapters/mail/mail-content.ts';

export interface PayoutMailFacts {
  readonly amount_cents: number;
  readonly method: PaymentMethod;
  /** With the last four characters at most. */
  readonly destination: string;
  /** Why it failed or was returned; null otherwise. */
  readonly reason: string | null;
}

const ways: Readonly<Record<PaymentMethod, { readonly title: string; readonly arrives: string }>> = {
  bank: { title: 'Bank transfer', arrives: 'Bank transfers usually arrive in one to three business days.' },
  paypal: { title: 'PayPal', arrives: 'PayPal payments usually arrive the same day.' },
  venmo: { title: 'Venmo', arrives: 'Venmo payments usually arrive the same day.' },
};

const undoneWords = (amount: string, reason: string | null, publicUrl: string) => [
  ...(reason ? [`The reason: ${reason}`] : []),
  `All of the ${amount} is back on your balance and goes out with your next payout. Please check your payout details first: ${publicUrl}/account`,
];

const wordsOf = (step: PayoutMail['step'], { amount_cents, method, reason }: PayoutMailFacts, publicUrl: string) => {
  const amount = formatUsd(amount_cents);
  switch (step) {
    case 'sent':
      return {
        subject: `${amount} is on its way to you`,
        heading: 'Your payout is on its way',
        paragraphs: [`We’ve sent you ${amount}. ${ways[method].arrives}`],
      };
    case 'failed':
      return {
        subject: `Your payout of ${amount} didn’t go through`,
        heading: 'Your payout didn’t go through',
        paragraphs: [`${amount} could not be paid to you.`, ...undoneWords(amount, reason, publicUrl)],
      };
    case 'returned':
      return {
        subject: `Your payout of ${amount} came back`,
        heading: 'Your payout came back',
        paragraphs: [`${amount} was sent to you and returned to us.`, ...undoneWords(amount, reason, publicUrl)],
      };
  }
};

export const writePayoutMail = (
  { step, payout_id }: PayoutMail,
  payout: PayoutMailFacts,
  publicUrl: string,
): MailContent => {
  const amount = formatUsd(payout.amount_cents);
  return {
    ...wordsOf(step, payout, publicUrl),
    statement: {
      lines: [{ what: ways[payout.method].title, detail: payout.destination, amount }],
      total: { label: 'Payout', amount: `${amount} USD` },
    },
    action: { label: 'See this payout', url: `${publicUrl}/creator/payouts/${encodeURIComponent(payout_id)}` },
    footer: `Payout ${payout_id}. You’re receiving this because Tessera pays you for the licenses you sell.`,
  };
};
