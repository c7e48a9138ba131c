import { type EventData, jsonEvent } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventMetadata, RecordedEvent } from '@tessera/domain/kernel/event';
import { EventStoreUnavailable, type NewEvent } from '../port.ts';

/** What stands beside an event's data in the server. */
interface StoredMetadata extends EventMetadata {
  readonly version: number;
  /** Of an event that came from another engine: it goes before the time at which this server stored it. */
  readonly recordedAt?: string;
}

/** Where the server tells no position: 2^64 - 1. */
const noPosition = '18446744073709551615';
const ticksDigits = 4;

/** @throws when the data could not be stored as JSON. */
export const toStored = ({ id, type, version, data, metadata }: NewEvent, recordedAt?: string): EventData => {
  // The client would fail where nobody catches it.
  if (JSON.stringify(data) === undefined) throw new Error(`Event ${id} (${type}): its data can't be written as JSON`);
  const { actor, correlation, causation } = metadata;
  const stored: StoredMetadata = { actor, correlation, causation, version, ...(recordedAt && { recordedAt }) };
  return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...stored } });
};

/**
 * Whether it is the product's: the server writes its own into the product's streams as well, such as the tombstone of a
 * stream.
 */
const isOurs = (read: ReadResp.ReadEvent) => !(read.getEvent()?.getMetadataMap().get('type') ?? '').startsWith('$');

/** The product's events among those that a server sent. @throws EventStoreUnavailable as `fromStored` */
export const ours = (read: readonly ReadResp.ReadEvent[]): RecordedEvent[] => read.filter(isOurs).map(fromStored);

export const positionOf = (read: ReadResp.ReadEvent) =>
  safePosition(read.getEvent()?.getCommitPosition() ?? noPosition);
export const revisionOf = (read: ReadResp.ReadEvent) => Number(read.getEvent()?.getStreamRevision());

/** @throws EventStoreUnavailable when the event is not this product's, or lies where its position can't be held. */
const fromStored = (read: ReadResp.ReadEvent): RecordedEvent => {
  const event = read.getEvent();
  if (!event) throw new EventStoreUnavailable('EventStoreDB: an event came without its content');
  const system = event.getMetadataMap();
  const type = system.get('type') ?? '';
  const position = safePosition(event.getCommitPosition());
  const metadata = parsed(event.getCustomMetadata_asU8()) as Partial<StoredMetadata> | null;
  if (system.get('content-type') !== 'application/json' || metadata?.version === undefined) {
    throw new EventStoreUnavailable(
      `EventStoreDB: the event at position ${position} (${type}) was not written by this product: ` +
        'give the product an EventStoreDB of its own',
    );
  }
  const { actor = 'system', correlation = '', causation = null, version, recordedAt } = metadata;
  return {
    id: event.getId()?.getString() ?? '',
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8()),
    revision: Number(event.getStreamRevision()),
    position,
    type,
    version,
    recordedAt: recordedAt ?? new Date(Number(system.get('created')?.slice(0, -ticksDigits))).toISOString(),
    metadata: { actor, correlation, causation },
    data: parsed(event.getData_asU8()),
  };
};

/** -1 where the server tells none. @throws EventStoreUnavailable beyond 2^53. */
export const safePosition = (position: string): number => {
  if (position === noPosition) return -1;
  const number = Number(position);
  if (Number.isSafeInteger(number)) return number;
  throw new EventStoreUnavailable(
    `EventStoreDB: position ${position} is beyond 2^53, the highest this product counts with: migrate to a new log`,
  );
};

const textOf = (bytes: Uint8Array = new Uint8Array()) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

const parsed = (bytes: Uint8Array): unknown => (bytes.length === 0 ? null : JSON.parse(textOf(bytes)));
