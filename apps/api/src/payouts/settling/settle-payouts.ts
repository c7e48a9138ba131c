import { Inject, Injectable } from '@nestjs/common';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import type { Logger } from 'pino';
import { PayoutRail, RailSilent } from '../../adapters/payouts/port.ts';
import type { RailOutcome } from '../../adapters/payouts/port.ts';
import { Clock } from '../../kernel/clock.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { everyDocument } from '../../kernel/views/every-document.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import type { Tenure } from '../../kernel/work/lease.ts';
import { Payees, isUnchangedSincePrepared } from '../payees.ts';
import { PayoutSteps } from '../payout-steps.ts';
import { forEachConcurrently } from '../../kernel/async/for-each-concurrently.ts';

const atOnceMax = 16;
/** How far back the first round asks the rail for returned payouts. */
const returnsWithinMs = 90 * 86_400_000;
/** How far apart our clock and the rail's may be. */
const clockSkewMs = 5 * 60_000;

const oldestFirst = { sort: { field: 'prepared_at', descending: false } } as const;

const detailsChanged = 'Your payout details changed before this payout went out, so we stopped it.';

/** Asks the rail what became of each sent payout, and hands over those that it doesn't know yet. */
@Injectable()
export class SettlePayouts {
  private returnsFrom: Date | null = null;

  constructor(
    private readonly rail: PayoutRail,
    private readonly views: ReadStore,
    private readonly steps: PayoutSteps,
    private readonly payees: Payees,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async settleAll(tenure: Tenure): Promise<void> {
    if (!this.rail.isAutomatic) return;
    const sent = { where: { status: 'sent' }, ...oldestFirst };
    await forEachConcurrently(
      everyDocument<Payout>(this.views, payouts.name, sent),
      atOnceMax,
      async ({ document }) => {
        if (document.rail === this.rail.name && tenure.isHeld()) await this.settle(document);
      },
    );
    await this.takeReturns();
  }

  private async settle(sent: Payout) {
    try {
      const outcome = await this.rail.outcome(sent.payout_id);
      await this.record(sent, outcome.status === 'unknown' ? await this.handOver(sent) : outcome);
    } catch (error) {
      if (!(error instanceof RailSilent)) throw error;
      this.logger.warn({ err: error, payout: sent.payout_id }, 'a payout is not answered yet; asking again');
    }
  }

  /** Refuses to pay to details that changed after the payout was prepared: somebody else may have changed them. */
  private async handOver(sent: Payout): Promise<RailOutcome> {
    const { payout_id, creator_id, amount_cents } = sent;
    const payee = await this.payees.of(creator_id);
    if (!isUnchangedSincePrepared(sent, payee)) return { status: 'failed', reason: detailsChanged };
    await this.rail.send({ key: payout_id, amountCents: amount_cents, details: payee });
    return this.rail.outcome(payout_id);
  }

  private async record(sent: Payout, outcome: RailOutcome) {
    const { payout_id } = sent;
    switch (outcome.status) {
      case 'paid':
        return this.steps.take(sent, { kind: 'pay', payout_id, reference: outcome.reference });
      case 'failed':
        return this.steps.take(sent, { kind: 'fail', payout_id, reason: outcome.reason });
      case 'returned':
        await this.steps.take(sent, { kind: 'pay', payout_id, reference: outcome.reference });
        return this.steps.take(sent, { kind: 'return', payout_id, reason: outcome.reason });
      default:
        return undefined;
    }
  }

  private async takeReturns() {
    const now = this.clock.now();
    const from = this.returnsFrom ?? new Date(now.getTime() - returnsWithinMs);
    for (const { key, reason } of await this.rail.returnedSince(from)) {
      const found = await this.views.get<Payout>(payouts.name, key);
      if (found?.document.status !== 'paid') continue;
      await this.steps.take(found.document, { kind: 'return', payout_id: key, reason });
    }
    this.returnsFrom = new Date(now.getTime() - clockSkewMs);
  }
}
