import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LicenseBilling } from '@tessera/contract/money/billing';
import type { CreditNoteRow, InvoiceRow } from '@tessera/contract/money/billing';
import { wireMoney } from '@tessera/domain/money';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import type { CreditNote } from '@tessera/domain/refunds/credit-notes.view';
import { fileOf } from '../http/answers/file.ts';
import { Answers, AnswersDirectly } from '../http/description/answers.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { BillingDocuments } from './billing-documents.ts';

const invoiceRow = ({ order_id, number, issued_at, total_cents }: Invoice): InvoiceRow => ({
  order_id,
  number,
  issued_at,
  total: wireMoney(total_cents),
});

const creditNoteRow = ({ refund_number, number, issued_at, amount_cents }: CreditNote): CreditNoteRow => ({
  refund_number,
  number,
  issued_at,
  amount: wireMoney(amount_cents),
});

@ApiTags('billing')
@Controller('api')
@OnlyFor('brand', 'admin')
export class BillingController {
  constructor(private readonly documents: BillingDocuments) {}

  @Get('orders/:id/invoice.pdf')
  @AnswersDirectly('Returns the invoice for a paid order as a PDF.', [200], 'application/pdf')
  async invoice(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const { name, pdf } = await this.documents.invoiceOf(id, user);
    return fileOf(name, pdf);
  }

  @Get('licenses/:id/billing')
  @Answers('Returns the invoice and the credit notes for a license.', { 200: LicenseBilling })
  async ofLicense(@Param('id') id: string, @CurrentUser() user: SignedIn): Promise<LicenseBilling> {
    const { invoice, notes } = await this.documents.ofLicense(id, user);
    return { invoice: invoice && invoiceRow(invoice), credit_notes: notes.map(creditNoteRow) };
  }

  @Get('licenses/:id/credit-notes/:number.pdf')
  @AnswersDirectly('Returns the credit note for a refund as a PDF.', [200], 'application/pdf')
  async creditNote(@Param('id') id: string, @Param('number') number: string, @CurrentUser() user: SignedIn) {
    const { name, pdf } = await this.documents.creditNoteOf(id, number, user);
    return fileOf(name, pdf);
  }
}
