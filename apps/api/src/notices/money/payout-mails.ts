import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { formatUsd } from '@tessera/domain/money';
import type { PayoutMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailContent } from '../../adapters/mail/mail-content.ts';

export interface PayoutMailFacts {
  readonly amount_cents: number;
  readonly method: PaymentMethod;
  /** Masked by `destinationOf`. */
  readonly destination: string;
  /** Why the payout failed or was returned; null otherwise. */
  readonly reason: string | null;
}

const methods: Readonly<Record<PaymentMethod, { readonly title: string; readonly arrives: string }>> = {
  bank: { title: 'Bank transfer', arrives: 'Bank transfers usually arrive in one to three business days.' },
  paypal: { title: 'PayPal', arrives: 'PayPal payments usually arrive the same day.' },
  venmo: { title: 'Venmo', arrives: 'Venmo payments usually arrive the same day.' },
};

const whatNow = (amount: string, reason: string | null, publicUrl: string) => [
  ...(reason ? [`Here’s why: ${reason}`] : []),
  `The full ${amount} is back in your balance and will go out with your next payout. Before then, please check your payout details: ${publicUrl}/account`,
];

const wordsOf = (step: PayoutMail['step'], { amount_cents, method, reason }: PayoutMailFacts, publicUrl: string) => {
  const amount = formatUsd(amount_cents);
  switch (step) {
    case 'sent':
      return {
        subject: `${amount} is on its way to you`,
        heading: 'Your payout is on its way',
        paragraphs: [`We’ve sent you ${amount}. ${methods[method].arrives}`],
      };
    case 'failed':
      return {
        subject: `Your payout of ${amount} didn’t go through`,
        heading: 'Your payout didn’t go through',
        paragraphs: [
          `We tried to pay you ${amount}, but the payment didn’t go through.`,
          ...whatNow(amount, reason, publicUrl),
        ],
      };
    case 'returned':
      return {
        subject: `Your payout of ${amount} was returned`,
        heading: 'Your payout was returned',
        paragraphs: [`We sent you ${amount}, but the money was returned to us.`, ...whatNow(amount, reason, publicUrl)],
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
    breakdown: {
      lines: [{ what: methods[payout.method].title, detail: payout.destination, amount }],
      total: { label: 'Payout', amount: `${amount} USD` },
    },
    action: { label: 'View payout', url: `${publicUrl}/creator/payouts/${encodeURIComponent(payout_id)}` },
    footer: `Payout ${payout_id}. You’re receiving this because Tessera pays you for the licenses you sell.`,
  };
};
