import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { refundMail } from '@tessera/domain/refunds/refund-mail';
import type { RefundMailState } from '@tessera/domain/refunds/refund-mail';
import type { DueRefundMail } from '@tessera/domain/refunds/due-refund-mails.view';
import type { MailOutcome } from '@tessera/domain/undelivered';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { Deliveries, retryForMs, sendingMaxMs } from './deliveries.ts';
import { RefundMailWriter } from './refund-mail-writer.ts';

const oldestFirst = { sort: { field: 'since', descending: false } } as const;

/** Tells brands what became of their refunds. */
@Injectable()
export class RefundMails implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly writer: RefundMailWriter,
    private readonly views: ReadStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'sending mails about refunds',
      inFlightMaxMs: sendingMaxMs,
      round: (tenure) => this.sendAll(tenure),
      end: (tenure) => this.deliveries.allDone(tenure),
    });
  }

  private async sendAll(tenure: Tenure) {
    for await (const { document } of everyDocument<DueRefundMail>(this.views, 'due-refund-mails', oldestFirst)) {
      if (tenure.signal.aborted || !this.deliveries.isAvailable) return;
      await this.deliveries.begin(this.noticeOf(document), tenure);
    }
  }

  private noticeOf(unsent: DueRefundMail) {
    const { license_id, about, since } = unsent;
    return {
      name: `${about} of license ${license_id}`,
      decider: refundMail,
      id: license_id,
      isSettled: ({ settled }: RefundMailState) => settled.includes(about),
      commandOf: (outcome: MailOutcome) => ({ kind: 'record-mail', license_id, about, outcome }) as const,
      write: () => this.writer.write(unsent),
      giveUpAtMs: Date.parse(since) + retryForMs,
    };
  }
}
