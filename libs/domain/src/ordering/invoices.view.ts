import { aheadMax, countKeyOf, numberOf, withNumber } from '../kernel/numbering.ts';
import type { YearCount } from '../kernel/numbering.ts';
import { defineView, on } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { paymentCaptured } from './order.ts';

/** The invoice of a paid order; the order's own stream says what was bought. */
export interface Invoice {
  readonly order_id: string;
  /** Such as `INV-2026-000001`; numbers have no gaps within a UTC year. */
  readonly number: string;
  /** When the order was paid: ISO 8601. */
  readonly issued_at: string;
  readonly total_cents: Cents;
  readonly gateway: string;
  /** The gateway's id for the payment. */
  readonly reference: string;
}

const series = 'INV';

/** An invoice for each paid order, by order id, and the number of invoices in each year. */
export const invoices = defineView<Invoice | YearCount>({
  name: 'invoices',
  version: 1,
  foldedAtOnceMax: aheadMax,
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
