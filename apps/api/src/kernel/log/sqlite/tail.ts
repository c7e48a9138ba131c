import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { FollowOptions } from '../port.ts';
import type { Step } from './subscription.ts';

/** Events kept for the subscriptions. One that is further behind reads the log itself. */
const keptMax = 1_000;

/** The latest events of the log, read once for all the subscriptions that wait at its end. */
export class LogTail {
  readonly #read: (after: number, through: number) => readonly RecordedEvent[];
  #events: RecordedEvent[] = [];
  /** It holds all events after this position … */
  #after = -Infinity;
  /** … up to this one. */
  #through = -Infinity;

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
    const seen = this.#events.findLastIndex(({ position }) => position <= after) + 1;
    for (let at = seen; at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (!event || (types && !types.includes(event.type))) continue;
      events.push(event);
      if (events.length === batchMax) return { events, seen: event.position };
    }
    return { events, seen: this.#through };
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
