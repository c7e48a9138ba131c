/** What other features may use of this one; nothing else of it is imported from outside. */
export { BillingModule } from './billing.module.ts';
export { Buyers } from './buyers.ts';
export { invoiceTable, nameOfGateway, partiesOf } from './invoice-document.ts';
export type { InvoiceInput } from './invoice-document.ts';
