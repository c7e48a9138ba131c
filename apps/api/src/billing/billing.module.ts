import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { PrintingModule } from '../printing/printing.module.ts';
import { BillingController } from './billing.controller.ts';
import { BillingDocuments } from './billing-documents.ts';
import { Buyers } from './buyers.ts';

/** Invoices for sales, and credit notes for refunds. */
@Module({
  imports: [AccountsModule, PrintingModule],
  controllers: [BillingController],
  providers: [BillingDocuments, Buyers],
  exports: [Buyers],
})
export class BillingModule {}
