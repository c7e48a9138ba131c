import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Appended, EventStore, FollowOptions, NewEvent, OnBatch, ReadAll, Subscription } from '../port.ts';
import { EventStoreUnavailable } from '../port.ts';
import { standardAppendMaxBytes } from '../append-size.ts';
import { AppendQueue } from './writing/append-queue.ts';
import { SqliteEventReader } from './reader.ts';
import { LogSubscription, type Step } from './subscription.ts';
import { LogTail } from './tail.ts';

/** The most events read at once on the main thread; longer reads let other work run in between. */
const pageMaxEvents = 1_000;
/** Positions that a read by type scans at once. */
const scanMaxPositions = 50_000;

type StepOptions = Pick<ReadAll, 'after' | 'limit' | 'types' | 'stream' | 'backwards'>;

/**
 * Opens the log in a file, creating it if needed. Only one store and one process may use the file: the writer numbers
 * the events.
 * @throws EventStoreUnavailable if the file can't be opened or SQLite would not sync every commit
 */
export const openSqliteEventStore = async ({
  file,
  appendMaxBytes = standardAppendMaxBytes,
}: {
  readonly file: string;
  readonly appendMaxBytes?: number;
}): Promise<EventStore> => {
  const subscriptions = new Set<LogSubscription>();
  const queue = new AppendQueue(file, appendMaxBytes, () => {
    for (const subscription of subscriptions) subscription.wake();
  });
  await queue.opened;
  return new SqliteEventStore(file, queue, new SqliteEventReader(file), subscriptions);
};

class SqliteEventStore implements EventStore {
  readonly counts = 'events';
  readonly appendMaxBytes: number;
  readonly #file: string;
  readonly #queue: AppendQueue;
  readonly #reader: SqliteEventReader;
  readonly #subscriptions: Set<LogSubscription>;
  readonly #tail = new LogTail((after, through) =>
    this.#read(() => this.#reader.readRange({ after, through, limit: through - after })),
  );
  #closing: Promise<void> | null = null;

  constructor(file: string, queue: AppendQueue, reader: SqliteEventReader, subscriptions: Set<LogSubscription>) {
    this.#file = file;
    this.appendMaxBytes = queue.appendMaxBytes;
    this.#queue = queue;
    this.#reader = reader;
    this.#subscriptions = subscriptions;
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    return this.#queue.append(stream, expected, events);
  }

  async readStream(stream: string, from = 0): Promise<readonly RecordedEvent[]> {
    const { head } = this.#queue;
    const rest = this.#tail.restOf(stream, from, head);
    if (rest) return rest;
    const found: RecordedEvent[] = [];
    for (;;) {
      const page = this.#read(() => this.#reader.readStream(stream, from + found.length, pageMaxEvents));
      found.push(...page);
      if (page.length < pageMaxEvents) break;
      await setImmediate();
    }
    this.#tail.noteRead(stream, from, found, head);
    return found;
  }

  async readAll(options: ReadAll): Promise<readonly RecordedEvent[]> {
    const { backwards, limit } = options;
    const head = this.#queue.head;
    const found: RecordedEvent[] = [];
    let after = backwards ? Math.min(options.after, head + 1) : options.after;
    while (found.length < limit && (backwards ? after > 0 : after < head)) {
      const step = this.#step({ ...options, after, limit: Math.min(limit - found.length, pageMaxEvents) }, head);
      found.push(...step.events);
      after = step.seen;
      await setImmediate();
    }
    return found;
  }

  async at(position: number): Promise<RecordedEvent | null> {
    const [event] = await this.readAll({ after: position - 1, limit: 1 });
    return event?.position === position ? event : null;
  }

  follow(options: FollowOptions, onBatch: OnBatch): Subscription {
    const log = {
      head: () => this.#queue.head,
      step: (after: number, options: FollowOptions) => {
        const { types, batchMax } = options;
        const { head } = this.#queue;
        const ownStep = () => this.#step({ after, limit: batchMax, ...(types && { types }) }, head);
        return this.#tail.step(after, head, options) ?? ownStep();
      },
    };
    const subscription = new LogSubscription(log, options, onBatch);
    this.#subscriptions.add(subscription);
    const forget = () => this.#subscriptions.delete(subscription);
    subscription.ended.then(forget, forget);
    return subscription;
  }

  async head(): Promise<number> {
    return this.#queue.head;
  }

  async tryWrite(): Promise<void> {
    await this.#queue.tryWrite();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    // The writer closes last: only then does SQLite move the write-ahead log into the main file.
    this.#reader.close();
    await this.#queue.close();
  }

  /** Never looks past `head`, so that nothing that becomes durable meanwhile is skipped. */
  #step(options: StepOptions, head: number): Step {
    const { after, limit, types, stream, backwards } = options;
    const scanned = types && stream === undefined ? scanMaxPositions : Infinity;
    const through = backwards ? Math.max(0, after - scanned) : Math.min(head, after + scanned);
    const events = this.#read(() => this.#reader.readRange({ ...options, through }));
    const last = events.at(-1);
    return { events, seen: last && events.length === limit ? last.position : through };
  }

  #read<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      const reason = this.#closing
        ? 'it is closed'
        : `${(error as Error).message}; check the disk, then repeat the read`;
      throw new EventStoreUnavailable(`SQLite event store ${this.#file}: reading failed: ${reason}`);
    }
  }
}
