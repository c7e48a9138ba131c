import type { AnyEventDefinition, RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import { refuseStrayCheckpoint } from './checkpoint.ts';
import { consumerStatus } from './consumer-status.ts';
import type { ConsumerStatus } from './consumer-status.ts';
import { positionsOf } from '../log/port.ts';
import { foldStorable } from './fold.ts';
import { keepFollowing } from './keep-following.ts';
import { type ParkedEvent, ParkingLot, streamsOf } from './parked.ts';
import { PositionWaiters } from './position-waiters.ts';
import type { Progress } from '../replaying/progress.ts';
import type { Change, ReadStore } from '../views/port.ts';
import { shapedName } from '../views/shape.ts';
import { type LiveView, Rebuilding } from '../replaying/rebuild.ts';
import type { Replayer } from '../replaying/replay.ts';
import { SerialQueue } from '../async/serial-queue.ts';
import { startOf, WorkflowRunner, type WorkflowParts } from '../work/workflow-runner.ts';

/** A view may allow fewer. */
const batchMaxEvents = 1_000;
/** An empty view that is further behind than this at the start is replayed, which is faster than following. */
const followMaxLagEvents = 20_000;
/** The task name of that replay. */
const firstFold = 'the first fold';

export interface Catalog {
  readonly views: readonly AnyView[];
  readonly workflows: readonly Workflow[];
  readonly definitions: ReadonlyMap<string, AnyEventDefinition>;
}

/** The changes of one commit: only the last state of each document; `undefined` means that it was deleted. */
export interface Committed {
  readonly position: number;
  readonly changes: readonly (Change & { readonly view: string })[];
}

/** The effect of one batch on one view: the events that the view had not seen yet, of any type. */
export interface FoldedView {
  readonly view: string;
  readonly definition: AnyView;
  readonly events: readonly RecordedEvent[];
}

export interface FollowerParts extends Omit<WorkflowParts, 'parkingLot' | 'viewed'> {
  readonly views: ReadStore;
  readonly catalog: Catalog;
  /** Called after each commit, in order. */
  readonly onCommitted: (committed: Committed) => void;
  /** Called when a replay has replaced a view's documents. */
  readonly onPromoted: (view: string) => void;
  /** Wraps each call of `onCommitted`, so that callers can measure and trace folds. Must call `announce`. */
  readonly onFolded?: (
    batch: { readonly folded: readonly FoldedView[]; readonly tookMs: number },
    announce: () => void,
  ) => void;
  /** Replays on another thread. */
  readonly threadReplayer?: Replayer;
}

/**
 * The only ordered reader of the log: folds events into all views, commits them together, and announces what changed.
 * Workflows run in parallel. A view can be replayed while it goes on following.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #parkingLot: ParkingLot;
  readonly #views = new Map<string, LiveView>();
  readonly #workflows: ReadonlyMap<string, WorkflowRunner>;
  readonly #handledTypes: ReadonlySet<string>;
  readonly #openedTypes: ReadonlySet<string>;
  readonly #batchMaxEvents: number;
  readonly #rebuilding: Rebuilding;
  /** Ensures that a batch is never folded while a replay switches over. */
  readonly #queue = new SerialQueue();
  readonly #waiters = new PositionWaiters();
  readonly #stopping = new AbortController();
  #opened: Promise<void> | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #position = -1;

  constructor(parts: FollowerParts) {
    const { catalog } = parts;
    this.#parts = parts;
    this.#parkingLot = new ParkingLot(parts.vault);
    const typesOf = (views: readonly AnyView[]) => new Set(views.flatMap(({ handlers }) => [...handlers.keys()]));
    this.#handledTypes = typesOf(catalog.views);
    const limits = catalog.views.map(({ foldedAtOnceMax }) => foldedAtOnceMax ?? batchMaxEvents);
    this.#batchMaxEvents = Math.min(batchMaxEvents, ...limits);
    this.#openedTypes = typesOf(catalog.views.filter(({ readsPersonalFields }) => readsPersonalFields));
    const workflowParts = {
      ...parts,
      parkingLot: this.#parkingLot,
      viewed: (at: number) => this.reached(at, Infinity),
    };
    this.#workflows = new Map(catalog.workflows.map((each) => [each.name, new WorkflowRunner(each, workflowParts)]));
    this.#rebuilding = new Rebuilding({
      ...parts,
      parkingLot: this.#parkingLot,
      queue: this.#queue,
      signal: this.#stopping.signal,
    });
  }

  /** The position of the last event that all views have committed. */
  get position() {
    return this.#position;
  }

  /** Resolves once the views can be read as they were left. @throws if one is at a position without an event */
  open(): Promise<void> {
    return (this.#opened ??= this.#registerAll());
  }

  /**
   * Resolves once the views have caught up with the log as it is now.
   * @throws if a view or workflow is at a position where the log has no event
   */
  async start() {
    const head = await this.#parts.events.head();
    await this.open();
    await Promise.all(this.#parts.catalog.workflows.map((workflow) => startOf(workflow, this.#parts)));
    const followMaxLag = positionsOf(followMaxLagEvents, this.#parts.events.counts);
    for (const live of this.#views.values()) {
      const toHead = () => head;
      if (live.checkpoint < 0 && head > followMaxLag)
        await this.#rebuilding.replay(live, toHead, () => undefined, firstFold);
    }
    this.#position = Math.min(head, ...[...this.#views.values()].map(({ checkpoint }) => checkpoint));
    const { signal } = this.#stopping;
    const views = keepFollowing({
      events: this.#parts.events,
      signal,
      options: () => ({ after: this.#position, batchMax: this.#batchMaxEvents }),
      onBatch: (batch) => this.#queue.run(() => this.#foldBatch(batch)),
      onFailure: (error) => this.#parts.report(error, `folding views after position ${this.#position}`),
    });
    const workflows = [...this.#workflows].map(([name, runner]) =>
      runner.run(signal).catch((error: unknown) => this.#parts.report(error, `workflow ${name} could not start`)),
    );
    this.#running = Promise.all([views, ...workflows]);
    await this.reached(head, Infinity);
  }

  /** Finishes the current batch, and aborts unfinished replays. */
  async stop() {
    this.#stopping.abort();
    this.#waiters.release();
    await Promise.allSettled([this.#running, ...[...this.#views.values()].map(({ replaying }) => replaying)]);
  }

  /** True as soon as all views have committed the position; false after the timeout or once the follower stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position >= position) return Promise.resolve(true);
    return this.#waiters.wait(position, timeoutMs);
  }

  /** The position of the last event that a workflow has handled, or of a later one that doesn't concern it. */
  workflowPosition(name: string): number {
    return this.#workflows.get(name)?.position ?? -1;
  }

  async status(): Promise<readonly ConsumerStatus[]> {
    const head = await this.#parts.events.head();
    const views = [...this.#views.values()].map(({ view: { name }, checkpoint, replaying }) =>
      this.#statusOf('view', name, checkpoint, head, replaying !== null),
    );
    const workflows = [...this.#workflows].map(([name, { position }]) =>
      this.#statusOf('workflow', name, position, head, false),
    );
    return Promise.all([...views, ...workflows]);
  }

  /** The events that a view or workflow has parked, in the order of the log. */
  parked(consumer: string): Promise<readonly ParkedEvent[]> {
    return this.#parkingLot.of(this.#views.get(consumer)?.consumer ?? consumer);
  }

  /**
   * Retries parked events. A workflow gets them delivered again; a view is replayed, because folding an event after
   * later ones could produce another document.
   */
  async retryParked(consumer: string) {
    const workflow = this.#workflows.get(consumer);
    if (workflow) await workflow.retryParked();
    else await this.replay(consumer, () => undefined);
  }

  /**
   * Folds a view again from the first event, next to the live one, and switches to the result between two live batches.
   * Workflows and effects do not run. `onProgress` receives each change of state, and at most ten updates per second in
   * between.
   * @param task passing the same task again resumes an interrupted replay, as far as the engine can
   * @throws if the view is unknown or already being replayed; if a replay fails, the live documents stay
   */
  async replay(name: string, onProgress: (progress: Progress) => void, task?: string) {
    const live = this.#live(name);
    await this.#rebuilding.replay(live, () => live.checkpoint, onProgress, task);
  }

  async #statusOf(kind: ConsumerStatus['kind'], name: string, position: number, head: number, replaying: boolean) {
    const { counts } = this.#parts.events;
    const parked = (await this.parked(name)).length;
    return { view: name, kind, ...consumerStatus(position, head, counts, replaying), parked };
  }

  async #registerAll() {
    for (const view of this.#parts.catalog.views) await this.#register(view);
  }

  async #register(view: AnyView) {
    const { views, events } = this.#parts;
    await views.register(view, events.counts);
    const checkpoint = await views.checkpoint(view.name);
    await refuseStrayCheckpoint(events, `view ${view.name}`, checkpoint);
    const consumer = shapedName(view, events.counts);
    // The view will be folded from the first event, so nothing that was parked before counts.
    if (checkpoint < 0) await this.#parkingLot.replace(consumer, []);
    // Parked by an earlier release, which knew one shape of a view at a time.
    else await this.#parkingLot.rename(view.name, consumer);
    const parkedStreams = streamsOf(await this.#parkingLot.of(consumer));
    this.#views.set(view.name, { view, consumer, checkpoint, parkedStreams, replaying: null });
  }

  async #foldBatch(batch: readonly RecordedEvent[]) {
    const { decode, views, onCommitted, onFolded, report } = this.#parts;
    const startedAtMs = performance.now();
    const position = batch.at(-1)?.position ?? this.#position;
    const handled = batch.filter(({ type }) => this.#handledTypes.has(type));
    const events = await decode(handled, this.#openedTypes);
    const behind = [...this.#views.values()].filter(({ checkpoint }) => checkpoint < position);
    const folded = await Promise.all(behind.map((live) => this.#foldView(live, events)));
    if (folded.length > 0) await views.commit(position, folded);
    for (const live of behind) live.checkpoint = position;
    this.#position = position;
    const changes = folded.flatMap(({ view, changes: ofView }) => ofView.map((change) => ({ ...change, view })));
    const announce = () => onCommitted({ position, changes });
    try {
      if (onFolded) onFolded({ folded, tookMs: performance.now() - startedAtMs }, announce);
      else announce();
    } catch (error) {
      report(error, `announcing the changes at position ${position}`);
    }
    this.#waiters.resolveUpTo(position);
  }

  async #foldView(live: LiveView, events: readonly RecordedEvent[]) {
    const { views, report } = this.#parts;
    const { name } = live.view;
    const unseen = events.filter(({ position }) => position > live.checkpoint);
    // Most events concern only a few of the views.
    if (!unseen.some(({ type }) => live.view.handlers.has(type)))
      return { view: name, definition: live.view, events: unseen, changes: [] };
    const fold = await foldStorable(live.view, live.parkedStreams, (run) =>
      run.add(unseen, (keys) => views.load(name, keys)),
    );
    // Before the commit: after a crash in between, the event is parked already, and parking it again changes nothing.
    await this.#parkingLot.add(live.consumer, fold.parked);
    for (const { type, position, error } of fold.parked) {
      report(new Error(error), `view ${name}: ${type} at position ${position} is parked`);
    }
    return { view: name, definition: live.view, events: unseen, changes: fold.changes() };
  }

  #live(name: string) {
    const live = this.#views.get(name);
    if (!live) throw new Error(`There is no view "${name}"`);
    return live;
  }
}
