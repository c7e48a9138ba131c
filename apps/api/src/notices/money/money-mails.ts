import { Injectable } from '@nestjs/common';
import { keyInKind } from '@tessera/domain/notices/joined';
import { dueMails } from '@tessera/domain/notices/due-mails.view';
import { moneyMail } from '@tessera/domain/notices/money-mail';
import type { DailySalesMail, UnsentMoneyMail } from '@tessera/domain/notices/unsent-money-mails.view';
import { Clock } from '../../kernel/clock.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { MailKinds, NoticeStartDates, retryForMs } from '../../mails/public.ts';
import type { AnyNotice } from '../../mails/public.ts';
import { MoneyMailWriter } from './money-mail-writer.ts';

interface DailyDocument {
  readonly of: DailySalesMail;
}

/** Tells creators what happens to their money. */
@Injectable()
export class MoneyMails {
  /** The view has everything that was recorded until this instant: ISO 8601. */
  private completeUntil = '';
  /** The view will be complete until `at` as soon as it reaches the position `head`. */
  private completing = { at: '', head: -1 };

  constructor(
    kinds: MailKinds,
    startDates: NoticeStartDates,
    private readonly writer: MoneyMailWriter,
    private readonly clock: Clock,
    private readonly views: ReadStore,
    private readonly events: EventStore,
  ) {
    kinds.register('money', {
      dueSince: () => startDates.of('money-mails'),
      noticeOf: (unsent) => this.noticeOf(unsent),
    });
  }

  private noticeOf(unsent: UnsentMoneyMail): AnyNotice | null {
    if (unsent.type !== 'mail') return null;
    const { mail_id, due_at } = unsent;
    return {
      name: `money mail ${mail_id}`,
      decider: moneyMail,
      id: mail_id,
      isSettled: ({ status }: typeof moneyMail.initial) => status === 'settled',
      commandOf: (outcome) => ({ kind: 'record', mail_id, outcome }),
      write: () => (unsent.about === 'sales' ? this.writeDaily(unsent) : this.writer.write(unsent)),
      giveUpAtMs: Date.parse(due_at) + retryForMs,
    };
  }

  /** Waits for the view: a sale of that day which it has not folded yet would be missing from every email. */
  private async writeDaily({ mail_id, due_at }: DailySalesMail) {
    if (!(await this.isCompleteUntil(due_at))) return null;
    const stored = await this.views.get<DailyDocument>(dueMails.name, keyInKind('money', mail_id));
    return stored && this.writer.write(stored.document.of);
  }

  private async isCompleteUntil(instant: string) {
    if (this.completeUntil < instant && (await this.views.checkpoint(dueMails.name)) >= this.completing.head) {
      this.completeUntil = this.completing.at;
      this.completing = { at: this.clock.now().toISOString(), head: await this.events.head() };
    }
    return this.completeUntil >= instant;
  }
}
