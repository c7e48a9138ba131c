import { defineView, on } from '../kernel/view.ts';
import { paymentCaptured } from '../ordering/order.ts';

export interface PaidOrder {
  readonly order_id: string;
}

/** A payment's key: its gateway, and the gateway's reference. */
export const paymentKey = (gateway: string, reference: string) => `${gateway}/${reference}`;

/** The order of each payment: gateways report refunds and disputes by payment only. */
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
