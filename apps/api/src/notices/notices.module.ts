import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { MailModule } from '../adapters/mail/mail.module.ts';
import { LicensingModule } from '../licensing/public.ts';
import { Deliveries } from './deliveries.ts';
import { NoticeStartDates } from './notice-start-dates.ts';
import { MoneyMailWriter } from './money/money-mail-writer.ts';
import { MoneyMails } from './money/money-mails.effect.ts';
import { PriceMailWriter } from './price-mail-writer.ts';
import { PriceMails } from './price-mails.effect.ts';
import { ReceiptMailWriter } from './receipt-mail-writer.ts';
import { Receipts } from './receipts.effect.ts';
import { RefundMailWriter } from './refund-mail-writer.ts';
import { RefundMails } from './refund-mails.effect.ts';
import { ReminderMailWriter } from './reminder-mail-writer.ts';
import { Reminders } from './reminders.effect.ts';

/**
 * Emails that people get without asking for each one: receipts, refunds, licenses that are about to end, price drops, and
 * what happens to a creator's money.
 */
@Module({
  imports: [AccountsModule, LicensingModule, MailModule],
  providers: [
    Deliveries,
    NoticeStartDates,
    MoneyMailWriter,
    MoneyMails,
    PriceMailWriter,
    PriceMails,
    ReceiptMailWriter,
    Receipts,
    RefundMailWriter,
    RefundMails,
    ReminderMailWriter,
    Reminders,
  ],
})
export class NoticesModule {}
