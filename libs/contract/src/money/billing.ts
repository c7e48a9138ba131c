import { Instant, Nullable, Row, Rows, Text, Integer } from '../kernel/fields.ts';
import { Money } from '../kernel/money.ts';

/** The invoice of a paid order. */
export class InvoiceRow {
  @Text()
  readonly order_id!: string;

  @Text('Such as `INV-2026-000001`: without a gap within a year.')
  readonly number!: string;

  @Instant('When the order was paid.')
  readonly issued_at!: string;

  @Row(() => Money)
  readonly total!: Money;
}

/** The credit note of a refund. */
export class CreditNoteRow {
  @Integer('Counts from 1 within the license, and names the file.')
  readonly refund_number!: number;

  @Text('Such as `CN-2026-000001`: without a gap within a year.')
  readonly number!: string;

  @Instant('When the refund was made.')
  readonly issued_at!: string;

  @Row(() => Money)
  readonly amount!: Money;
}

/** What was billed for a license, and taken back. */
export class LicenseBilling {
  @Nullable()
  @Row(() => InvoiceRow, 'Of its order; null until the views have it.')
  readonly invoice!: InvoiceRow | null;

  @Rows(() => CreditNoteRow, 'In the order of the refunds.')
  readonly credit_notes!: readonly CreditNoteRow[];
}
