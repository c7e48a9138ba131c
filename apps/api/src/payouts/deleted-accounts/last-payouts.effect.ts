import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import { postEarning } from '@tessera/domain/earnings/post-earning.workflow';
import type { Logger } from 'pino';
import { Clock } from '../../kernel/clock.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { Payees } from '../payees.ts';
import { KeptPayoutDetails } from './kept-payout-details.ts';
import { OutstandingPayouts } from './outstanding-payouts.ts';

const viewsWaitMaxMs = 2_000;
/** Where several processes share the work, the stored progress of a workflow lags by some two seconds. */
const postedWaitMaxMs = 3_000;
const postedPollMs = 50;
/** By then, a payment that was being started when the account was deleted is in the log. */
const beginsAfterMs = 3_000;
/** An account that is being deleted is still open for a moment after its details were kept. */
const deletionMaxMs = 60_000;

/**
 * Keeps what the last payouts of deleted accounts need for as long as money is owed or an item is being paid for. If a bank
 * returns a payout, that ends too: nobody is left to correct the details. A payout that failed is tried again by the next
 * run.
 */
@Injectable()
export class LastPayouts implements OnApplicationBootstrap {
  constructor(
    private readonly kept: KeptPayoutDetails,
    private readonly payees: Payees,
    private readonly outstanding: OutstandingPayouts,
    private readonly work: BackgroundWork,
    private readonly streams: Streams,
    private readonly events: EventStore,
    private readonly projections: Projections,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'last payouts of deleted accounts', round: ({ signal }) => this.destroyDone(signal) });
  }

  /** Call this while the account is still open. If nothing is owed, the details are destroyed some seconds later. */
  async keepFor(creatorId: string): Promise<void> {
    const { state } = await this.streams.load(account, creatorId);
    if (state.status !== 'open' || state.role !== 'creator') return;
    const payee = await this.payees.of(creatorId);
    if (!payee) return;
    const { method, payout, changed_at, revision } = payee;
    await this.kept.keep(creatorId, { name: state.details.name, method, payout, changed_at, revision });
  }

  private async destroyDone(signal: AbortSignal) {
    const nowMs = this.clock.now().getTime();
    const due = (await this.kept.all()).filter(({ leftAt }) => Date.parse(leftAt) + beginsAfterMs <= nowMs);
    if (due.length === 0 || !(await this.areViewsAtHead())) return;
    const sold = await this.outstanding.creatorsBeingSold();
    // In this order: a payment that gets its outcome in between is in the ledger by then.
    if (!(await this.isEverySalePosted(signal))) return;
    for (const { creatorId, leftAt } of due) {
      if (signal.aborted) return;
      if ((await this.streams.loadPublic(account, creatorId)).status === 'open') {
        if (Date.parse(leftAt) + deletionMaxMs < nowMs) await this.kept.drop(creatorId);
        continue;
      }
      if (sold.has(creatorId) || (await this.outstanding.mayStillBePaid(creatorId, leftAt))) continue;
      await this.kept.destroy(creatorId);
      this.logger.info({ creator: creatorId }, 'what the last payout of a deleted account needed was destroyed');
    }
  }

  private async isEverySalePosted(signal: AbortSignal) {
    const head = await this.events.head();
    const untilMs = performance.now() + postedWaitMaxMs;
    while ((await this.projections.workflowPosition(postEarning)) < head) {
      if (signal.aborted || performance.now() > untilMs) return false;
      await delay(postedPollMs);
    }
    return (await this.projections.parked(postEarning.name)).length === 0 && this.areViewsAtHead();
  }

  private async areViewsAtHead() {
    return this.projections.reached(await this.events.head(), viewsWaitMaxMs);
  }
}
