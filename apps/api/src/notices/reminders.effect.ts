import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
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
import type { MailOutcome } from '@tessera/domain/undelivered';
import { Clock } from '../kernel/clock.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { Deliveries, sendingMaxMs } from './deliveries.ts';
import { ReminderMailWriter } from './reminder-mail-writer.ts';

/** Reminders that were due longer ago are skipped: those licenses ended before reminders existed. */
const dueSinceMs = (reminderDays[0] + lateMaxDays) * dayMs;

/** Reminds brands of six-month licenses that are about to end. */
@Injectable()
export class Reminders implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly writer: ReminderMailWriter,
    private readonly clock: Clock,
    private readonly views: ReadStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'sending reminders',
      inFlightMaxMs: sendingMaxMs,
      round: (tenure) => this.sendAll(tenure),
      end: (tenure) => this.deliveries.allDone(tenure),
    });
  }

  private async sendAll(tenure: Tenure) {
    const now = this.clock.now().getTime();
    const [from, to] = [now - dueSinceMs, now].map((instant) => new Date(instant).toISOString());
    const query = { range: { field: 'due_at', from, to }, sort: { field: 'due_at', descending: false } };
    for await (const { document } of everyDocument<EndingLicense>(this.views, 'ending-licenses', query)) {
      if (tenure.signal.aborted || !this.deliveries.isAvailable) return;
      const due = dueReminder(document.end_date, document.next, now);
      if (due !== null) await this.deliveries.begin(this.noticeOf(document, due), tenure);
    }
  }

  private noticeOf(license: EndingLicense, due: Exclude<ReturnType<typeof dueReminder>, null>) {
    const { license_id, brand_id, end_date } = license;
    const isLate = due === 'too late';
    const days = isLate ? 0 : due;
    return {
      name: `reminder ${days} days before the end of license ${license_id}`,
      decider: reminder,
      id: license_id,
      isSettled: (state: ReminderState) => isReminded(state, days),
      commandOf: (outcome: MailOutcome) => ({ kind: 'record-reminder', license_id, brand_id, days, outcome }) as const,
      write: () => (isLate ? Promise.resolve('too_late' as const) : this.writer.write(license, days)),
      giveUpAtMs: Date.parse(end_date) + lateMaxDays * dayMs,
    };
  }
}
