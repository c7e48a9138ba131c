import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { OpenPayment } from '@tessera/domain/ordering/open-payments.view';
import type { Logger } from 'pino';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import type { Config } from '../config.ts';
import type { Leases } from '../kernel/lease.ts';
import { Projections } from '../kernel/projections.ts';
import type { Page, ReadStore } from '../kernel/read-store/port.ts';
import { configToken, leasesToken, loggerToken, paymentsToken, readStoreToken } from '../kernel/tokens.ts';
import { ChargeEffect } from './charge.effect.ts';

const everyMs = 1_000;
const pageMax = 100;
/** Where other nodes charge as well, a payment is left to its own node for so long: no charge is under way longer. */
const othersChargeMaxMs = 60_000;

/**
 * Finishes payments whose outcome got lost: at start, once the views are up to date, and then every second. Among
 * several processes one does it for all.
 */
@Injectable()
export class SettleOpenPayments implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** When this process first saw a payment open, in ms of its own clock. */
  private seenAtMs = new Map<string, number>();

  constructor(
    private readonly charges: ChargeEffect,
    private readonly projections: Projections,
    @Inject(leasesToken) private readonly leases: Leases,
    @Inject(readStoreToken) private readonly views: ReadStore,
    @Inject(paymentsToken) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Doesn't hold up the start: until the views include what was open, nobody knows what to ask about. */
  onApplicationBootstrap() {
    if (this.config.role === 'api') return;
    this.running = this.leases.keep('settling open payments', this.stopping.signal, ({ signal }) =>
      this.settle(signal),
    );
    this.running.catch((error: unknown) => {
      this.logger.fatal({ err: error }, 'open payments can’t be settled without the views; restart the service');
    });
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    await this.running.catch(() => undefined);
  }

  private async settle(signal: AbortSignal) {
    await this.projections.caughtUp;
    while (!signal.aborted) {
      await this.settleAll();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async settleAll() {
    try {
      const seenBefore = this.seenAtMs;
      this.seenAtMs = new Map();
      for await (const { key, document } of this.open()) {
        const attempt = `${key}:${document.attempt}`;
        const seenAtMs = seenBefore.get(attempt) ?? performance.now();
        this.seenAtMs.set(attempt, seenAtMs);
        if (performance.now() - seenAtMs < this.patienceMs()) continue;
        const settled = await this.charges.settle(key);
        if (!settled && this.payments.takes !== 'cards') this.seenAtMs.set(attempt, performance.now());
      }
    } catch (error) {
      this.logger.error({ err: error }, 'open payments could not be settled; trying again in a second');
    }
  }

  /** On a page of the gateway many are open at a time, and long. */
  private async *open() {
    let cursor: string | null = null;
    do {
      const query = { limit: pageMax, ...(cursor === null ? {} : { cursor }) };
      const page: Page<OpenPayment> = await this.views.find<OpenPayment>('open-payments', query);
      yield* page.items;
      cursor = page.next;
    } while (cursor !== null);
  }

  private patienceMs() {
    if (this.payments.takes !== 'cards') return this.payments.pageOpenMs;
    return this.config.readStore === 'embedded' ? 0 : othersChargeMaxMs;
  }
}
