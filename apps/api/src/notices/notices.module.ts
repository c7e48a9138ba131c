import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { MailModule } from '../adapters/mail/mail.module.ts';
import { LicensingModule } from '../licensing/public.ts';
import { Deliveries } from './deliveries.ts';
import { ReceiptMail } from './receipt-mail.ts';
import { Receipts } from './receipts.effect.ts';
import { ReceiptsSince } from './receipts-since.ts';
import { RefundMail } from './refund-mail.ts';
import { RefundMails } from './refund-mails.effect.ts';
import { ReminderMail } from './reminder-mail.ts';
import { Reminders } from './reminders.effect.ts';

/** Emails that a person gets without having asked for them: receipts, what became of refunds, and reminders of licenses that end. */
@Module({
  imports: [AccountsModule, LicensingModule, MailModule],
  providers: [Deliveries, ReceiptMail, ReceiptsSince, Receipts, RefundMail, RefundMails, ReminderMail, Reminders],
})
export class NoticesModule {}
