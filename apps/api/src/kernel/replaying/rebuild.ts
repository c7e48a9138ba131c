import type { AnyView } from '@tessera/domain/kernel/view';
import { type EventStore, positionsOf } from '../log/port.ts';
import { type ParkedEvent, type ParkedStreams, type ParkingLot, streamsOf } from '../projecting/parked.ts';
import { type Progress, ProgressReport } from './progress.ts';
import { Fenced, type Generation, type ReadStore } from '../views/port.ts';
import { type Replayer, replayFrom } from './replay.ts';
import type { SerialQueue } from '../async/serial-queue.ts';
import { isUnavailable } from '../unavailable.ts';
import type { WorkflowParts } from '../work/workflow-runner.ts';

/** What the last pass of a replay folds while live folding pauses. */
const switchMaxLagEvents = 1_000;
/** Passes of a replay after which it switches even if live appends are as fast as it is. */
const passesMax = 20;
/** Read at once by a replay on the main thread. */
const replayPageMaxEvents = 1_000;

/** A view as this process folds it. */
export interface LiveView {
  readonly view: AnyView;
  /** As what it parks. */
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
  /** Called when a replay has put other documents in the place of a view's. */
  readonly onPromoted: (view: string) => void;
  /** Replays beside the main thread. */
  readonly threadReplayer?: Replayer;
  readonly parkingLot: ParkingLot;
  /** Taken for the switch, so that no live batch is folded meanwhile. */
  readonly turns: SerialQueue;
  /** Drops replays that are not done. */
  readonly signal: AbortSignal;
}

/** Folds a view once more, beside the live one, and puts the result in its place. */
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
   * @param task the same again continues what was interrupted, as far as the engine can
   * @throws when the view is being replayed already; the live documents stay when a replay fails.
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
      progress.is('done');
    } catch (error) {
      progress.is('failed');
      throw error;
    }
  }

  /** It says nothing against what was folded so far. */
  #isInterruption(error: unknown) {
    return this.#parts.signal.aborted || isUnavailable(error) || error instanceof Fenced;
  }

  async #fillAndSwitch(live: LiveView, generation: Generation, target: () => number, progress: ProgressReport) {
    const { events, parkingLot, turns, signal, onPromoted } = this.#parts;
    const switchMaxLag = positionsOf(switchMaxLagEvents, events.counts);
    const { view, consumer } = live;
    const onPosition = (position: number) => progress.at(position);
    const unfinished = `the replay of ${consumer}`;
    const keepParked = (events: readonly ParkedEvent[]) => parkingLot.add(unfinished, events);
    let after = generation.checkpoint;
    if (after < 0) await parkingLot.replace(unfinished, []);
    let parked: readonly ParkedEvent[] = (await parkingLot.of(unfinished)).filter(({ position }) => position <= after);
    const fold = async (replayer: Replayer) => {
      // A replayer learns of a stop that comes while it works, not of one that came before.
      signal.throwIfAborted();
      const through = target();
      parked = await replayer({ view, generation, after, through, parked, onPosition, keepParked, signal });
      after = through;
    };
    for (let pass = 1; pass <= passesMax && target() - after > switchMaxLag; pass += 1) {
      await fold(this.#parts.threadReplayer ?? this.#mainReplayer);
      // After the pass that has most of the events; the next folds what came meanwhile.
      if (pass === 1) await generation.index();
    }
    progress.is('switching');
    await turns.run(async () => {
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
