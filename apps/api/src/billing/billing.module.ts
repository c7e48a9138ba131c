import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { PrintingModule } from '../printing/printing.module.ts';
import { BillingController } from './billing.controller.ts';
import { BillingDocuments } from './billing-documents.ts';
import { Buyers } from './buyers.ts';

/** What is billed for a sale, and taken back by a refund. */
@Module({
  imports: [AccountsModule, PrintingModule],
  controllers: [BillingController],
  providers: [BillingDocuments, Buyers],
  exports: [Buyers],
})
export class BillingModule {}
