import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { PayoutCommand } from '@tessera/domain/payouts/payout';
import { isOpenRun, payoutRun, payoutRunId } from '@tessera/domain/payouts/runs/payout-run';
import type { PayoutRunCommand } from '@tessera/domain/payouts/runs/payout-run';
import { leftOutOf, payoutRuns, totalOf } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { PayoutRun } from '@tessera/domain/payouts/runs/payout-runs.view';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { PayoutRail } from '../adapters/payouts/port.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { EventStore } from '../kernel/log/port.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import { PayoutSteps } from './payout-steps.ts';
import { PreparePayouts } from './prepare-payouts.ts';
import { SettlePayouts } from './settling/settle-payouts.ts';
import { forEachConcurrently } from '../kernel/async/for-each-concurrently.ts';

const atOnceMax = 32;
const viewsWaitMaxMs = 10_000;
/** How many prepared payouts a round checks for strays, which belong to no open run. */
const strayMax = 100;

const oldestFirst = { sort: { field: 'prepared_at', descending: false } } as const;

/**
 * Carries out a payout run step by step. Its progress is in the log and every step can be repeated, so an interrupted run
 * continues where it stopped.
 */
@Injectable()
export class PayoutRuns implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly preparing: PreparePayouts,
    private readonly settling: SettlePayouts,
    private readonly steps: PayoutSteps,
    private readonly rail: PayoutRail,
    private readonly streams: Streams,
    private readonly commands: CommandBus,
    private readonly views: ReadStore,
    private readonly events: EventStore,
    private readonly projections: Projections,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'payout runs', round: (tenure) => this.round(tenure) });
  }

  private async round(tenure: Tenure) {
    const { state } = await this.streams.load(payoutRun, payoutRunId);
    if (isOpenRun(state)) {
      const { status, run_id: runId } = state;
      if (status === 'preparing') await this.prepare(runId, tenure);
      if (status === 'canceling') await this.moveAll(runId, (payout_id) => ({ kind: 'cancel', payout_id }), tenure);
      if (status === 'sent') {
        const { name: rail } = this.rail;
        await this.moveAll(runId, (payout_id) => ({ kind: 'send', payout_id, rail }), tenure);
      }
      if (status === 'canceling' || status === 'sent') await this.closeWhenDone(runId, tenure);
    }
    await this.cancelStrays(isOpenRun(state) ? state.run_id : null, tenure);
    await this.settling.settleAll(tenure);
  }

  private async prepare(runId: string, tenure: Tenure) {
    if (!(await this.areViewsAtHead())) return;
    // Some payouts are prepared while the views fold those before them, so that live pages are never far behind a run.
    let lastHead = await this.events.head();
    const mayContinue = async () => {
      const { state } = await this.streams.load(payoutRun, payoutRunId);
      if (state.status !== 'preparing' || state.run_id !== runId) return false;
      const haveViewsFollowed = await this.projections.reached(lastHead, viewsWaitMaxMs);
      lastHead = await this.events.head();
      return haveViewsFollowed;
    };
    if (!(await this.preparing.prepareAll(runId, tenure, mayContinue))) return;
    if (!(await this.areViewsAtHead()) || !tenure.isHeld()) return;
    const run = (await this.views.get<PayoutRun>(payoutRuns.name, runId))?.document;
    if (!run) return;
    const { count, cents: total_cents } = totalOf(run);
    await this.record({ kind: 'record-prepared', run_id: runId, count, total_cents, left_out: leftOutOf(run) });
  }

  /** Moves every prepared payout of the run to its next step. */
  private async moveAll(runId: string, commandOf: (payoutId: string) => PayoutCommand, tenure: Tenure) {
    const prepared = { where: { run_id: runId, status: 'prepared' }, ...oldestFirst };
    await forEachConcurrently(
      everyDocument<Payout>(this.views, payouts.name, prepared),
      atOnceMax,
      async ({ document }) => {
        if (tenure.isHeld()) await this.steps.take(document, commandOf(document.payout_id));
      },
    );
  }

  private async closeWhenDone(runId: string, tenure: Tenure) {
    if (await this.hasOpen(runId)) return;
    // Checked again with the view at the head: it may have missed the latest payouts.
    if (!(await this.areViewsAtHead()) || (await this.hasOpen(runId)) || !tenure.isHeld()) return;
    await this.record({ kind: 'close', run_id: runId });
  }

  private async hasOpen(runId: string) {
    const open = await Promise.all(
      ['prepared', 'sent'].map((status) => this.views.count(payouts.name, { where: { run_id: runId, status } })),
    );
    return open.some((count) => count > 0);
  }

  /** Cancels what a former holder of the lease prepared too late, for a run that was canceled in the meantime. */
  private async cancelStrays(openRunId: string | null, tenure: Tenure) {
    const { items } = await this.views.find<Payout>(payouts.name, {
      where: { status: 'prepared' },
      ...oldestFirst,
      limit: strayMax,
    });
    for (const { document } of items) {
      if (document.run_id === openRunId || !tenure.isHeld()) continue;
      await this.steps.take(document, { kind: 'cancel', payout_id: document.payout_id });
    }
  }

  private async areViewsAtHead() {
    return this.projections.reached(await this.events.head(), viewsWaitMaxMs);
  }

  private record(command: PayoutRunCommand) {
    const metadata = { actor: 'system', correlation: command.run_id, causation: null };
    return this.commands.execute(new Dispatch(payoutRun, payoutRunId, command, metadata));
  }
}
