import type { AnyView } from '@tessera/domain/kernel/view';
import { type EventStore, positionsOf } from '../log/port.ts';
import { type ParkedEvent, type ParkedStreams, type ParkingLot, streamsOf } from '../projecting/parked.ts';
import { type Progress, ProgressReport } from './progress.ts';
import { Fenced, type Generation, type ReadStore } from '../views/port.ts';
import { type Replayer, replayFrom } from './replay.ts';
import type { SerialQueue } from '../async/serial-queue.ts';
import { isUnavailable } from '../unavailable.ts';
import type { WorkflowParts } from '../work/workflow-runner.ts';

/** The most that the last pass of a replay folds while live folding is paused. */
const switchMaxLagEvents = 1_000;
/** After this many passes a replay switches over even if live appends are as fast as the replay itself. */
const passesMax = 20;
/** Events that a replay on the main thread reads at once. */
const replayPageMaxEvents = 1_000;

/** A view as this process folds it. */
export interface LiveView {
  readonly view: AnyView;
  /** The name under which it parks events. */
  readonly consumer: string;
  checkpoint: number;
  parkedStreams: ParkedStreams;
  replaying: Promise<void> | null;
}

interface RebuildingParts {
  readonly events: Pick<EventStore, 'readAll' | 'counts'>;
  readonly views: Pick<ReadStore, 'rebuild'>;
  readonly decode: WorkflowParts['decode'];
  readonly report: WorkflowParts['report'];
  /** Called when a replay has replaced a view's documents. */
  readonly onPromoted: (view: string) => void;
  /** Replays on another thread. */
  readonly threadReplayer?: Replayer;
  readonly parkingLot: ParkingLot;
  /** The live batches wait in it; the switch does too, so that none of them is folded meanwhile. */
  readonly queue: SerialQueue;
  readonly signal: AbortSignal;
}

/** Folds a view again next to the live one, then replaces the live one with the result. */
export class Rebuilding {
  readonly #parts: RebuildingParts;
  readonly #mainReplayer: Replayer;

  constructor(parts: RebuildingParts) {
    const { events, decode } = parts;
    this.#parts = parts;
    this.#mainReplayer = replayFrom(async ({ through, ...range }) => {
      const page = await events.readAll(range);
      return decode(page.filter(({ position }) => position <= through));
    }, replayPageMaxEvents);
  }

  /**
   * @param target the position to reach, asked again for each pass
   * @param task passing the same task again resumes an interrupted replay, as far as the engine can
   * @throws if the view is already being replayed; if a replay fails, the live documents stay
   */
  async replay(live: LiveView, target: () => number, onProgress: (progress: Progress) => void, task?: string) {
    const { name } = live.view;
    if (live.replaying) throw new Error(`The view ${name} is already being replayed: wait until it is done`);
    live.replaying = this.#replay(live, target, new ProgressReport(name, target(), onProgress), task);
    await live.replaying.finally(() => (live.replaying = null));
  }

  async #replay(live: LiveView, target: () => number, progress: ProgressReport, task?: string) {
    const { views, report } = this.#parts;
    const { name } = live.view;
    try {
      const generation = await views.rebuild(name, task);
      await this.#fillAndSwitch(live, generation, target, progress).catch(async (error: unknown) => {
        if (task === undefined || !this.#isInterruption(error)) {
          await generation.discard().catch((failure) => report(failure, `discarding a replay of ${name}`));
        }
        throw error;
      });
      progress.setState('done');
    } catch (error) {
      progress.setState('failed');
      throw error;
    }
  }

  /** An interruption doesn't invalidate what was folded so far. */
  #isInterruption(error: unknown) {
    return this.#parts.signal.aborted || isUnavailable(error) || error instanceof Fenced;
  }

  async #fillAndSwitch(live: LiveView, generation: Generation, target: () => number, progress: ProgressReport) {
    const { events, parkingLot, queue, signal, onPromoted } = this.#parts;
    const switchMaxLag = positionsOf(switchMaxLagEvents, events.counts);
    const { view, consumer } = live;
    const onPosition = (position: number) => progress.setPosition(position);
    const unfinished = `the replay of ${consumer}`;
    const keepParked = (events: readonly ParkedEvent[]) => parkingLot.add(unfinished, events);
    let after = generation.checkpoint;
    if (after < 0) await parkingLot.replace(unfinished, []);
    let parked: readonly ParkedEvent[] = (await parkingLot.of(unfinished)).filter(({ position }) => position <= after);
    const fold = async (replayer: Replayer) => {
      // A replayer notices an abort only while it runs, not one that came before.
      signal.throwIfAborted();
      const through = target();
      parked = await replayer({ view, generation, after, through, parked, onPosition, keepParked, signal });
      after = through;
    };
    for (let pass = 1; pass <= passesMax && target() - after > switchMaxLag; pass += 1) {
      await fold(this.#parts.threadReplayer ?? this.#mainReplayer);
      // The first pass folds most of the events; the next ones fold what was added meanwhile.
      if (pass === 1) await generation.index();
    }
    progress.setState('switching');
    await queue.run(async () => {
      await fold(this.#mainReplayer);
      await generation.promote();
      await parkingLot.replace(consumer, parked);
      await parkingLot.replace(unfinished, []);
      live.checkpoint = after;
      live.parkedStreams = streamsOf(parked);
    });
    onPromoted(view.name);
  }
}
