import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import type { Logger } from 'pino';
import { Gateway, OutcomeUnknown, PaymentNotices } from '../adapters/payments/port.ts';
import type { DisputeReport, PaymentGateway } from '../adapters/payments/port.ts';
import { Clock } from '../kernel/clock.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';

const dayMs = 86_400_000;
/** Banks decide disputes within this time. */
const disputesOpenMaxMs = 180 * dayMs;
/** How long gateways keep resending a notice. The first round asks for everything since then. */
const noticesLostMaxMs = 7 * dayMs;
/** How far a gateway's list may lag behind what it did. */
const listedLateMaxMs = 60 * 60_000;
/** How often the gateway is asked. The sandbox (`cards`) sends no notices. */
const pausesMs = { 'payments on its page': 10 * 60_000, cards: 2_000 } as const;

/** Asks the gateway for what its notices may not have delivered: disputes, and refunds made at the gateway. */
@Injectable()
export class PollGateway implements OnApplicationBootstrap {
  private nextRoundAtMs = 0;
  private refundsFrom: Date | null = null;

  constructor(
    private readonly work: BackgroundWork,
    private readonly notices: PaymentNotices,
    private readonly views: ReadStore,
    private readonly clock: Clock,
    @Inject(Gateway) private readonly payments: PaymentGateway,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'asking the gateway about disputes', round: (tenure) => this.ask(tenure) });
  }

  private async ask(tenure: Tenure) {
    if (performance.now() < this.nextRoundAtMs) return;
    this.nextRoundAtMs = performance.now() + pausesMs[this.payments.takes];
    try {
      await this.askAboutDisputes(tenure);
      if (this.payments.takes !== 'cards') await this.askAboutRefunds(tenure);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      this.logger.warn(error.message);
    }
  }

  private async askAboutDisputes(tenure: Tenure) {
    for await (const report of this.payments.disputes(this.ago(disputesOpenMaxMs))) {
      if (!tenure.isHeld()) return;
      if (!(await this.isKnown(report))) await this.notices.disputed(report);
    }
  }

  /** Not needed for the sandbox, which makes no refunds of its own. */
  private async askAboutRefunds(tenure: Tenure) {
    const now = this.clock.now();
    const from = this.refundsFrom ?? this.ago(noticesLostMaxMs);
    const refunded = new Set<string>();
    for await (const { kind, payment } of this.payments.transactions(from, now))
      if (kind === 'refund') refunded.add(payment);
    for (const payment of refunded) {
      if (!tenure.isHeld()) return;
      await this.notices.refunded(payment, await this.payments.refundsOf(payment));
    }
    this.refundsFrom = new Date(now.getTime() - listedLateMaxMs);
  }

  private async isKnown({ id, standing }: DisputeReport): Promise<boolean> {
    return (await this.views.get<Dispute>('disputes', id))?.document.standing === standing;
  }

  private ago(ms: number) {
    return new Date(this.clock.now().getTime() - ms);
  }
}
