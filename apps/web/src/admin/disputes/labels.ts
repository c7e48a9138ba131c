import { daysUntil } from '@tessera/domain/licensing/term';
import type { DisputeStanding } from '@tessera/domain/refunds/dispute';
import { plural } from '../../kernel/plural.ts';

export const titles: Readonly<Record<DisputeStanding, string>> = {
  open: 'Open',
  warning: 'Warnings',
  won: 'Won',
  lost: 'Lost',
};

export const nothing: Readonly<Record<DisputeStanding, string>> = {
  open: 'No payment is disputed.',
  warning: 'No bank has warned of a dispute.',
  won: 'No dispute has been won yet.',
  lost: 'No dispute has been lost.',
};

/** What is the matter with the money. */
export const moneyWords: Readonly<Record<DisputeStanding, string>> = {
  open: 'In reserve until the bank decides',
  warning: 'No money has moved',
  won: 'Given back from the reserve',
  lost: 'Taken back for good',
};

/** What gateways say in a word. */
const reasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'A refund that was promised didn’t arrive',
  duplicate: 'The card was charged twice',
  fraudulent: 'The cardholder says they didn’t pay',
  general: 'The bank gave no reason',
  product_not_received: 'The cardholder says they didn’t get it',
  product_unacceptable: 'It isn’t what was described',
  subscription_canceled: 'It had been canceled',
  unrecognized: 'The cardholder doesn’t recognize the payment',
};

/** The gateway's word as a sentence; one that isn't known stays as it is. */
export const reasonOf = (word: string) => reasons[word] ?? word.replaceAll('_', ' ');

/** How long the bank still takes evidence, by `now` in ms since 1970. */
export const timeLeft = (due: string, now: number) => {
  const days = daysUntil(due, now);
  return days === 0 ? 'too late' : `${plural(days, 'day')} left`;
};
