import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { receipt } from '@tessera/domain/ordering/receipts/receipt';
import type { UnsentReceipt } from '@tessera/domain/ordering/receipts/unsent-receipts.view';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { Shares, partOf } from '../kernel/work/shares.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { Deliveries, retryForMs, sendingMaxMs } from './deliveries.ts';
import { ReceiptMailWriter } from './receipt-mail-writer.ts';
import { NoticeStartDates } from './notice-start-dates.ts';

const work = 'sending receipts';

/** Emails the receipt of each paid order, oldest first; the processes of a shop share the orders. */
@Injectable()
export class Receipts implements OnApplicationBootstrap {
  private since = '';

  constructor(
    private readonly work: BackgroundWork,
    private readonly deliveries: Deliveries,
    private readonly writer: ReceiptMailWriter,
    private readonly startDates: NoticeStartDates,
    private readonly views: ReadStore,
    private readonly shares: Shares,
  ) {}

  onApplicationBootstrap() {
    for (let part = 0; part < this.shares.parts; part += 1) {
      this.work.start({
        name: `${work}, part ${part}`,
        contendWhile: (signal, contend) => this.shares.whileOwn(work, part, signal, contend),
        begin: async () => {
          this.since = await this.startDates.of('receipts');
        },
        inFlightMaxMs: sendingMaxMs,
        round: (tenure, leaving) => this.sendPart(part, tenure, leaving),
        end: (tenure) => this.deliveries.allDone(tenure),
      });
    }
  }

  private async sendPart(part: number, tenure: Tenure, leaving: AbortSignal) {
    const query = { range: { field: 'paid_at', from: this.since }, sort: { field: 'paid_at', descending: false } };
    for await (const { document } of everyDocument<UnsentReceipt>(this.views, 'unsent-receipts', query)) {
      if (leaving.aborted || !this.deliveries.isAvailable) return;
      if (partOf(document.order_id, this.shares.parts) !== part) continue;
      await this.deliveries.begin(this.noticeOf(document), tenure);
    }
  }

  private noticeOf(unsent: UnsentReceipt) {
    const { order_id, paid_at } = unsent;
    return {
      name: `receipt of order ${order_id}`,
      decider: receipt,
      id: order_id,
      isSettled: ({ status }: typeof receipt.initial) => status === 'settled',
      commandOf: (outcome: Parameters<typeof receipt.decide>[0]['outcome']) =>
        ({ kind: 'record-receipt', order_id, outcome }) as const,
      write: () => this.writer.write(unsent),
      giveUpAtMs: Date.parse(paid_at) + retryForMs,
    };
  }
}
