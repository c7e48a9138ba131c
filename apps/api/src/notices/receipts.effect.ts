import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { receipt } from '@tessera/domain/ordering/receipt';
import type { UnsentReceipt } from '@tessera/domain/ordering/unsent-receipts.view';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { SoleWork } from '../kernel/work/sole-work.ts';
import { Deliveries, sendingMaxMs } from './deliveries.ts';
import { ReceiptMail } from './receipt-mail.ts';
import { ReceiptsSince } from './receipts-since.ts';

/** So long after the payment a reader's mail server may refuse a receipt for now. */
const patienceMs = 7 * 86_400_000;

/** Emails each paid order its receipt, oldest first. */
@Injectable()
export class Receipts implements OnApplicationBootstrap {
  private since = '';

  constructor(
    private readonly work: SoleWork,
    private readonly deliveries: Deliveries,
    private readonly mail: ReceiptMail,
    private readonly firstStart: ReceiptsSince,
    private readonly views: ReadStore,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'sending receipts',
      begin: async () => {
        this.since = await this.firstStart.instant();
      },
      underWayMaxMs: sendingMaxMs,
      round: (tenure) => this.sendAll(tenure),
    });
  }

  private async sendAll(tenure: Tenure) {
    const query = { range: { field: 'paid_at', from: this.since }, sort: { field: 'paid_at', descending: false } };
    for await (const { document } of everyDocument<UnsentReceipt>(this.views, 'unsent-receipts', query)) {
      if (tenure.signal.aborted || !this.deliveries.areOpen) return;
      await this.deliveries.deliver(this.noticeOf(document), tenure);
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
      write: () => this.mail.write(unsent),
      givenUpAtMs: Date.parse(paid_at) + patienceMs,
    };
  }
}
