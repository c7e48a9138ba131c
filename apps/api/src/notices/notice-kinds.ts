import { Injectable } from '@nestjs/common';
import type { EndingLicense } from '@tessera/domain/licensing/reminders/ending-licenses.view';
import {
  dueReminder,
  isReminded,
  lateMaxDays,
  reminder,
  reminderDays,
} from '@tessera/domain/licensing/reminders/reminder';
import type { ReminderState } from '@tessera/domain/licensing/reminders/reminder';
import { dayMs } from '@tessera/domain/licensing/term';
import { receipt } from '@tessera/domain/ordering/receipts/receipt';
import type { UnsentReceipt } from '@tessera/domain/ordering/receipts/unsent-receipts.view';
import type { DueRefundMail } from '@tessera/domain/refunds/due-refund-mails.view';
import { refundMail } from '@tessera/domain/refunds/refund-mail';
import type { RefundMailState } from '@tessera/domain/refunds/refund-mail';
import { MailKinds, NoticeStartDates, retryForMs } from '../mails/public.ts';
import type { AnyNotice } from '../mails/public.ts';
import { ReceiptMailWriter } from './receipt-mail-writer.ts';
import { RefundMailWriter } from './refund-mail-writer.ts';
import { ReminderMailWriter } from './reminder-mail-writer.ts';

/** Reminders that were due longer ago are skipped: those licenses ended before reminders existed. */
const remindedSinceMs = (reminderDays[0] + lateMaxDays) * dayMs;
const always = '';

/** Tells brands of their orders, of licenses that are about to end, and of what became of their refunds. */
@Injectable()
export class NoticeKinds {
  constructor(
    kinds: MailKinds,
    startDates: NoticeStartDates,
    private readonly receipts: ReceiptMailWriter,
    private readonly reminders: ReminderMailWriter,
    private readonly refunds: RefundMailWriter,
  ) {
    kinds.register('receipt', {
      dueSince: () => startDates.of('receipts'),
      noticeOf: (unsent) => this.receiptOf(unsent),
    });
    kinds.register('reminder', {
      dueSince: (now) => new Date(now - remindedSinceMs).toISOString(),
      noticeOf: (license, now) => this.reminderOf(license, now),
    });
    kinds.register('refund', { dueSince: () => always, noticeOf: (unsent) => this.refundOf(unsent) });
  }

  private receiptOf(unsent: UnsentReceipt): AnyNotice {
    const { order_id, paid_at } = unsent;
    return {
      name: `receipt of order ${order_id}`,
      decider: receipt,
      id: order_id,
      isSettled: ({ status }: typeof receipt.initial) => status === 'settled',
      commandOf: (outcome) => ({ kind: 'record-receipt', order_id, outcome }),
      write: () => this.receipts.write(unsent),
      giveUpAtMs: Date.parse(paid_at) + retryForMs,
    };
  }

  private reminderOf(license: EndingLicense, now: number): AnyNotice | null {
    const { license_id, brand_id, end_date, next } = license;
    const due = dueReminder(end_date, next, now);
    if (due === null) return null;
    const isLate = due === 'too late';
    const days = isLate ? 0 : due;
    return {
      name: `reminder ${days} days before the end of license ${license_id}`,
      decider: reminder,
      id: license_id,
      isSettled: (state: ReminderState) => isReminded(state, days),
      commandOf: (outcome) => ({ kind: 'record-reminder', license_id, brand_id, days, outcome }),
      write: () => (isLate ? Promise.resolve('too_late' as const) : this.reminders.write(license, days)),
      giveUpAtMs: Date.parse(end_date) + lateMaxDays * dayMs,
    };
  }

  private refundOf(unsent: DueRefundMail): AnyNotice {
    const { license_id, about, since } = unsent;
    return {
      name: `${about} of license ${license_id}`,
      decider: refundMail,
      id: license_id,
      isSettled: ({ settled }: RefundMailState) => settled.includes(about),
      commandOf: (outcome) => ({ kind: 'record-mail', license_id, about, outcome }),
      write: () => this.refunds.write(unsent),
      giveUpAtMs: Date.parse(since) + retryForMs,
    };
  }
}
