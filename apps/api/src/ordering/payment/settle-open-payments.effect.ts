import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { type OpenPayment, openPayments } from '@tessera/domain/ordering/open-payments.view';
import { Gateway } from '../../adapters/payments/port.ts';
import type { PaymentGateway } from '../../adapters/payments/port.ts';
import type { Config } from '../../config.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import type { Tenure } from '../../kernel/work/lease.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { configToken } from '../../kernel/tokens.ts';
import { ChargeEffect } from './charge.effect.ts';

/** With several nodes, a payment is left to the node that charges it for this long. No charge takes longer. */
const othersChargeMaxMs = 60_000;

const oldestFirst = { sort: { field: 'started_at', descending: false } } as const;

/** Finishes payments whose outcome was lost: at the start, and then every second. */
@Injectable()
export class SettleOpenPayments implements OnApplicationBootstrap {
  /** When this process first saw a payment open, in ms of its own clock. */
  private seenAtMs = new Map<string, number>();

  constructor(
    private readonly work: BackgroundWork,
    private readonly charges: ChargeEffect,
    private readonly views: ReadStore,
    @Inject(Gateway) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    this.work.start({
      name: 'settling open payments',
      view: openPayments.name,
      round: (tenure) => this.settleAll(tenure),
    });
  }

  private async settleAll(tenure: Tenure) {
    const seenBefore = this.seenAtMs;
    this.seenAtMs = new Map();
    for await (const { key, document } of everyDocument<OpenPayment>(this.views, openPayments.name, oldestFirst)) {
      const attempt = `${key}:${document.attempt}`;
      const seenAtMs = seenBefore.get(attempt) ?? performance.now();
      this.seenAtMs.set(attempt, seenAtMs);
      if (performance.now() - seenAtMs < this.patienceMs()) continue;
      if (!tenure.isHeld()) return;
      const settled = await this.charges.settle(key);
      if (!settled && this.payments.takes !== 'cards') this.seenAtMs.set(attempt, performance.now());
    }
  }

  private patienceMs() {
    if (this.payments.takes !== 'cards') return this.payments.pageOpenMs;
    return this.config.readStore === 'embedded' ? 0 : othersChargeMaxMs;
  }
}
