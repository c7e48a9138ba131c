import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { dueMails } from '@tessera/domain/notices/due-mails.view';
import type { DueMail } from '@tessera/domain/notices/due-mails.view';
import { Clock } from '../kernel/clock.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { Shares, partOf } from '../kernel/work/shares.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { Deliveries, sendingMaxMs } from './deliveries.ts';
import { MailFailures } from './mail-failures.ts';
import { MailKinds } from './mail-kinds.ts';
import type { RegisteredKind } from './mail-kinds.ts';
import { MailRequests } from './mail-requests.ts';

const work = 'sending mails';
/** How long an urgent email that was just requested may wait to be noticed. */
const urgentRestMs = 200;

/**
 * Sends every email of the product: what the log says is due, oldest first, and what was requested in the vault. The
 * processes of a shop share the emails; the urgent ones, which are few, are one process's.
 */
@Injectable()
export class DueMails implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly kinds: MailKinds,
    private readonly requests: MailRequests,
    private readonly failures: MailFailures,
    private readonly clock: Clock,
    private readonly views: ReadStore,
    private readonly shares: Shares,
  ) {}

  onApplicationBootstrap() {
    const shared = {
      view: dueMails.name,
      inFlightMaxMs: sendingMaxMs,
      end: (tenure: Tenure) => this.deliveries.allDone(tenure),
    };
    this.work.start({
      ...shared,
      name: 'sending urgent mails',
      begin: () => this.failures.forgetAll(),
      restMaxMs: urgentRestMs,
      round: (tenure, leaving) => this.sendUrgent(tenure, leaving),
    });
    for (let part = 0; part < this.shares.parts; part += 1) {
      this.work.start({
        ...shared,
        name: `${work}, part ${part}`,
        contendWhile: (signal, contend) => this.shares.whileOwn(work, part, signal, contend),
        round: (tenure, leaving) => this.sendKinds(this.kinds.all(false), tenure, leaving, part),
      });
    }
  }

  private async sendUrgent(tenure: Tenure, leaving: AbortSignal) {
    if (!this.deliveries.isAvailable) return;
    await Promise.all([this.sendRequested(tenure, leaving), this.sendKinds(this.kinds.all(true), tenure, leaving)]);
  }

  private async sendRequested(tenure: Tenure, leaving: AbortSignal) {
    for (const notice of await this.requests.notices()) {
      if (leaving.aborted || !this.deliveries.isAvailable) return;
      await this.deliveries.begin(notice, tenure);
    }
  }

  /** Kinds side by side, so that many emails of one don't delay another. */
  private async sendKinds(kinds: readonly RegisteredKind[], tenure: Tenure, leaving: AbortSignal, part?: number) {
    await Promise.all(kinds.map((kind) => this.sendKind(kind, tenure, leaving, part)));
  }

  private async sendKind(kind: RegisteredKind, tenure: Tenure, leaving: AbortSignal, part?: number) {
    const now = this.clock.now().getTime();
    const query = {
      where: { kind: kind.kind },
      range: { field: 'due_at', from: await kind.dueSince(now), to: new Date(now).toISOString() },
      sort: { field: 'due_at', descending: false },
    };
    for await (const { key, document } of everyDocument<DueMail>(this.views, dueMails.name, query)) {
      if (leaving.aborted || !this.deliveries.isAvailable) return;
      if (part !== undefined && partOf(key, this.shares.parts) !== part) continue;
      const notice = kind.noticeOf(document.of, now);
      if (notice) await this.deliveries.begin(notice, tenure);
    }
  }
}
