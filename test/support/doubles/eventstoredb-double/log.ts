import { EventEmitter } from 'node:events';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  /** The byte offset in the log where the event begins. */
  readonly position: number;
  /** The byte offset after it, where the next event begins. */
  readonly end: number;
  readonly stream: string;
  readonly revision: number;
  /** Units of 100 ns since 1970. */
  readonly createdTicks: bigint;
}

/** A place as the server counts it: for an event, both numbers are its position; after an event, its end and 0. */
export interface Place {
  readonly commit: number;
  readonly prepare: number;
}

export const beforeFirst: Place = { commit: -1, prepare: -1 };
export const placeOf = ({ position }: LoggedEvent): Place => ({ commit: position, prepare: position });
export const comparePlaces = (a: Place, b: Place) => a.commit - b.commit || a.prepare - b.prepare;

/** A repeated append gets the position of its last event, or none if that event was truncated. */
export type AppendOutcome =
  | { readonly revision: number; readonly position: number | null }
  | { readonly currentRevision: number }
  | 'deleted';

export interface Page {
  readonly events: readonly LoggedEvent[];
  readonly considered: number;
  readonly next: Place;
  readonly isEnd: boolean;
}

const firstRecordBytes = 1_312;
const recordHeadBytes = 183;
const systemEventEvery = 3;
const ticksPerMs = 10_000n;

interface LoggedStream {
  readonly events: LoggedEvent[];
  /** Reads begin at this revision, like `$tb`. */
  truncatedBefore: number;
  state: 'here' | 'soft-deleted' | 'deleted';
}

/**
 * An EventStoreDB log in memory that follows the source of the server: positions are byte offsets, the server's own
 * events are interleaved, and a repeated append is recognized only at its expected revision.
 */
export class DoubleLog extends EventEmitter<{ appended: []; atEnd: [] }> {
  readonly all: LoggedEvent[] = [];
  /** Appends that had already been stored and were answered again. */
  repeatedAppends = 0;
  /** Events that were tested against a filter. */
  searched = 0;
  readonly #streams = new Map<string, LoggedStream>();
  readonly #indexes = new Map<number, number>();
  #endBytes = firstRecordBytes;
  #appends = 0;

  constructor() {
    super();
    this.setMaxListeners(0);
    this.#writeSystemEvent('$settings', '$settings-changed');
  }

  append(stream: string, expected: number, events: readonly ProposedEvent[]): AppendOutcome {
    const known = this.#streams.get(stream);
    if (known?.state === 'deleted') return 'deleted';
    const stored = known?.events ?? [];
    const currentRevision = stored.length - 1;
    const isRevived = known?.state === 'soft-deleted' && expected === -1;
    if (expected !== currentRevision && !isRevived) {
      const isRepeat = events.every(({ id }, index) => stored[expected + 1 + index]?.id === id);
      if (!isRepeat) return { currentRevision };
      this.repeatedAppends += 1;
      const revision = expected + events.length;
      const isLeft = revision >= (known?.truncatedBefore ?? 0);
      return { revision, position: isLeft ? (stored[revision]?.position ?? null) : null };
    }
    if (known) known.state = 'here';
    let position = 0;
    for (const event of events) position = this.#write(stream, event);
    this.#appends += 1;
    if (this.#appends % systemEventEvery === 0) this.#writeSystemEvent('$stats-127.0.0.1:2113', '$statsCollected');
    this.emit('appended');
    return { revision: currentRevision + events.length, position };
  }

  stream(name: string): readonly LoggedEvent[] | undefined {
    return this.#streams.get(name)?.events;
  }

  /** Deletes a stream for good, as an operator would: the server appends an event of its own to it. */
  tombstone(stream: string) {
    this.#writeSystemEvent(stream, '$streamDeleted');
    this.#streams.get(stream)!.state = 'deleted';
    this.emit('appended');
  }

  /** Deletes a stream in such a way that it may come back: its events stay in `$all` until a scavenge. */
  softDelete(stream: string) {
    const known = this.#streams.get(stream)!;
    known.truncatedBefore = known.events.length;
    known.state = 'soft-deleted';
  }

  /** Makes reads of the stream begin at this revision; the events before it stay in `$all` for now. */
  truncate(stream: string, before: number) {
    this.#streams.get(stream)!.truncatedBefore = before;
  }

  /** Up to `count` events of a stream, from a revision on, or from the first that is left. */
  read(name: string, from: number, count: number): readonly LoggedEvent[] | 'none' | 'deleted' {
    const stream = this.#streams.get(name);
    if (stream?.state === 'deleted') return 'deleted';
    if (!stream || stream.state === 'soft-deleted') return 'none';
    const first = Math.max(from, stream.truncatedBefore);
    return stream.events.slice(first, first + count);
  }

  /** Whether a record begins here, or the log ends here. */
  isBoundary({ commit }: Place): boolean {
    return commit <= 0 || commit === this.#endBytes || this.#indexes.has(commit);
  }

  get endBytes() {
    return this.#endBytes;
  }

  get last(): Place {
    const last = this.all.at(-1);
    return last ? placeOf(last) : beforeFirst;
  }

  /** The index in `all` of the first event at or after a place. */
  indexFrom(place: Place): number {
    const exact = place.commit >= this.#endBytes ? this.all.length : this.#indexes.get(place.commit);
    if (exact !== undefined) return exact;
    const index = this.all.findIndex((event) => comparePlaces(placeOf(event), place) >= 0);
    return index < 0 ? this.all.length : index;
  }

  /** Tests events from a place on, until it has enough matches or has tested enough. */
  page(from: Place, max: number, window: number, passes: (event: LoggedEvent) => boolean): Page {
    const events: LoggedEvent[] = [];
    const first = this.indexFrom(from);
    let index = first;
    while (index < this.all.length && events.length < max && index - first < window) {
      const event = this.all[index] as LoggedEvent;
      if (passes(event)) events.push(event);
      index += 1;
    }
    const considered = index - first;
    this.searched += considered;
    const next = considered > 0 ? { commit: (this.all[index - 1] as LoggedEvent).end, prepare: 0 } : from;
    // The end has been reached if there is room left and nothing more to test.
    const isEnd = index === this.all.length && events.length < max && considered < window;
    return { events, considered, next, isEnd };
  }

  #writeSystemEvent(stream: string, type: string) {
    const nothing = Buffer.from('{}');
    const id = `00000000-0000-4000-8000-${String(this.all.length).padStart(12, '0')}`;
    this.#write(stream, { id, type, contentType: 'application/json', data: nothing, metadata: nothing });
  }

  #write(name: string, event: ProposedEvent): number {
    const position = this.#endBytes;
    const stream = this.#streams.get(name) ?? { events: [], truncatedBefore: 0, state: 'here' };
    const createdTicks = BigInt(Date.now()) * ticksPerMs + 17n;
    this.#endBytes += recordHeadBytes + name.length + event.data.length + event.metadata.length;
    const revision = stream.events.length;
    const logged = { ...event, position, end: this.#endBytes, stream: name, revision, createdTicks };
    this.#indexes.set(position, this.all.length);
    this.all.push(logged);
    stream.events.push(logged);
    this.#streams.set(name, stream);
    return position;
  }
}
