import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Positioned } from '@tessera/contract/kernel/answers';
import { PageQuery } from '@tessera/contract/kernel/queries';
import {
  DueNow,
  LeftOutPage,
  PayoutRunDetails,
  PayoutRunPage,
  PayoutRunStarted,
  RunPayoutPage,
  RunPayoutsQuery,
} from '@tessera/contract/money/payout-runs';
import type { LeftOutRow, PayoutRunRow, RunPayout } from '@tessera/contract/money/payout-runs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import type { LeftOutReason } from '@tessera/domain/payouts/left-out';
import { payoutRunNotFound } from '@tessera/domain/payouts/payout-failures';
import { payoutLeftOuts } from '@tessera/domain/payouts/payout-left-outs.view';
import type { LeftOut } from '@tessera/domain/payouts/payout-left-outs.view';
import { payoutRun, payoutRunId } from '@tessera/domain/payouts/runs/payout-run';
import type { PayoutRunCommand } from '@tessera/domain/payouts/runs/payout-run';
import { payoutRuns, totalOf } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { PayoutRun } from '@tessera/domain/payouts/runs/payout-runs.view';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { payoutAlertId } from '@tessera/domain/payouts/promise/payout-alert';
import { payoutAlerts } from '@tessera/domain/payouts/promise/payout-alerts.view';
import type { PayoutAlert } from '@tessera/domain/payouts/promise/payout-alerts.view';
import { paymentMethods } from '@tessera/domain/payment-methods';
import { PayoutRail } from '../adapters/payouts/port.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { EventStore } from '../kernel/log/port.ts';
import { Refused } from '../kernel/refused.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { PayoutRows, runRow } from './payout-run-rows.ts';
import { DuePayouts } from './deadlines/due-payouts.ts';

const newestFirst = { sort: { field: 'started_at', descending: true } } as const;

/** Payout runs, for the admin who prepares, reviews and sends them. */
@ApiTags('admin')
@Controller('api/admin/payout-runs')
@OnlyFor('admin')
export class PayoutRunsController {
  constructor(
    private readonly views: ReadStore,
    private readonly rows: PayoutRows,
    private readonly dueNow: DuePayouts,
    private readonly rail: PayoutRail,
    private readonly events: EventStore,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Answers('Lists payout runs.', { 200: PayoutRunPage })
  async list(@QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    return listPage<PayoutRun, PayoutRunRow>(this.views, payoutRuns.name, { ...newestFirst, limit, cursor }, runRow);
  }

  @Get('due')
  @Answers('Says what is due now, and by when it has to reach its creators.', { 200: DueNow })
  async due() {
    const alert = (await this.views.get<PayoutAlert>(payoutAlerts.name, payoutAlertId))?.document;
    const urgent = alert ? { by: alert.by, creators: alert.creators, cents: alert.cents } : null;
    return { ...(await this.dueNow.now()), urgent, position: await this.events.head() };
  }

  @Post()
  @Refuses('payout_run_open')
  @Answers('Starts a payout run, which prepares a payout for each creator.', { 200: PayoutRunStarted })
  async start(@CurrentUser() { id: started_by }: SignedIn, @Metadata() metadata: EventMetadata) {
    const run_id = this.clock.newId();
    const until = { at: this.clock.now().toISOString(), position: await this.events.head() };
    const { position } = await this.record({ kind: 'start', run_id, until, started_by }, metadata);
    return { id: run_id, position };
  }

  @Get(':id')
  @Refuses('payout_run_not_found')
  @Answers('Shows a payout run.', { 200: PayoutRunDetails })
  async one(@Param('id') id: string): Promise<PayoutRunDetails> {
    const run = await this.found(id);
    return {
      ...runRow(run),
      rail: run.rail,
      is_automatic: this.rail.isAutomatic,
      methods: paymentMethods.map((method) => ({ method, ...run.methods[method] })),
      outcomes: await this.outcomesOf(run),
      left_out_reasons: Object.entries(run.left_out).map(([reason, count]) => ({
        reason: reason as LeftOutReason,
        count,
      })),
      files: run.files,
      position: await this.views.checkpoint(payoutRuns.name),
    };
  }

  /** The page polls a run while it is being prepared, so its count comes from the run itself rather than from a query. */
  private async outcomesOf(run: PayoutRun): Promise<PayoutRunDetails['outcomes']> {
    const [prepared, ...later] = payoutStatuses;
    const countOf = async (status: PayoutStatus) => ({
      status,
      count: await this.views.count(payouts.name, { where: { run_id: run.run_id, status } }),
    });
    const counted = await Promise.all(later.map(countOf));
    if (run.status !== 'preparing') return [await countOf(prepared), ...counted];
    // The run no longer counts what was canceled.
    const moved = counted.reduce((sum, { status, count }) => (status === 'canceled' ? sum : sum + count), 0);
    return [{ status: prepared, count: Math.max(0, totalOf(run).count - moved) }, ...counted];
  }

  @Get(':id/payouts')
  @Answers('Lists the payouts of a run.', { 200: RunPayoutPage })
  async payouts(@Param('id') id: string, @QueryParams(RunPayoutsQuery) { status, limit, cursor }: RunPayoutsQuery) {
    const where = { run_id: id, ...(status && { status }) };
    const find = { where, sort: { field: 'prepared_at', descending: false }, limit, cursor };
    return listPage<Payout, RunPayout>(this.views, payouts.name, find, (payout) => this.rows.ofPayout(payout));
  }

  @Get(':id/left-out')
  @Answers('Lists the creators that a run left out, and why.', { 200: LeftOutPage })
  async leftOut(@Param('id') id: string, @QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    const find = { where: { run_id: id }, sort: { field: 'left_at', descending: false }, limit, cursor };
    return listPage<LeftOut, LeftOutRow>(this.views, payoutLeftOuts.name, find, (left) => this.rows.ofLeftOut(left));
  }

  @Post(':id/send')
  @Refuses('payout_run_not_found', 'payout_run_moved_on')
  @Answers('Sends the payouts of a run. If the admin pays by hand, it marks them as sent.', { 200: Positioned })
  async send(@Param('id') run_id: string, @Metadata() metadata: EventMetadata) {
    const { position } = await this.record({ kind: 'send', run_id, rail: this.rail.name }, metadata);
    return { position };
  }

  @Post(':id/cancel')
  @Refuses('payout_run_not_found', 'payout_run_moved_on')
  @Answers('Cancels a run that wasn’t sent, and all of its payouts.', { 200: Positioned })
  async cancel(@Param('id') run_id: string, @Metadata() metadata: EventMetadata) {
    const { position } = await this.record({ kind: 'cancel', run_id }, metadata);
    return { position };
  }

  private async found(id: string): Promise<PayoutRun> {
    const found = await this.views.get<PayoutRun>(payoutRuns.name, id);
    if (!found) throw new Refused(payoutRunNotFound());
    return found.document;
  }

  private record(command: PayoutRunCommand, metadata: EventMetadata) {
    return this.commands.execute(new Dispatch(payoutRun, payoutRunId, command, metadata));
  }
}
