import { EventEmitter } from 'node:events';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  /** The byte of the log at which the event begins. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  /** Of 100 ns, since 1970. */
  readonly createdTicks: bigint;
}

/** A position is told of new events only, not of those that were stored already. */
export type AppendOutcome =
  | { readonly revision: number; readonly position: number | null }
  | { readonly currentRevision: number };

const firstRecordBytes = 1_312;
const recordHeadBytes = 183;
const systemEventEvery = 3;
const ticksPerMs = 10_000n;

/**
 * The log of an EventStoreDB in memory, as its documentation describes it: positions are byte offsets, the server's own
 * events are in between, and an append is known again only where it is expected to stand.
 */
export class DoubleLog extends EventEmitter<{ appended: [] }> {
  readonly all: LoggedEvent[] = [];
  /** Appends that were stored already, and answered once more. */
  repeatedAppends = 0;
  readonly #streams = new Map<string, LoggedEvent[]>();
  readonly #truncatedBefore = new Map<string, number>();
  readonly #indexes = new Map<number, number>();
  #endBytes = firstRecordBytes;
  #appends = 0;

  constructor() {
    super();
    this.setMaxListeners(0);
    this.#writeSystemEvent('$settings', '$settings-changed');
  }

  append(stream: string, expected: number, events: readonly ProposedEvent[]): AppendOutcome {
    const stored = this.#streams.get(stream) ?? [];
    const currentRevision = stored.length - 1;
    if (expected !== currentRevision) {
      const known = events.every(({ id }, index) => stored[expected + 1 + index]?.id === id);
      if (!known) return { currentRevision };
      this.repeatedAppends += 1;
      return { revision: expected + events.length, position: null };
    }
    let position = 0;
    for (const event of events) position = this.#write(stream, event);
    this.#appends += 1;
    if (this.#appends % systemEventEvery === 0) this.#writeSystemEvent('$stats-127.0.0.1:2113', '$statsCollected');
    this.emit('appended');
    return { revision: expected + events.length, position };
  }

  stream(name: string): readonly LoggedEvent[] | undefined {
    return this.#streams.get(name);
  }

  /** As an operator deletes a stream for good: the server's own event comes to stand in it. */
  tombstone(stream: string) {
    this.#writeSystemEvent(stream, '$streamDeleted');
    this.emit('appended');
  }

  /** As `$tb` has it: a read of the stream begins with this revision; in `$all` the events before it stay for now. */
  truncate(stream: string, before: number) {
    this.#truncatedBefore.set(stream, before);
  }

  /** So many events of a stream, from a revision on, or from the first that is left. */
  read(stream: string, from: number, count: number): readonly LoggedEvent[] {
    const first = Math.max(from, this.#truncatedBefore.get(stream) ?? 0);
    return this.#streams.get(stream)?.slice(first, first + count) ?? [];
  }

  /** Where in `all` an event stands; undefined when none begins at that byte. */
  indexOf(position: number): number | undefined {
    return this.#indexes.get(position);
  }

  /**
   * Where a subscription begins that was opened from what is no event's position: with the first event behind it, also
   * when that is still to be written. Nothing tells it so.
   */
  indexAfter(position: number): number {
    const index = this.all.findIndex((event) => event.position > position);
    return index < 0 ? this.all.length : index;
  }

  #writeSystemEvent(stream: string, type: string) {
    const nothing = Buffer.from('{}');
    const id = `00000000-0000-4000-8000-${String(this.all.length).padStart(12, '0')}`;
    this.#write(stream, { id, type, contentType: 'application/json', data: nothing, metadata: nothing });
  }

  #write(stream: string, event: ProposedEvent): number {
    const position = this.#endBytes;
    const ofStream = this.#streams.get(stream) ?? [];
    const createdTicks = BigInt(Date.now()) * ticksPerMs + 17n;
    const logged = { ...event, position, stream, revision: ofStream.length, createdTicks };
    this.#indexes.set(position, this.all.length);
    this.all.push(logged);
    ofStream.push(logged);
    this.#streams.set(stream, ofStream);
    this.#endBytes += recordHeadBytes + stream.length + event.data.length + event.metadata.length;
    return position;
  }
}
