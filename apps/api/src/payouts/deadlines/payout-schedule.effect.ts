import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { payoutRunOpen } from '@tessera/domain/payouts/payout-failures';
import { payoutRun, payoutRunId } from '@tessera/domain/payouts/runs/payout-run';
import { payoutAlert, payoutAlertId } from '@tessera/domain/payouts/promise/payout-alert';
import { isRunScheduled, lastScheduled, startedBySchedule } from '@tessera/domain/payouts/promise/schedule';
import { Gauge } from 'prom-client';
import type { Config } from '../../config.ts';
import { Clock } from '../../kernel/clock.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { EventStore } from '../../kernel/log/port.ts';
import { Measures } from '../../kernel/observe/measures.ts';
import { Projections } from '../../kernel/projecting/projections.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { BackgroundWork } from '../../kernel/work/background-work.ts';
import { DuePayouts } from './due-payouts.ts';

/** How often what is due is looked through. */
const lookEveryMs = 10 * 60_000;
const viewsWaitMaxMs = 10_000;

/** Keeps the promise about payouts: prepares runs on the days that were set, and alerts the operator to what is urgent. */
@Injectable()
export class PayoutSchedule implements OnApplicationBootstrap {
  private lookedAt = -Infinity;
  private readonly urgentCents: Gauge;

  constructor(
    private readonly work: BackgroundWork,
    private readonly due: DuePayouts,
    private readonly streams: Streams,
    private readonly commands: CommandBus,
    private readonly events: EventStore,
    private readonly projections: Projections,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
    @Inject(Measures) { registry }: Measures,
  ) {
    this.urgentCents = new Gauge({
      name: 'tessera_payouts_urgent_cents',
      help: 'What has to reach creators within three days, or should have; only where payouts are looked through',
      registers: [registry],
    });
  }

  onApplicationBootstrap() {
    this.work.start({ name: 'payout schedule', round: () => this.round() });
  }

  private async round() {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.lookedAt) < lookEveryMs) return;
    if (!(await this.projections.reached(await this.events.head(), viewsWaitMaxMs))) return;
    await this.prepareRun();
    await this.alert();
    this.lookedAt = now;
  }

  /** A run is started late rather than not at all: also if the service was down, or another run was still open. */
  private async prepareRun() {
    const at = this.clock.now().toISOString();
    const { state } = await this.streams.load(payoutRun, payoutRunId);
    if (!isRunScheduled(state, lastScheduled(this.config.payoutRunDays, at))) return;
    if (!(await this.due.isAnyPayable())) return;
    const run_id = this.clock.newId();
    const until = { at, position: await this.events.head() };
    const command = { kind: 'start', run_id, until, started_by: startedBySchedule } as const;
    try {
      await this.commands.execute(new Dispatch(payoutRun, payoutRunId, command, asSystem(run_id)));
    } catch (error) {
      // An admin was faster.
      if (!(error instanceof Refused) || error.failure.failure !== payoutRunOpen().failure) throw error;
    }
  }

  private async alert() {
    const urgent = await this.due.urgent();
    this.urgentCents.set(urgent?.cents ?? 0);
    const command = { kind: 'report', day: this.due.today(), urgent } as const;
    await this.commands.execute(new Dispatch(payoutAlert, payoutAlertId, command, asSystem(payoutAlertId)));
  }
}

const asSystem = (correlation: string) => ({ actor: 'system', correlation, causation: null });
