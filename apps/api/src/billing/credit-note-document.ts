import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatUsd } from '@tessera/domain/money';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import type { CreditNote } from '@tessera/domain/refunds/credit-notes.view';
import { printedDay } from '../printing/document.ts';
import type { PrintedDocument } from '../printing/document.ts';
import type { Buyer } from './buyers.ts';
import { itemCell, nameOfGateway, partiesOf, poFactOf } from './invoice-document.ts';
import type { Seller } from './invoice-document.ts';

export interface CreditNoteInput {
  readonly note: CreditNote;
  /** The invoice that it corrects. */
  readonly invoice: Invoice;
  readonly license: License;
  readonly seller: Seller;
  readonly buyer: Buyer;
}

export const creditNoteDocument = ({ note, invoice, license, seller, buyer }: CreditNoteInput): PrintedDocument => ({
  title: 'Credit note',
  number: note.number,
  date: note.issued_at,
  parties: partiesOf(seller, buyer),
  facts: [
    { label: 'For invoice', value: `${invoice.number} of ${printedDay(invoice.issued_at)}` },
    { label: 'Order', value: note.order_id },
    ...poFactOf(buyer),
    { label: 'Refunded', value: `${printedDay(note.issued_at)} (UTC), through ${nameOfGateway(note.gateway)}` },
    { label: 'Reference', value: note.reference },
  ],
  tables: [
    {
      columns: [
        { heading: 'Item', share: 9 },
        { heading: 'Price paid', share: 2.4, isFigures: true },
        { heading: 'Refunded', share: 2.4, isFigures: true },
      ],
      rows: [
        [
          itemCell(license.item.title, license.license_type, license.license_id),
          formatUsd(license.price_cents),
          formatUsd(note.amount_cents),
        ],
      ],
      totals: [{ label: 'Total refunded (USD)', value: formatUsd(note.amount_cents), isGrand: true }],
    },
  ],
  notes: ['This amount was refunded to the original payment method. All amounts are in US dollars.'],
});
