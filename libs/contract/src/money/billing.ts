import { Instant, Nullable, Row, Rows, Text, Integer } from '../kernel/fields.ts';
import { Money } from '../kernel/money.ts';

/** The invoice of a paid order. */
export class InvoiceRow {
  @Text()
  readonly order_id!: string;

  @Text('Such as `INV-2026-000001`; numbers have no gaps within a year.')
  readonly number!: string;

  @Instant('When the order was paid.')
  readonly issued_at!: string;

  @Row(() => Money)
  readonly total!: Money;
}

/** The credit note of a refund. */
export class CreditNoteRow {
  @Integer('Counts from 1 within the license, and is part of the file’s name.')
  readonly refund_number!: number;

  @Text('Such as `CN-2026-000001`; numbers have no gaps within a year.')
  readonly number!: string;

  @Instant('When the refund was made.')
  readonly issued_at!: string;

  @Row(() => Money)
  readonly amount!: Money;
}

/** What was billed and credited for a license. */
export class LicenseBilling {
  @Nullable()
  @Row(() => InvoiceRow, 'The order’s invoice; null until the views have it.')
  readonly invoice!: InvoiceRow | null;

  @Rows(() => CreditNoteRow, 'In the order of the refunds.')
  readonly credit_notes!: readonly CreditNoteRow[];
}
