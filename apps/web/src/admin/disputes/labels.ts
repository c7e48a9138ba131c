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
  open: 'No payments are disputed.',
  warning: 'No warnings of disputes from banks.',
  won: 'No disputes have been won yet.',
  lost: 'No disputes have been lost.',
};

/** What has happened to the money. */
export const moneyText: Readonly<Record<DisputeStanding, string>> = {
  open: 'In reserve until the bank decides',
  warning: 'No money has moved',
  won: 'Released from reserve',
  lost: 'Charged back for good',
};

/** The gateways' reason codes as sentences. */
const reasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'A promised refund didn’t arrive',
  duplicate: 'The card was charged twice',
  fraudulent: 'The cardholder says they didn’t pay',
  general: 'The bank gave no reason',
  product_not_received: 'The cardholder says they didn’t get it',
  product_unacceptable: 'It wasn’t as described',
  subscription_canceled: 'The order had been canceled',
  unrecognized: 'The cardholder doesn’t recognize the payment',
};

/** The gateway's reason code as a sentence; unknown codes are shown as they are, without underscores. */
export const reasonOf = (code: string) => reasons[code] ?? code.replaceAll('_', ' ');

/** How long the bank still accepts evidence. `now` is in ms since 1970. */
export const timeLeft = (due: string, now: number) => {
  const days = daysUntil(due, now);
  return days === 0 ? 'past due' : `${plural(days, 'day')} left`;
};
