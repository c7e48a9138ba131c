import { aheadMax, countKeyOf, numberOf, withNumber } from '../kernel/numbering.ts';
import type { YearCount } from '../kernel/numbering.ts';
import { defineView, on } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { licenseRefunded } from './refund.ts';

/** The credit note of a refund, which takes back part or all of an invoice. */
export interface CreditNote {
  readonly license_id: string;
  readonly order_id: string;
  readonly brand_id: string;
  /** Counts from 1 within the license. */
  readonly refund_number: number;
  /** Such as `CN-2026-000001`; numbers have no gaps within a UTC year. */
  readonly number: string;
  /** When the refund was made: ISO 8601. */
  readonly issued_at: string;
  readonly amount_cents: Cents;
  readonly gateway: string;
  readonly reference: string;
}

const series = 'CN';

/** The key of a credit note. */
export const creditNoteKey = (licenseId: string, refundNumber: number) => `${licenseId}/${refundNumber}`;

const isNote = (document: CreditNote | YearCount): document is CreditNote => 'license_id' in document;

/** A credit note for each refund, and the number of credit notes in each year. */
export const creditNotes = defineView<CreditNote | YearCount>({
  name: 'credit-notes',
  version: 1,
  foldedAtOnceMax: aheadMax,
  on: [
    on(
      licenseRefunded,
      ({ license_id, refund_number }, event) => [creditNoteKey(license_id, refund_number), countKeyOf(event)],
      (document, data, event, key, other) => {
        const { license_id, order_id, brand_id, refund_number, amount_cents, gateway, reference } = data;
        const noteKey = creditNoteKey(license_id, refund_number);
        const count = other(countKeyOf(event)) as YearCount | undefined;
        if (key !== noteKey) return withNumber(count, event);
        return (
          document ?? {
            license_id,
            order_id,
            brand_id,
            refund_number,
            number: numberOf(series, count, event),
            issued_at: event.recordedAt,
            amount_cents,
            gateway,
            reference,
          }
        );
      },
    ),
  ],
  indexes: {
    fields: {
      license_id: (document) => (isNote(document) ? document.license_id : null),
      refund_number: (document) => (isNote(document) ? document.refund_number : null),
    },
    orders: ['refund_number'],
    listings: [{ where: ['license_id'], sorts: ['refund_number'] }],
  },
});
