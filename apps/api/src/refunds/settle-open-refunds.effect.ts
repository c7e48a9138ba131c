import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { openRefunds } from '@tessera/domain/refunds/open-refunds.view';
import type { OpenRefund } from '@tessera/domain/refunds/open-refunds.view';
import { Gateway } from '../adapters/payments/port.ts';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { RefundEffect } from './refund.effect.ts';
import { refundKeyOf } from './refund-key.ts';

/** How long to wait before asking an outside gateway about the same refund again. Its notice usually arrives earlier. */
const patienceMs = 60_000;

const oldestFirst = { sort: { field: 'started_at', descending: false } } as const;

/** Finishes refunds whose outcome was lost or is slow to come: at the start, and then regularly. */
@Injectable()
export class SettleOpenRefunds implements OnApplicationBootstrap {
  /** When this process last asked about a refund, in ms of its own clock. */
  private askedAtMs = new Map<string, number>();

  constructor(
    private readonly work: BackgroundWork,
    private readonly refunds: RefundEffect,
    private readonly views: ReadStore,
    @Inject(Gateway) private readonly payments: PaymentGateway,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'settling open refunds',
      view: openRefunds.name,
      round: (tenure) => this.settleAll(tenure),
    });
  }

  private async settleAll(tenure: Tenure) {
    const askedBefore = this.askedAtMs;
    this.askedAtMs = new Map();
    for await (const { document } of everyDocument<OpenRefund>(this.views, openRefunds.name, oldestFirst)) {
      const key = refundKeyOf(document.license_id, document.refund_number);
      const last = askedBefore.get(key);
      const isDue = last === undefined || performance.now() - last >= this.pauseMs();
      this.askedAtMs.set(key, isDue ? performance.now() : last);
      if (!isDue) continue;
      if (!tenure.isHeld()) return;
      await this.refunds.settle(document.license_id);
    }
  }

  private pauseMs() {
    return this.payments.takes === 'cards' ? 0 : patienceMs;
  }
}
