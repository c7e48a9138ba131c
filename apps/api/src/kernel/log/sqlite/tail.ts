import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { RecentMap } from '../../recent-map.ts';
import type { FollowOptions } from '../port.ts';
import type { Step } from './subscription.ts';

/** Events kept in memory. Whoever is further behind reads the log itself. */
const keptMax = 1_000;
/** Streams of which it is known how far they had been read. */
const streamsMax = 5_000;

interface ReadSoFar {
  /** The revision that the stream's next event will have, or has. */
  readonly next: number;
  /** No event at or before this position has that revision or a later one. */
  readonly through: number;
}

/**
 * The latest events of the log, read once for all the subscriptions that wait at its end, and for all who read the rest
 * of a stream that was read a moment ago.
 */
export class LogTail {
  readonly #read: (after: number, through: number) => readonly RecordedEvent[];
  #events: RecordedEvent[] = [];
  /** It holds all events after this position … */
  #after = -Infinity;
  /** … up to this one. */
  #through = -Infinity;
  readonly #streams = new RecentMap<string, ReadSoFar>(streamsMax);

  /** @param read returns all events after a position up to another, inclusive */
  constructor(read: (after: number, through: number) => readonly RecordedEvent[]) {
    this.#read = read;
  }

  /**
   * The next events of a subscription that has seen everything up to `after`; null if it is too far behind.
   * @param head the position up to which the log is durable
   */
  step(after: number, head: number, { types, batchMax }: Pick<FollowOptions, 'types' | 'batchMax'>): Step | null {
    if (head - after > keptMax) return null;
    if (head - this.#through > keptMax) this.#restart(after);
    if (after < this.#after) return null;
    this.#extend(head);
    const events: RecordedEvent[] = [];
    for (let at = this.#indexAfter(after); at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (!event || (types && !types.includes(event.type))) continue;
      events.push(event);
      if (events.length === batchMax) return { events, seen: event.position };
    }
    return { events, seen: this.#through };
  }

  /** The events of a stream from a revision on; null if only the log itself can tell. */
  restOf(stream: string, from: number, head: number): readonly RecordedEvent[] | null {
    const read = this.#streams.get(stream);
    if (!read || read.next !== from || head - this.#through > keptMax) return null;
    this.#extend(head);
    if (read.through < this.#after) return null;
    const isOfRest = (event: RecordedEvent) => event.stream === stream && event.revision >= from;
    const events = this.#events.slice(this.#indexAfter(read.through)).filter(isOfRest);
    this.noteRead(stream, from, events, head);
    return events;
  }

  /**
   * Remembers how far a stream was read: from a revision on to its end, as it was when the log's head was at this
   * position, or later.
   */
  noteRead(stream: string, from: number, events: readonly RecordedEvent[], head: number) {
    const last = events.at(-1);
    this.#streams.set(stream, { next: last ? last.revision + 1 : from, through: head });
  }

  #indexAfter(position: number) {
    return this.#events.findLastIndex((event) => event.position <= position) + 1;
  }

  #restart(after: number) {
    this.#events = [];
    this.#after = after;
    this.#through = after;
  }

  #extend(head: number) {
    if (head <= this.#through) return;
    this.#events.push(...this.#read(this.#through, head));
    this.#through = head;
    const dropped = this.#events.splice(0, Math.max(0, this.#events.length - keptMax)).at(-1);
    if (dropped) this.#after = dropped.position;
  }
}
