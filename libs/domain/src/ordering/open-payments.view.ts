import { defineView, on } from '../kernel/view.ts';
import { paymentCaptured, paymentFailed, paymentStarted } from './order.ts';

export interface OpenPayment {
  readonly order_id: string;
  readonly attempt: number;
}

const removed = (): OpenPayment | undefined => undefined;

/** Orders whose payment was started and has no outcome yet: what a start-up, or a timer, must ask the gateway about. */
export const openPayments = defineView<OpenPayment>({
  name: 'open-payments',
  version: 1,
  on: [
    on(
      paymentStarted,
      (data) => data.order_id,
      (_open, { order_id, attempt }): OpenPayment => ({ order_id, attempt }),
    ),
    on(paymentFailed, (data) => data.order_id, removed),
    on(paymentCaptured, (data) => data.order_id, removed),
  ],
});
