import { EventStoreRefused } from './port.ts';
import type { NewEvent } from './port.ts';

/** An EventStoreDB server must be configured to accept this much; its own default is an eighth of it. */
export const standardAppendMaxBytes = 8 * 1024 * 1024;

const bytesPerCharOfType = 2;

/**
 * The size of an event as EventStoreDB counts it: stored data and metadata, and two bytes per character of the type.
 */
export const bytesOfEvent = (type: string, dataBytes: number, metadataBytes: number): number =>
  dataBytes + metadataBytes + type.length * bytesPerCharOfType;

/** The size of events that are not serialized yet, in bytes. */
export const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce((bytes, { type, version, data, metadata }) => {
    const dataBytes = Buffer.byteLength(JSON.stringify(data) ?? '');
    return bytes + bytesOfEvent(type, dataBytes, Buffer.byteLength(JSON.stringify({ ...metadata, version })));
  }, 0);

/** @throws EventStoreRefused if an append of this many bytes is too large */
export const refuseTooLarge = (stream: string, bytes: number, maxBytes: number): void => {
  if (bytes <= maxBytes) return;
  throw new EventStoreRefused(
    `${stream}: an append of ${bytes} bytes is larger than the allowed ${maxBytes} (APPEND_MAX_BYTES)`,
  );
};
