import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { views as catalogViews, workflows as catalogWorkflows } from '@tessera/domain/catalog';
import type { ViewRow } from '@tessera/contract/admin';
import type { Logger } from 'pino';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { standing } from './consumer-status.ts';
import type { EventStore } from '../log/port.ts';
import { ParkingLot } from './parked.ts';
import { Projections, known, knownView, replayInProgress } from './projections.ts';
import { Projector } from './projector.ts';
import type { ProjectorParts } from './projector.ts';
import type { ReadStore } from '../views/port.ts';
import { Refused } from '../refused.ts';
import { replayRow } from '../replaying/replay-row.ts';
import { ProjectionRequests } from './requests.ts';
import type { Vault } from '../records/port.ts';
import { workflowPosition } from '../work/workflow-runner.ts';

const startPollMs = 1_000;
/** A retry of parked events that takes longer is answered before it is done. */
const retryAnswerMaxMs = 10_000;
const retryPollMs = 100;

export interface SharedProjectionsParts {
  readonly events: EventStore;
  readonly views: ReadStore;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Null on a node that folds nothing itself. */
  readonly projector: Omit<ProjectorParts, 'onCommitted' | 'onPromoted' | 'reached' | 'report'> | null;
}

/**
 * Views that several processes share: whoever holds a view's lease folds it, all read it, and what is asked of a view
 * goes through the vault.
 */
@Injectable()
export class SharedProjections
  extends Projections
  implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown
{
  isCaughtUp = false;
  caughtUp: Promise<void> = Promise.resolve();
  private readonly requests: ProjectionRequests;
  private readonly parkingLot: ParkingLot;
  private readonly watch: CheckpointWatch;
  private readonly projector: Projector | null;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: SharedProjectionsParts) {
    super();
    this.requests = new ProjectionRequests(parts.vault);
    this.parkingLot = new ParkingLot(parts.vault);
    this.watch = new CheckpointWatch(
      parts.views,
      catalogViews.map(({ name }) => name),
    );
    this.projector =
      parts.projector &&
      new Projector({
        ...parts.projector,
        reached: (position, timeoutMs) => this.reached(position, timeoutMs),
        onCommitted: (committed) => this.notifyCommitted(committed),
        onPromoted: (view) => this.notifyPromoted(view),
        report: (error, what) => parts.logger.error({ err: error }, what),
      });
  }

  async onModuleInit() {
    for (const view of catalogViews) await this.parts.views.register(view, this.parts.events.counts);
    this.caughtUp = this.catchUp();
  }

  onApplicationBootstrap() {
    this.projector?.start();
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    // Workflows wait for positions until they are stopped: the watch must outlive them.
    await this.projector?.stop();
    await this.watch.stop();
  }

  reached(position: number, timeoutMs: number) {
    return this.watch.reached(position, timeoutMs);
  }

  /** The documents are those of today, and the files are the engine's own. */
  async forget() {
    return true;
  }

  async status(): Promise<readonly ViewRow[]> {
    const head = await this.parts.events.head();
    const views = catalogViews.map(async ({ name }) =>
      this.row('view', name, await this.parts.views.checkpoint(name), head),
    );
    const workflows = catalogWorkflows.map(async (workflow) =>
      this.row('workflow', workflow.name, await workflowPosition(workflow, this.parts, head), head),
    );
    return Promise.all([...views, ...workflows]);
  }

  async parked(name: string) {
    return this.parkingLot.of(known(name));
  }

  async startReplay(name: string) {
    if (!(await this.requests.ask(knownView(name), 'replay', this.parts.newId())))
      throw new Refused(replayInProgress());
  }

  async retryParked(name: string) {
    known(name);
    const id = this.parts.newId();
    if (!(await this.requests.ask(name, 'retry', id))) throw new Refused(replayInProgress());
    const untilMs = performance.now() + retryAnswerMaxMs;
    while (performance.now() < untilMs && !(await this.isDone(name, id))) await delay(retryPollMs);
    return (await this.parkingLot.of(name)).length;
  }

  private async row(kind: ViewRow['kind'], name: string, position: number, head: number): Promise<ViewRow> {
    const request = await this.requests.latest(name);
    const parked = (await this.parkingLot.of(name)).length;
    const replaying = request?.kind === 'replay' && request.state === 'running';
    const replay = request?.progress ? replayRow(request.progress) : null;
    return { view: name, kind, ...standing(position, head, this.parts.events.counts, replaying), parked, replay };
  }

  private async isDone(name: string, id: string) {
    const latest = await this.requests.latest(name);
    return latest?.id !== id || latest.state === 'done' || latest.state === 'failed';
  }

  private async catchUp() {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const head = await this.parts.events.head();
        if (await this.reached(head, startPollMs)) {
          this.isCaughtUp = true;
          return;
        }
      } catch {
        // An engine that doesn't answer yet is named by the readiness check; here it is only waited for.
        await delay(startPollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
