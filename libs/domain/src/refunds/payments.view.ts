import { defineView, on } from '../kernel/view.ts';
import { paymentCaptured } from '../ordering/order.ts';

export interface PaidOrder {
  readonly order_id: string;
}

/** The key of a payment, by what its gateway calls it. */
export const paymentKey = (gateway: string, reference: string) => `${gateway}/${reference}`;

/** Which order a payment paid: gateways tell of refunds and disputes by the payment alone. */
export const payments = defineView<PaidOrder>({
  name: 'payments',
  version: 1,
  on: [
    on(
      paymentCaptured,
      ({ gateway, reference }) => paymentKey(gateway, reference),
      (_payment, { order_id }): PaidOrder => ({ order_id }),
    ),
  ],
});
