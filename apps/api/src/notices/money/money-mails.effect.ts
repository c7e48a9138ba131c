import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { moneyMail } from '@tessera/domain/notices/money-mail';
import { unsentMoneyMails } from '@tessera/domain/notices/unsent-money-mails.view';
import type { DailySalesMail, MoneyMail } from '@tessera/domain/notices/unsent-money-mails.view';
import type { MailOutcome } from '@tessera/domain/undelivered';
import { Clock } from '../../kernel/clock.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import type { Tenure } from '../../kernel/work/lease.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { Deliveries, retryForMs, sendingMaxMs } from '../deliveries.ts';
import { NoticeStartDates } from '../notice-start-dates.ts';
import { MoneyMailWriter } from './money-mail-writer.ts';

/** Emails creators about their money, oldest first: one process does it for all. */
@Injectable()
export class MoneyMails implements OnApplicationBootstrap {
  private since = '';
  /** The view has everything that was recorded until this instant: ISO 8601. */
  private completeUntil = '';
  /** The view will be complete until `at` as soon as it reaches the position `head`. */
  private completing = { at: '', head: -1 };

  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly writer: MoneyMailWriter,
    private readonly startDates: NoticeStartDates,
    private readonly clock: Clock,
    private readonly views: ReadStore,
    private readonly events: EventStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'sending money mails',
      begin: async () => {
        this.since = await this.startDates.of('money-mails');
      },
      inFlightMaxMs: sendingMaxMs,
      round: (tenure, leaving) => this.sendAll(tenure, leaving),
      end: (tenure) => this.deliveries.allDone(tenure),
    });
  }

  private async sendAll(tenure: Tenure, leaving: AbortSignal) {
    const now = this.clock.now().toISOString();
    const query = {
      range: { field: 'due_at', from: this.since, to: now },
      sort: { field: 'due_at', descending: false },
    };
    for await (const { document } of everyDocument<MoneyMail>(this.views, unsentMoneyMails.name, query)) {
      if (leaving.aborted || !this.deliveries.isAvailable) return;
      await this.deliveries.begin(this.noticeOf(document), tenure);
    }
  }

  private noticeOf(mail: MoneyMail) {
    const { mail_id, due_at } = mail;
    return {
      name: `money mail ${mail_id}`,
      decider: moneyMail,
      id: mail_id,
      isSettled: ({ status }: typeof moneyMail.initial) => status === 'settled',
      commandOf: (outcome: MailOutcome) => ({ kind: 'record', mail_id, outcome }) as const,
      write: () => (mail.about === 'sales' ? this.writeDaily(mail) : this.writer.write(mail)),
      giveUpAtMs: Date.parse(due_at) + retryForMs,
    };
  }

  /** Waits for the view: a sale of that day which it has not folded yet would be missing from every email. */
  private async writeDaily({ mail_id, due_at }: DailySalesMail) {
    if (!(await this.isCompleteUntil(due_at))) return null;
    const stored = await this.views.get<DailySalesMail>(unsentMoneyMails.name, mail_id);
    return stored && this.writer.write(stored.document);
  }

  private async isCompleteUntil(instant: string) {
    if (this.completeUntil < instant && (await this.views.checkpoint(unsentMoneyMails.name)) >= this.completing.head) {
      this.completeUntil = this.completing.at;
      this.completing = { at: this.clock.now().toISOString(), head: await this.events.head() };
    }
    return this.completeUntil >= instant;
  }
}
