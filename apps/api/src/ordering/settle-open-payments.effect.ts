import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { OpenPayment } from '@tessera/domain/ordering/open-payments.view';
import type { Logger } from 'pino';
import { FollowerService } from '../kernel/follower.service.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { loggerToken, readStoreToken } from '../kernel/tokens.ts';
import { ChargeEffect } from './charge.effect.ts';

const everyMs = 1_000;
const pageMax = 100;

/** Finishes payments whose outcome got lost: at start, once the views are up to date, and then every second. */
@Injectable()
export class SettleOpenPayments implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly charges: ChargeEffect,
    private readonly follower: FollowerService,
    @Inject(readStoreToken) private readonly views: ReadStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Doesn't hold up the start: until the views include what was open, nobody knows what to ask about. */
  onApplicationBootstrap() {
    this.round = this.follower.caughtUp.then(() => this.settleAll());
    this.timer = setInterval(() => {
      this.round = this.round.then(() => this.settleAll());
    }, everyMs);
    this.round.catch((error: unknown) => {
      this.logger.fatal({ err: error }, 'open payments can’t be settled without the views; restart the service');
    });
  }

  async onApplicationShutdown() {
    if (this.timer) clearInterval(this.timer);
    await this.round;
  }

  private async settleAll() {
    try {
      const open = await this.views.find<OpenPayment>('open-payments', { limit: pageMax });
      for (const { key } of open.items) await this.charges.settle(key);
    } catch (error) {
      this.logger.error({ err: error }, 'open payments could not be settled; trying again in a second');
    }
  }
}
