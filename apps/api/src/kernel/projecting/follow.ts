import type { ViewRow } from '@tessera/contract/admin';
import type { AnyEventDefinition, RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import { refuseStrayCheckpoint } from './checkpoint.ts';
import { consumerStatus } from './consumer-status.ts';
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

const batchMaxEvents = 1_000;
/** An empty view that is further behind at start is replayed, which is faster than following. */
const followMaxLagEvents = 20_000;
/** The task of that replay. */
const firstFold = 'the first fold';

export interface Catalog {
  readonly views: readonly AnyView[];
  readonly workflows: readonly Workflow[];
  readonly definitions: ReadonlyMap<string, AnyEventDefinition>;
}

/** What one commit changed: of each document its last state only. `undefined` is a document that is gone. */
export interface Committed {
  readonly position: number;
  readonly changes: readonly (Change & { readonly view: string })[];
}

/** As the admin reads it, but for a replay under way. */
export type ConsumerStatus = Omit<ViewRow, 'replay'>;

/** What one batch did to one view: the events it had not seen, of whatever type. */
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
  /** Called when a replay has put other documents in the place of a view's. */
  readonly onPromoted: (view: string) => void;
  /** Called around that, for who measures and traces. */
  readonly onFolded?: (
    batch: { readonly folded: readonly FoldedView[]; readonly tookMs: number },
    tell: () => void,
  ) => void;
  /** Replays beside the main thread. */
  readonly threadReplayer?: Replayer;
}

/**
 * The one ordered reader of the log: folds events into all views, commits them together, and says what changed.
 * Workflows run beside it. A view can be replayed while it continues.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #parkingLot: ParkingLot;
  readonly #views = new Map<string, LiveView>();
  readonly #workflows: ReadonlyMap<string, WorkflowRunner>;
  readonly #handledTypes: ReadonlySet<string>;
  readonly #openedTypes: ReadonlySet<string>;
  readonly #rebuilding: Rebuilding;
  /** A batch is folded, or a replay switches: never both. */
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
      turns: this.#queue,
      signal: this.#stopping.signal,
    });
  }

  /** Of the last event that all views have committed. */
  get position() {
    return this.#position;
  }

  /**
   * Resolves when the views can be read as they were left.
   * @throws when a view stands where the log has no event
   */
  open(): Promise<void> {
    return (this.#opened ??= this.#registerAll());
  }

  /**
   * Resolves when the views have caught up with the log as it is now.
   * @throws when a view or a workflow stands where the log has no event
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
      options: () => ({ after: this.#position, batchMax: batchMaxEvents }),
      onBatch: (batch) => this.#queue.run(() => this.#foldBatch(batch)),
      onFailure: (error) => this.#parts.report(error, `folding views after position ${this.#position}`),
    });
    const workflows = [...this.#workflows].map(([name, runner]) =>
      runner.run(signal).catch((error: unknown) => this.#parts.report(error, `workflow ${name} could not start`)),
    );
    this.#running = Promise.all([views, ...workflows]);
    await this.reached(head, Infinity);
  }

  /** Finishes the batch under way, and drops a replay that is not done. */
  async stop() {
    this.#stopping.abort();
    this.#waiters.release();
    await Promise.allSettled([this.#running, ...[...this.#views.values()].map(({ replaying }) => replaying)]);
  }

  /** True as soon as all views have committed the position; false after the timeout or when the follower stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position >= position) return Promise.resolve(true);
    return this.#waiters.wait(position, timeoutMs);
  }

  /** Of the last event that a workflow has dealt with, or of one behind it that doesn't concern it. */
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

  /** What a view or a workflow has parked, in the order of the log. */
  parked(consumer: string): Promise<readonly ParkedEvent[]> {
    return this.#parkingLot.of(this.#views.get(consumer)?.consumer ?? consumer);
  }

  /**
   * Tries what is parked once more. A workflow gets the parked events delivered; a view is replayed, as folding an
   * event after those that came later could give another document.
   */
  async retryParked(consumer: string) {
    const workflow = this.#workflows.get(consumer);
    if (workflow) await workflow.retryParked();
    else await this.replay(consumer, () => undefined);
  }

  /**
   * Folds a view again from the first event, beside the live one, and switches to it between two live batches.
   * Workflows and effects do not run. `onProgress` hears each change of state, and in between at most ten a second.
   * @param task the same again continues what was interrupted, as far as the engine can
   * @throws when the view is unknown or is being replayed already; the live documents stay when a replay fails.
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
    // Folded from the first event, nothing of what was parked before counts.
    if (checkpoint < 0) await this.#parkingLot.replace(consumer, []);
    // Parked by a release that knew one shape of a view at a time.
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
    const tell = () => onCommitted({ position, changes });
    try {
      if (onFolded) onFolded({ folded, tookMs: performance.now() - startedAtMs }, tell);
      else tell();
    } catch (error) {
      report(error, `telling what changed at position ${position}`);
    }
    this.#waiters.reached(position);
  }

  async #foldView(live: LiveView, events: readonly RecordedEvent[]) {
    const { views, report } = this.#parts;
    const { name } = live.view;
    const unseen = events.filter(({ position }) => position > live.checkpoint);
    const fold = await foldStorable(live.view, live.parkedStreams, (run) =>
      run.add(unseen, (keys) => views.load(name, keys)),
    );
    // Before the commit: a crash in between leaves an event parked that is folded past again, and parked once.
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
