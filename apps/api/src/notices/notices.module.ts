import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/public.ts';
import { AdminSessionModule } from '../admin/public.ts';
import { LicensingModule } from '../licensing/public.ts';
import { MailsModule } from '../mails/public.ts';
import { MailsController } from './mails.controller.ts';
import { MoneyMailWriter } from './money/money-mail-writer.ts';
import { MoneyMails } from './money/money-mails.ts';
import { NoticeKinds } from './notice-kinds.ts';
import { PriceMailWriter } from './price-mail-writer.ts';
import { PriceMails } from './price-mails.effect.ts';
import { ReceiptMailWriter } from './receipt-mail-writer.ts';
import { RefundMailWriter } from './refund-mail-writer.ts';
import { ReminderMailWriter } from './reminder-mail-writer.ts';

/**
 * Emails that people get without asking for each one: receipts, refunds, licenses that are about to end, price drops, and
 * what happens to a creator's money; and what the operator sees of all emails.
 */
@Module({
  imports: [AccountsModule, AdminSessionModule, CqrsModule, LicensingModule, MailsModule],
  controllers: [MailsController],
  providers: [
    MoneyMailWriter,
    MoneyMails,
    NoticeKinds,
    PriceMailWriter,
    PriceMails,
    ReceiptMailWriter,
    RefundMailWriter,
    ReminderMailWriter,
  ],
})
export class NoticesModule {}
