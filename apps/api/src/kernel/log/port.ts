import type { EventMetadata, RecordedEvent } from '@tessera/domain/kernel/event';

/** An event to append. `data` is already in its stored form, with personal fields encrypted. */
export interface NewEvent {
  /** UUIDv7. Appending the same id again stores nothing. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/** The revision that the stream must have for the append to succeed; `-1` means that the stream must not exist yet. */
export type ExpectedRevision = number;
export const noStream: ExpectedRevision = -1;

/** Revision and position of an append's last event. */
export interface Appended {
  readonly revision: number;
  readonly position: number;
}

export interface ReadAll {
  /**
   * Exclusive: the position of an event. `-1` starts before the first event; backwards, `Infinity` starts after the
   * last. A number between two events' positions is not a position, and an engine may refuse it.
   */
  readonly after: number;
  readonly limit: number;
  readonly types?: readonly string[];
  readonly stream?: string;
  readonly backwards?: boolean;
}

/** Receives events in order. The next batch comes only after the promise settles; a rejection ends the subscription. */
export type OnBatch = (events: readonly RecordedEvent[]) => Promise<void> | void;

export interface FollowOptions {
  /** Exclusive: the position that the follower has already seen; `-1` for none. */
  readonly after: number;
  readonly batchMax: number;
  readonly types?: readonly string[];
  /**
   * Called with the position of an event up to which no more events of these types will be delivered, so that a
   * follower that resumes there misses nothing and repeats nothing. Never runs at the same time as `onBatch`. Each
   * engine decides how often.
   */
  readonly onPassed?: (position: number) => Promise<void> | void;
}

export interface Subscription {
  /**
   * Settles when the subscription has ended: resolves after `stop`, rejects with what `onBatch` threw, or with
   * EventStoreRefused if resubscribing would be refused as well.
   */
  readonly ended: Promise<void>;
  /** Resolves once the batch under way is done. */
  stop(): Promise<void>;
}

export type PositionKind = 'events' | 'bytes';

const bytesOfEvent = 1_000;

/** Roughly how many positions this number of events covers. */
export const positionsOf = (events: number, counts: PositionKind) =>
  counts === 'bytes' ? events * bytesOfEvent : events;

/**
 * The log. Positions are safe integers that grow from event to event: the embedded engine counts events, EventStoreDB
 * counts bytes of its log. Revisions of a stream have no gaps and start at 0. An append is all or nothing, is durable
 * before it is acknowledged, and is stored once even if it is repeated identically: same stream, same expected
 * revision, same ids.
 */
export abstract class EventStore {
  /** What its positions count. Positions of one kind mean nothing in a log of the other. */
  abstract readonly counts: PositionKind;
  /** The largest append it accepts, in bytes as `bytesOf` counts them. */
  abstract readonly appendMaxBytes: number;
  /**
   * @throws RevisionConflict if the stream has another revision; EventStoreUnavailable if nothing can be written now;
   * EventStoreRefused if this can never be written
   */
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * All events of a stream from a revision on; none if there is no such stream. Their `position` is -1 if the engine
   * does not report it when reading a stream.
   */
  abstract readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]>;
  abstract readAll(options: ReadAll): Promise<readonly RecordedEvent[]>;
  /** The event at a position; null if there is none, whatever the number. */
  abstract at(position: number): Promise<RecordedEvent | null>;
  /** Delivers past events, then live ones: in order, without gaps or loss, as soon as each append is durable. */
  abstract follow(options: FollowOptions, onBatch: OnBatch): Subscription;
  /** The position of the last event; `-1` if there is none. */
  abstract head(): Promise<number>;
  /**
   * Does as much of an append as the engine can do without adding anything. @throws EventStoreUnavailable if that fails:
   * an append would too
   */
  abstract tryWrite(): Promise<void>;
  abstract close(): Promise<void>;
}

/** Someone else appended first: load and decide again. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;
  constructor(stream: string, expected: number, actual: number) {
    super(`${stream}: expected revision ${expected}, found ${actual}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The engine can't write or read now. The message says which engine, what was tried and what to do. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
}

/** The engine will never accept this: it is too large, denied, or deleted. Repeating the call would not help. */
export class EventStoreRefused extends Error {
  override readonly name = 'EventStoreRefused';
}
