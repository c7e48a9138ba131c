import { defineEvent } from '../kernel/event.ts';
import type { Cents } from '../money.ts';
import { lineTotal } from './order-line.ts';
import type { OrderLine } from './order-line.ts';

interface OfOrder {
  readonly order_id: string;
  readonly brand_id: string;
}

interface RefundDueData extends OfOrder {
  readonly gateway: string;
  /** The gateway's id for the payment. */
  readonly payment: string;
  /** ISO 8601. */
  readonly paid_at: string;
  readonly licenses: readonly {
    readonly license_id: string;
    readonly creator_id: string;
    readonly price_cents: Cents;
  }[];
}

/** Recorded with a payment that went through while its brand's account was being deleted: nobody can hold the licenses. */
export const refundDue = defineEvent<RefundDueData>()('RefundDue', {
  audit: () => 'The brand’s account was deleted during the payment, so all of it is to be refunded.',
});

interface Captured {
  readonly gateway: string;
  readonly reference: string;
  readonly paidAt: string;
  /** One for each line. */
  readonly licenseIds: readonly string[];
}

export const refundOf = (
  { order_id, brand_id, lines }: OfOrder & { readonly lines: readonly OrderLine[] },
  { gateway, reference: payment, paidAt: paid_at, licenseIds }: Captured,
) => {
  const licenses = licenseIds.flatMap((license_id, index) => {
    const line = lines[index];
    return line ? [{ license_id, creator_id: line.creator_id, price_cents: lineTotal(line) }] : [];
  });
  return refundDue.of({ order_id, brand_id, gateway, payment, paid_at, licenses });
};
