import type { EventMetadata, RecordedEvent } from '@tessera/domain/kernel/event';

/** An event that is to be appended. `data` is already what must be stored: personal fields are encrypted. */
export interface NewEvent {
  /** UUIDv7. The same id appended again is stored once. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/** The revision the stream must have for the append to count; `-1` is a stream that does not exist yet. */
export type ExpectedRevision = number;
export const noStream: ExpectedRevision = -1;

/** Of the last event of an append. */
export interface Appended {
  readonly revision: number;
  readonly position: number;
}

export interface ReadAll {
  /**
   * Exclusive: the position of an event. `-1` starts before the first event; backwards, `Infinity` starts after the last.
   * What lies between two events is no position: an engine may refuse it.
   */
  readonly after: number;
  readonly limit: number;
  readonly types?: readonly string[];
  readonly stream?: string;
  readonly backwards?: boolean;
}

/** Receives events in order. The next batch comes only after the promise is settled; a rejection ends the subscription. */
export type OnBatch = (events: readonly RecordedEvent[]) => Promise<void> | void;

export interface FollowOptions {
  /** Exclusive: the position that the follower has already seen; `-1` for none. */
  readonly after: number;
  readonly batchMax: number;
  readonly types?: readonly string[];
  /**
   * Called, in turn with `onBatch` and never beside it, with the position of an event up to which nothing of these types is
   * left to deliver: who starts there again reads nothing anew. How often is the engine's affair.
   */
  readonly onPassed?: (position: number) => Promise<void> | void;
}

export interface Subscription {
  /**
   * Settles when the subscription has ended: resolved by `stop`, rejected by what `onBatch` threw, or by
   * EventStoreRefused where it would be refused however often it is begun again.
   */
  readonly ended: Promise<void>;
  /** Resolves once the batch under way is done. */
  stop(): Promise<void>;
}

export type PositionKind = 'events' | 'bytes';

const bytesOfEvent = 1_000;

/** How far so many events reach in positions, about. */
export const positionsOf = (events: number, counts: PositionKind) =>
  counts === 'bytes' ? events * bytesOfEvent : events;

/**
 * The log. Positions are safe integers that grow from event to event: the embedded engine counts events, EventStoreDB
 * counts bytes of its log. Revisions of a stream are dense, from 0. An append is all or nothing, durable before it is
 * answered, and stored once when it is repeated as it was: same stream, same expected revision, same ids.
 */
export abstract class EventStore {
  /** What its positions count. Those of one kind mean nothing in a log of the other. */
  abstract readonly counts: PositionKind;
  /** The largest append it takes, in bytes as `bytesOf` counts them. */
  abstract readonly appendMaxBytes: number;
  /**
   * @throws RevisionConflict when the stream is elsewhere; EventStoreUnavailable when nothing can be written;
   * EventStoreRefused when this never can be
   */
  abstract append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * All events of a stream from a revision on; none when there is no such stream. Their `position` is -1 where the
   * engine does not tell it of an event that is read from its stream.
   */
  abstract readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]>;
  abstract readAll(options: ReadAll): Promise<readonly RecordedEvent[]>;
  /** The event at a position; null when none has it, whatever the number. */
  abstract at(position: number): Promise<RecordedEvent | null>;
  /** Catch-up, then live: in order, without gaps, without loss, as soon as an append is durable. */
  abstract follow(options: FollowOptions, onBatch: OnBatch): Subscription;
  /** The position of the last event; `-1` when there is none. */
  abstract head(): Promise<number>;
  /** Does what an append needs, and adds nothing. @throws EventStoreUnavailable when an append would be refused now */
  abstract tryWrite(): Promise<void>;
  abstract close(): Promise<void>;
}

/** Someone else appended first: load again and decide again. */
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

/** The engine will never take this: it is too large, denied, or deleted. Made again, the call would be refused again. */
export class EventStoreRefused extends Error {
  override readonly name = 'EventStoreRefused';
}
