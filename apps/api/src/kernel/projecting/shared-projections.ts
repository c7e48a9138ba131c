import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import * as catalog from '@tessera/domain/catalog';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import type { Logger } from 'pino';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { consumerStatus } from './consumer-status.ts';
import type { EventStore } from '../log/port.ts';
import { ParkingLot } from './parked.ts';
import { Projections, requireConsumer, requireView, replayInProgress } from './projections.ts';
import type { ReportedStatus } from './projections.ts';
import { Projector } from './projector.ts';
import type { ProjectorParts } from './projector.ts';
import type { ReadStore } from '../views/port.ts';
import { shapedName } from '../views/shape.ts';
import { Refused } from '../refused.ts';
import { ProjectionRequests } from './requests.ts';
import type { Vault } from '../records/port.ts';
import { workflowPosition } from '../work/workflow-runner.ts';

const startPollMs = 1_000;
/** If a retry of parked events takes longer than this, the request is answered before it is done. */
const retryAnswerMaxMs = 10_000;
const retryPollMs = 100;

export interface SharedProjectionsParts {
  readonly events: EventStore;
  readonly views: ReadStore;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Null on a node that folds nothing itself. */
  readonly projector: Omit<ProjectorParts, 'catalog' | 'onCommitted' | 'onPromoted' | 'reached' | 'report'> | null;
}

/**
 * Views shared by several processes: the holder of a view's lease folds it, all processes read it, and requests about a
 * view go through the vault.
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
      catalog.views.map(({ name }) => name),
    );
    this.projector =
      parts.projector &&
      new Projector({
        ...parts.projector,
        catalog,
        reached: (position, timeoutMs) => this.reached(position, timeoutMs),
        onCommitted: (committed) => this.notifyCommitted(committed),
        onPromoted: (view) => this.notifyPromoted(view),
        report: (error, what) => parts.logger.error({ err: error }, what),
      });
  }

  async onModuleInit() {
    for (const view of catalog.views) await this.parts.views.register(view, this.parts.events.counts);
    this.caughtUp = this.catchUp(this.watch).then(() => {
      this.isCaughtUp = !this.stopping.signal.aborted;
    });
  }

  onApplicationBootstrap() {
    this.projector?.start();
  }

  async onApplicationShutdown() {
    this.stopping.abort();
    // Workflows wait for positions until they are stopped, so the watch must outlive them.
    await this.projector?.stop();
    await this.watch.stop();
  }

  caughtUpWith(view: string) {
    return this.catchUp(new CheckpointWatch(this.parts.views, [view]));
  }

  reached(position: number, timeoutMs: number) {
    return this.watch.reached(position, timeoutMs);
  }

  workflowPosition(workflow: Workflow) {
    return workflowPosition(workflow, this.parts);
  }

  /** Nothing to do: documents are replaced in place, and the files are the engine's own. */
  async forget() {
    return true;
  }

  async status(): Promise<readonly ReportedStatus[]> {
    const head = await this.parts.events.head();
    const checkpoints = await this.parts.views.checkpoints(catalog.views.map(({ name }) => name));
    const views = catalog.views.map(({ name }) => this.row('view', name, checkpoints.get(name) ?? -1, head));
    const workflows = catalog.workflows.map(async (workflow) =>
      this.row('workflow', workflow.name, await workflowPosition(workflow, this.parts), head),
    );
    return Promise.all([...views, ...workflows]);
  }

  async parked(name: string) {
    return this.parkingLot.of(this.consumer(requireConsumer(name)));
  }

  async startReplay(name: string) {
    if (!(await this.requests.ask(this.consumer(requireView(name)), 'replay', this.parts.newId())))
      throw new Refused(replayInProgress());
  }

  async retryParked(name: string) {
    const consumer = this.consumer(requireConsumer(name));
    const id = this.parts.newId();
    if (!(await this.requests.ask(consumer, 'retry', id))) throw new Refused(replayInProgress());
    const untilMs = performance.now() + retryAnswerMaxMs;
    while (performance.now() < untilMs && !(await this.isDone(consumer, id))) await delay(retryPollMs);
    return (await this.parkingLot.of(consumer)).length;
  }

  private async row(
    kind: ReportedStatus['kind'],
    name: string,
    position: number,
    head: number,
  ): Promise<ReportedStatus> {
    const consumer = this.consumer(name);
    const request = await this.requests.latest(consumer);
    const parked = (await this.parkingLot.of(consumer)).length;
    const replaying = request?.kind === 'replay' && request.state === 'running';
    const replay = request?.progress ?? null;
    return { view: name, kind, ...consumerStatus(position, head, this.parts.events.counts, replaying), parked, replay };
  }

  /** The consumer that folds the view in the shape that this process reads, or that runs the workflow. */
  private consumer(name: string) {
    const view = catalog.views.find((each) => each.name === name);
    return view ? shapedName(view, this.parts.events.counts) : name;
  }

  private async isDone(consumer: string, id: string) {
    const latest = await this.requests.latest(consumer);
    return latest?.id !== id || latest.state === 'done' || latest.state === 'failed';
  }

  /** With the log as it is now, however much is appended meanwhile. Also resolves if the process stops first. */
  private async catchUp(watch: CheckpointWatch) {
    const { signal } = this.stopping;
    let head: number | null = null;
    while (!signal.aborted) {
      try {
        head ??= await this.parts.events.head();
        if (await watch.reached(head, startPollMs)) return;
      } catch {
        // The readiness check reports an engine that doesn't answer; here we only wait for it.
        await delay(startPollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
