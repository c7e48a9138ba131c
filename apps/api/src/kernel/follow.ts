import type { AnyEventDefinition, RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import { Fold } from './fold.ts';
import { keepFollowing } from './keep-following.ts';
import { type ParkedEvent, type ParkedStreams, ParkingLot, streamsOf } from './parked.ts';
import { type Progress, ProgressReport } from './progress.ts';
import type { Change, Generation, ReadStore } from './read-store/port.ts';
import { type Replayer, replayFrom } from './replay.ts';
import { Turns } from './turns.ts';
import { WorkflowRunner, type WorkflowParts } from './workflow-runner.ts';

const batchMaxEvents = 1_000;
/** An empty view that is further behind than this at start is replayed, which is faster than following. */
const followMaxLagEvents = 20_000;
/** What the last pass of a replay folds while live folding pauses. */
const switchMaxLagEvents = 1_000;
/** Passes of a replay after which it switches even if live appends are as fast as it is. */
const passesMax = 20;
/** Read at once by a replay on the main thread. */
const replayPageMaxEvents = 1_000;

export interface Catalogue {
  readonly views: readonly AnyView[];
  readonly workflows: readonly Workflow[];
  readonly definitions: ReadonlyMap<string, AnyEventDefinition>;
}

/** What one commit changed: of each document its last state only. `undefined` is a document that is gone. */
export interface Committed {
  readonly position: number;
  readonly changes: readonly (Change & { readonly view: string })[];
}

export interface ViewStatus {
  readonly view: string;
  readonly position: number;
  readonly head: number;
  readonly lag: number;
  readonly state: 'live' | 'catching-up' | 'replaying';
  readonly parked: number;
}

export interface FollowerParts extends Omit<WorkflowParts, 'parkingLot' | 'viewed'> {
  readonly views: ReadStore;
  readonly catalogue: Catalogue;
  /** Called after each commit, in order. */
  readonly onCommitted: (committed: Committed) => void;
  /** Replays beside the main thread; it gets no view that reads personal fields. */
  readonly threadReplayer?: Replayer;
}

interface Waiting {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

/** A view as this process folds it. */
interface LiveView {
  readonly view: AnyView;
  checkpoint: number;
  parkedStreams: ParkedStreams;
  replaying: Promise<void> | null;
}

/**
 * The one ordered reader of the log: folds events into all views, commits them together, and says what changed.
 * Workflows run beside it. A view can be replayed while it goes on.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #parkingLot: ParkingLot;
  readonly #views = new Map<string, LiveView>();
  readonly #workflows: ReadonlyMap<string, WorkflowRunner>;
  readonly #handledTypes: ReadonlySet<string>;
  readonly #mainReplayer: Replayer;
  /** A batch is folded, or a replay switches: never both. */
  readonly #turns = new Turns();
  readonly #waiting = new Set<Waiting>();
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #position = -1;

  constructor(parts: FollowerParts) {
    const { catalogue, events, decode } = parts;
    this.#parts = parts;
    this.#parkingLot = new ParkingLot(parts.vault);
    this.#handledTypes = new Set(catalogue.views.flatMap(({ handlers }) => [...handlers.keys()]));
    const workflowParts = {
      ...parts,
      parkingLot: this.#parkingLot,
      viewed: (at: number) => this.reached(at, Infinity),
    };
    this.#workflows = new Map(catalogue.workflows.map((each) => [each.name, new WorkflowRunner(each, workflowParts)]));
    this.#mainReplayer = replayFrom(async ({ through, ...range }) => {
      const page = await events.readAll(range);
      return decode(page.filter(({ position }) => position <= through));
    }, replayPageMaxEvents);
  }

  /** Of the last event that all views have committed. */
  get position() {
    return this.#position;
  }

  /** Resolves when the views have caught up with the log as it is now. */
  async start() {
    const head = await this.#parts.events.head();
    for (const view of this.#parts.catalogue.views) await this.#register(view, head);
    for (const [name, { checkpoint }] of this.#views) {
      if (checkpoint < 0 && head > followMaxLagEvents)
        await this.#rebuild(
          name,
          () => head,
          () => undefined,
        );
    }
    this.#position = Math.min(head, ...[...this.#views.values()].map(({ checkpoint }) => checkpoint));
    const { signal } = this.#stopping;
    const views = keepFollowing({
      events: this.#parts.events,
      signal,
      options: () => ({ after: this.#position, batchMax: batchMaxEvents }),
      onBatch: (batch) => this.#turns.take(() => this.#foldBatch(batch)),
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
    for (const { resolve } of this.#waiting) resolve(false);
    await Promise.allSettled([this.#running, ...[...this.#views.values()].map(({ replaying }) => replaying)]);
  }

  /** True as soon as all views have committed the position; false after the timeout or when the follower stops. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    if (this.#position >= position) return Promise.resolve(true);
    if (this.#stopping.signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(reached);
      };
      const waiting = { position, resolve: settle };
      const timer = Number.isFinite(timeoutMs) ? setTimeout(() => settle(false), timeoutMs) : undefined;
      this.#waiting.add(waiting);
    });
  }

  async status(): Promise<readonly ViewStatus[]> {
    const head = await this.#parts.events.head();
    return Promise.all(
      [...this.#views.values()].map(async ({ view: { name }, checkpoint, replaying }) => {
        const lag = Math.max(0, head - checkpoint);
        const state = replaying ? 'replaying' : lag > batchMaxEvents ? 'catching-up' : 'live';
        return {
          view: name,
          position: checkpoint,
          head,
          lag,
          state,
          parked: (await this.parked(name)).length,
        } as const;
      }),
    );
  }

  /** What a view or a workflow has parked, in the order of the log. */
  parked(consumer: string): Promise<readonly ParkedEvent[]> {
    return this.#parkingLot.of(consumer);
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
   * @throws when the view is unknown or is being replayed already; the live documents stay when a replay fails.
   */
  async replay(name: string, onProgress: (progress: Progress) => void) {
    await this.#rebuild(name, () => this.#live(name).checkpoint, onProgress);
  }

  async #register(view: AnyView, head: number) {
    const { views } = this.#parts;
    await views.register(view);
    const checkpoint = await views.checkpoint(view.name);
    if (checkpoint > head) {
      throw new Error(
        `The view ${view.name} is at position ${checkpoint}, but the log ends at ${head}: they do not belong together. ` +
          'Restore the log, or delete the read store and start again',
      );
    }
    // Folded from the first event, nothing of what was parked before counts.
    if (checkpoint < 0) await this.#parkingLot.replace(view.name, []);
    const parkedStreams = streamsOf(await this.#parkingLot.of(view.name));
    this.#views.set(view.name, { view, checkpoint, parkedStreams, replaying: null });
  }

  async #foldBatch(batch: readonly RecordedEvent[]) {
    const { decode, views, onCommitted, report } = this.#parts;
    const position = batch.at(-1)?.position ?? this.#position;
    const events = await decode(batch.filter(({ type }) => this.#handledTypes.has(type)));
    const behind = [...this.#views.values()].filter(({ checkpoint }) => checkpoint < position);
    const folded = await Promise.all(behind.map((live) => this.#foldView(live, events)));
    if (folded.length > 0) await views.commit(position, folded);
    for (const live of behind) live.checkpoint = position;
    this.#position = position;
    const changes = folded.flatMap(({ view, changes: ofView }) => ofView.map((change) => ({ ...change, view })));
    try {
      onCommitted({ position, changes });
    } catch (error) {
      report(error, `telling what changed at position ${position}`);
    }
    for (const waiting of this.#waiting) if (waiting.position <= position) waiting.resolve(true);
  }

  async #foldView(live: LiveView, events: readonly RecordedEvent[]) {
    const { views, report } = this.#parts;
    const { name } = live.view;
    const fold = new Fold(live.view, live.parkedStreams);
    await fold.add(
      events.filter(({ position }) => position > live.checkpoint),
      (keys) => views.load(name, keys),
    );
    // Before the commit: a crash in between leaves an event parked that is folded past again, and parked once.
    await this.#parkingLot.add(name, fold.parked);
    for (const { type, position, error } of fold.parked) {
      report(new Error(error), `view ${name}: ${type} at position ${position} is parked`);
    }
    return { view: name, changes: fold.changes() };
  }

  async #rebuild(name: string, target: () => number, onProgress: (progress: Progress) => void) {
    const live = this.#live(name);
    if (live.replaying) throw new Error(`The view ${name} is being replayed already: wait until it is done`);
    live.replaying = this.#replay(live, target, new ProgressReport(name, target(), onProgress));
    await live.replaying.finally(() => (live.replaying = null));
  }

  async #replay(live: LiveView, target: () => number, progress: ProgressReport) {
    const { name } = live.view;
    try {
      const generation = await this.#parts.views.rebuild(name);
      await this.#fillAndSwitch(live, generation, target, progress).catch(async (error: unknown) => {
        await generation.discard().catch((failure) => this.#parts.report(failure, `discarding a replay of ${name}`));
        throw error;
      });
      progress.is('done');
    } catch (error) {
      progress.is('failed');
      throw error;
    }
  }

  async #fillAndSwitch(live: LiveView, generation: Generation, target: () => number, progress: ProgressReport) {
    const { view } = live;
    const { signal } = this.#stopping;
    const onPosition = (position: number) => progress.at(position);
    let after = -1;
    let parked: readonly ParkedEvent[] = [];
    const fold = async (replayer: Replayer) => {
      // A replayer hears of a stop that comes while it works, not of one that came before.
      signal.throwIfAborted();
      const through = target();
      parked = await replayer({ view, generation, after, through, parked, onPosition, signal });
      after = through;
    };
    for (let pass = 1; pass <= passesMax && target() - after > switchMaxLagEvents; pass += 1) {
      await fold(this.#replayerOf(view));
    }
    progress.is('switching');
    await this.#turns.take(async () => {
      await fold(this.#mainReplayer);
      await generation.promote();
      await this.#parkingLot.replace(view.name, parked);
      live.checkpoint = after;
      live.parkedStreams = streamsOf(parked);
    });
  }

  /** The thread has no keys of personal data, so a view that reads such fields is folded here. */
  #replayerOf({ readsPersonalFields }: AnyView) {
    return readsPersonalFields ? this.#mainReplayer : (this.#parts.threadReplayer ?? this.#mainReplayer);
  }

  #live(name: string) {
    const live = this.#views.get(name);
    if (!live) throw new Error(`There is no view "${name}"`);
    return live;
  }
}
