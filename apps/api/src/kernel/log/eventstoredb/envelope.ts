import type { EventMetadata, RecordedEvent } from '@tessera/domain/kernel/event';
import { EventStoreUnavailable, type NewEvent } from '../port.ts';

/** An event as it is sent to the server. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** An event as the server sends it, with its own positions and ticks. */
export interface ReadEvent {
  id: string;
  stream: string;
  revision: number;
  commit: number;
  type: string;
  contentType: string;
  /** Ticks of 100 ns since 1970. */
  createdTicks: string;
  /** JSON, if this product wrote it. */
  metadata: string;
  data: string;
}

/** The metadata that is stored beside an event's data. */
interface StoredMetadata extends EventMetadata {
  readonly version: number;
  /** For an event imported from another engine: takes precedence over the time at which this server stored it. */
  readonly recordedAt?: string;
}

/** No position is this large: the server sends 2^64 - 1 where it has none, which a number can't hold exactly. */
export const noPosition = 2 ** 63;
const ticksDigits = 4;

/** @throws if the data can't be written as JSON */
export const toStored = ({ id, type, version, data, metadata }: NewEvent, recordedAt?: string): StoredEvent => {
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) throw new Error(`Event ${id} (${type}): its data can't be written as JSON`);
  const { actor, correlation, causation } = metadata;
  const stored: StoredMetadata = { actor, correlation, causation, version, ...(recordedAt && { recordedAt }) };
  return { id, type, data: Buffer.from(json), metadata: Buffer.from(JSON.stringify(stored)) };
};

/** Whether this product wrote the event: the server adds its own, such as tombstones, to the product's streams too. */
export const isOurs = ({ type, stream }: ReadEvent) => !type.startsWith('$') && !stream.startsWith('$');

/** The product's events among those read. @throws EventStoreUnavailable like `fromStored` */
export const ours = (read: readonly ReadEvent[]): RecordedEvent[] => read.filter(isOurs).map(fromStored);

/** @throws EventStoreUnavailable if this product did not write the event, or its position is too large to represent */
export const fromStored = (read: ReadEvent): RecordedEvent => {
  const { id, stream, revision, type, contentType, createdTicks } = read;
  const position = safePosition(read.commit);
  const metadata = parsed(read.metadata) as Partial<StoredMetadata> | null;
  if (contentType !== 'application/json' || metadata?.version === undefined) {
    throw new EventStoreUnavailable(
      `EventStoreDB: the event at position ${position} (${type}) was not written by this product: ` +
        'use an EventStoreDB that nothing else writes to',
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

/** Caches the last time: events that were stored together share it. */
const timeOf = (ticks: string): string => {
  const ms = ticks.slice(0, -ticksDigits);
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(Number(ms)).toISOString() };
  return lastTime.iso;
};

/** -1 if the server reports none. @throws EventStoreUnavailable beyond 2^53 */
export const safePosition = (position: number): number => {
  if (position >= noPosition) return -1;
  if (Number.isSafeInteger(position)) return position;
  throw new EventStoreUnavailable(
    `EventStoreDB: position ${position} is beyond 2^53, the highest this product counts with: migrate to a new log`,
  );
};

const parsed = (json: string): unknown => (json === '' ? null : JSON.parse(json));
