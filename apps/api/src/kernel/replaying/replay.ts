import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import { foldStorable } from '../projecting/fold.ts';
import { type ParkedEvent, streamsOf } from '../projecting/parked.ts';
import type { Generation } from '../views/port.ts';

/**
 * A window of events is folded in memory and each of its documents is written once: otherwise a replay would spend its
 * time on random page writes. The limit on documents keeps the window's memory near 100 MB.
 */
const windowMaxEvents = 1_000_000;
const windowMaxDocuments = 60_000;
/** If more events than this are parked, the fold itself is wrong: the replay fails and the live generation stays. */
const parkedMaxEvents = 1_000;

/** Reads events of the given types after a position (exclusive) up to another (inclusive), in order. */
export type RangeReader = (options: {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
  readonly types: readonly string[];
}) => Promise<readonly RecordedEvent[]>;

/** The range to fold into a generation that is at `after`: everything up to and including `through`. */
export interface ReplayRange {
  readonly view: AnyView;
  readonly generation: Generation;
  readonly after: number;
  readonly through: number;
  /** Events that were parked before `after`. */
  readonly parked: readonly ParkedEvent[];
  /** Called with the position that has been folded, even if it is not written yet. */
  readonly onPosition: (position: number) => void;
  /** Stores parked events before the documents that lack them: whoever resumes from there must know about them. */
  readonly keepParked: (parked: readonly ParkedEvent[]) => Promise<void>;
  /** Ends the replay early: it rejects, and the generation is useless. */
  readonly signal: AbortSignal;
}

/** Folds a range and commits the generation at exactly `through`. Returns all events parked by then. */
export type Replayer = (range: ReplayRange) => Promise<readonly ParkedEvent[]>;

export const replayFrom =
  (read: RangeReader, pageMaxEvents: number): Replayer =>
  async ({ view, generation, after, through, parked, onPosition, keepParked, signal }) => {
    const types = [...view.handlers.keys()];
    const eventsMax = view.foldedAtOnceMax ?? windowMaxEvents;
    const allParked = [...parked];
    const parkedStreams = streamsOf(parked);
    let position = after;
    while (position < through) {
      const start = position;
      const fold = await foldStorable(view, parkedStreams, async (window) => {
        position = start;
        let events = 0;
        while (position < through && events < eventsMax && window.size < windowMaxDocuments) {
          signal.throwIfAborted();
          const limit = Math.min(pageMaxEvents, eventsMax - events);
          const page = await read({ after: position, through, limit, types });
          await window.add(page, (keys) => generation.load(keys));
          events += page.length;
          position = page.length < limit ? through : (page.at(-1)?.position ?? through);
          onPosition(position);
        }
      });
      allParked.push(...fold.parked);
      const [first] = allParked;
      if (first && allParked.length > parkedMaxEvents) {
        throw new Error(
          `${view.name}: more than ${parkedMaxEvents} events could not be folded, ` +
            `first ${first.type} at position ${first.position}: ${first.error}. Correct the view, then replay again`,
        );
      }
      await keepParked(fold.parked);
      await generation.commit(position, fold.changes());
    }
    return allParked;
  };
