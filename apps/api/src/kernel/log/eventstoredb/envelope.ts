import type { EventMetadata, RecordedEvent } from '@tessera/domain/kernel/event';
import { EventStoreUnavailable, type NewEvent } from '../port.ts';

/** An event as it goes to the server. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** An event as it comes from the server; positions and ticks as it counts them. */
export interface ReadEvent {
  id: string;
  stream: string;
  revision: number;
  commit: number;
  type: string;
  contentType: string;
  /** Of 100 ns, since 1970. */
  createdTicks: string;
  /** As JSON, where it is the product's. */
  metadata: string;
  data: string;
}

/** What stands beside an event's data in the server. */
interface StoredMetadata extends EventMetadata {
  readonly version: number;
  /** Of an event that came from another engine: it goes before the time at which this server stored it. */
  readonly recordedAt?: string;
}

/** From here on, the server means that it tells no position: 2^64 - 1. */
export const noPosition = 2 ** 63;
const ticksDigits = 4;

/** @throws when the data could not be stored as JSON. */
export const toStored = ({ id, type, version, data, metadata }: NewEvent, recordedAt?: string): StoredEvent => {
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) throw new Error(`Event ${id} (${type}): its data can't be written as JSON`);
  const { actor, correlation, causation } = metadata;
  const stored: StoredMetadata = { actor, correlation, causation, version, ...(recordedAt && { recordedAt }) };
  return { id, type, data: Buffer.from(json), metadata: Buffer.from(JSON.stringify(stored)) };
};

/**
 * Whether it is the product's: the server writes its own into the product's streams as well, such as the tombstone of a
 * stream.
 */
export const isOurs = ({ type, stream }: ReadEvent) => !type.startsWith('$') && !stream.startsWith('$');

/** The product's events among those that a server sent. @throws EventStoreUnavailable as `fromStored` */
export const ours = (read: readonly ReadEvent[]): RecordedEvent[] => read.filter(isOurs).map(fromStored);

/** @throws EventStoreUnavailable when the event is not this product's, or lies where its position can't be held. */
export const fromStored = (read: ReadEvent): RecordedEvent => {
  const { id, stream, revision, type, contentType, createdTicks } = read;
  const position = safePosition(read.commit);
  const metadata = parsed(read.metadata) as Partial<StoredMetadata> | null;
  if (contentType !== 'application/json' || metadata?.version === undefined) {
    throw new EventStoreUnavailable(
      `EventStoreDB: the event at position ${position} (${type}) was not written by this product: ` +
        'give the product an EventStoreDB of its own',
    );
  }
  const { actor = 'system', correlation = '', causation = null, version, recordedAt } = metadata;
  return {
    id,
    stream,
    revision,
    position,
    type,
    version,
    recordedAt: recordedAt ?? timeOf(createdTicks),
    metadata: { actor, correlation, causation },
    data: parsed(read.data),
  };
};

let lastTime = { ms: '', iso: '' };

/** Of events that were stored together, the time is the same. */
const timeOf = (ticks: string): string => {
  const ms = ticks.slice(0, -ticksDigits);
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(Number(ms)).toISOString() };
  return lastTime.iso;
};

/** -1 where the server tells none. @throws EventStoreUnavailable beyond 2^53. */
export const safePosition = (position: number): number => {
  if (position >= noPosition) return -1;
  if (Number.isSafeInteger(position)) return position;
  throw new EventStoreUnavailable(
    `EventStoreDB: position ${position} is beyond 2^53, the highest this product counts with: migrate to a new log`,
  );
};

const parsed = (json: string): unknown => (json === '' ? null : JSON.parse(json));
