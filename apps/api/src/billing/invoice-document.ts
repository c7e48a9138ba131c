import { sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import { lineTotal } from '@tessera/domain/ordering/order-line';
import type { OrderLine } from '@tessera/domain/ordering/order-line';
import { printedDay } from '../printing/document.ts';
import type { PrintedDocument, PrintedTable } from '../printing/document.ts';
import type { Buyer } from './buyers.ts';

/** Name and address, line by line, as the operator set them. */
export type Seller = readonly string[];

export const nameOfGateway = (gateway: string) => `${gateway.slice(0, 1).toUpperCase()}${gateway.slice(1)}`;

export const partiesOf = (seller: Seller, { lines }: Buyer) => [
  { label: 'From', lines: seller },
  { label: 'Billed to', lines: lines.map(sanitizedName) },
];

export const poFactOf = ({ poNumber }: Buyer) =>
  poNumber ? [{ label: 'PO number', value: sanitizedName(poNumber) }] : [];

/** What was licensed, and under which license. */
export const itemCell = (title: string, type: LicenseType, licenseId: string) =>
  `${sanitizedName(title)}\n${licenseTypeTitles[type]}\nLicense ${licenseId}`;

export interface InvoiceInput {
  readonly invoice: Invoice;
  readonly seller: Seller;
  readonly buyer: Buyer;
  /** In cart order. */
  readonly lines: readonly OrderLine[];
  /** One per line. */
  readonly licenseIds: readonly string[];
}

type Lines = Pick<InvoiceInput, 'lines' | 'licenseIds'> & { readonly total_cents: Cents };

/** What was bought, line by line, and the total that was paid. */
export const invoiceTable = ({ lines, licenseIds, total_cents }: Lines): PrintedTable => ({
  columns: [
    { heading: 'Item', share: 9 },
    { heading: 'Quantity', share: 1.6, isFigures: true },
    { heading: 'Unit price', share: 2.3, isFigures: true },
    { heading: 'Amount', share: 2.4, isFigures: true },
  ],
  rows: lines.map((line, index) => [
    itemCell(line.item.title, line.license_type, licenseIds[index] ?? ''),
    String(line.quantity),
    formatUsd(line.unit_price_cents),
    formatUsd(lineTotal(line)),
  ]),
  totals: [{ label: 'Total paid (USD)', value: formatUsd(total_cents), isGrand: true }],
});

export const invoiceDocument = ({ invoice, seller, buyer, lines, licenseIds }: InvoiceInput): PrintedDocument => ({
  title: 'Invoice',
  number: invoice.number,
  date: invoice.issued_at,
  parties: partiesOf(seller, buyer),
  facts: [
    { label: 'Order', value: invoice.order_id },
    ...poFactOf(buyer),
    { label: 'Paid', value: `${printedDay(invoice.issued_at)} (UTC), through ${nameOfGateway(invoice.gateway)}` },
    { label: 'Reference', value: invoice.reference },
  ],
  tables: [invoiceTable({ lines, licenseIds, total_cents: invoice.total_cents })],
  notes: ['Paid in full: nothing is due. All amounts are in US dollars.'],
});
