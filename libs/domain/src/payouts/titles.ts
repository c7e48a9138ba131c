import { availableAfterDays, payoutWindowDays } from '../ledger.ts';
import { formatUsd } from '../money.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import { detailsHoldHours, payoutMinCents } from './left-out.ts';
import type { PayoutStatus } from './payout.ts';

/** What creators read. */
export const payoutStatusTitles: Readonly<Record<PayoutStatus, string>> = {
  prepared: 'Prepared',
  sent: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  returned: 'Returned',
};

export const paymentMethodTitles: Readonly<Record<PaymentMethod, string>> = {
  venmo: 'Venmo',
  paypal: 'PayPal',
  bank: 'Bank transfer',
};

/** What creators are promised, in the same words wherever it is said. */
export const payoutPromise = {
  within: `within ${payoutWindowDays} days of receipt of the payment`,
  available: `Each sale is available ${availableAfterDays} days after it was paid for`,
  runs: 'Payouts are prepared at least twice a week',
  carriedOver:
    `What can’t be paid yet is carried over: less than ${formatUsd(payoutMinCents)}, money on hold or in dispute, and ` +
    `money without a confirmed email address, without payout details or within ${detailsHoldHours} hours of a change to them. ` +
    'It goes out with the first payout after the reason is gone.',
} as const;
