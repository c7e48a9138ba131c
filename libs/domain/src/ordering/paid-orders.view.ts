import { changes, defineView, on } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { orderPlaced, paymentCaptured } from './order.ts';

export interface ListedOrder {
  readonly order_id: string;
  readonly brand_id: string;
  /** ISO 8601; null until it is paid. */
  readonly paid_at: string | null;
  /** What was paid, or is to be paid. */
  readonly total_cents: Cents;
  /** The titles of its items, in the order of the cart. */
  readonly titles: readonly string[];
}

/** Every order by its id; a brand lists those that it has paid. */
export const paidOrders = defineView<ListedOrder>({
  name: 'paid-orders',
  version: 1,
  on: [
    on(orderPlaced, 'order_id', (_order, { order_id, brand_id, lines, total_cents }): ListedOrder => ({
      order_id,
      brand_id,
      paid_at: null,
      total_cents,
      titles: lines.map(({ item }) => item.title),
    })),
    changes(paymentCaptured, 'order_id', (order, { amount_cents }, { recordedAt }) => ({
      ...order,
      paid_at: recordedAt,
      total_cents: amount_cents,
    })),
  ],
  indexes: {
    fields: {
      // Only a paid order belongs to its brand's list.
      paid_by: ({ brand_id, paid_at }) => (paid_at === null ? null : brand_id),
      paid_at: ({ paid_at }) => paid_at,
    },
    orders: ['paid_at'],
    listings: [{ where: ['paid_by'], sorts: ['paid_at'] }],
  },
});
