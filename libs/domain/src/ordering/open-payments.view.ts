import { defineView, on, ownFields, removes } from '../kernel/view.ts';
import { paymentCaptured, paymentFailed, paymentStarted } from './order.ts';

export interface OpenPayment {
  readonly order_id: string;
  readonly attempt: number;
  /** When the log recorded it: ISO 8601. */
  readonly started_at: string;
}

/** Orders whose payment was started and has no outcome yet. The gateway is asked about them at startup and by a timer. */
export const openPayments = defineView<OpenPayment>({
  name: 'open-payments',
  version: 2,
  on: [
    on(paymentStarted, 'order_id', (_open, { order_id, attempt }, event): OpenPayment => ({
      order_id,
      attempt,
      started_at: event.recordedAt,
    })),
    removes(paymentFailed, 'order_id'),
    removes(paymentCaptured, 'order_id'),
  ],
  indexes: { fields: ownFields('started_at'), listings: [{ sorts: ['started_at'] }] },
});
