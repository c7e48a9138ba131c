import type { PaymentMethod } from '../payment-methods.ts';
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
