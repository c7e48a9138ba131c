import { countKeyOf, numberOf, withNumber } from '../kernel/numbering.ts';
import type { YearCount } from '../kernel/numbering.ts';
import { defineView, on } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { paymentCaptured } from './order.ts';

/** Of a paid order; what was bought, its own stream says. */
export interface Invoice {
  readonly order_id: string;
  /** Such as `INV-2026-000001`: without a gap within a year of UTC. */
  readonly number: string;
  /** When the order was paid: ISO 8601. */
  readonly issued_at: string;
  readonly total_cents: Cents;
  readonly gateway: string;
  /** What the gateway calls the payment. */
  readonly reference: string;
}

const series = 'INV';

/** An invoice for each paid order, by the order's id, and how many there are in each year. */
export const invoices = defineView<Invoice | YearCount>({
  name: 'invoices',
  version: 1,
  on: [
    on(
      paymentCaptured,
      ({ order_id }, event) => [order_id, countKeyOf(event)],
      (document, { order_id, amount_cents, gateway, reference }, event, key, other) => {
        const count = other(countKeyOf(event)) as YearCount | undefined;
        if (key !== order_id) return withNumber(count, event);
        return (
          document ?? {
            order_id,
            number: numberOf(series, count, event),
            issued_at: event.recordedAt,
            total_cents: amount_cents,
            gateway,
            reference,
          }
        );
      },
    ),
  ],
});
