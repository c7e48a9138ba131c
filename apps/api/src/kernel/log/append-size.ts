import { EventStoreRefused } from './port.ts';
import type { NewEvent } from './port.ts';

/** What a server must be set to for it; its own standard is an eighth. */
export const standardAppendMaxBytes = 8 * 1024 * 1024;

const bytesPerCharOfType = 2;

/**
 * The size of an event in bytes, counted as EventStoreDB counts it: data and metadata as they are stored, and two bytes for
 * each character of its type's name.
 */
export const bytesOfEvent = (type: string, dataBytes: number, metadataBytes: number): number =>
  dataBytes + metadataBytes + type.length * bytesPerCharOfType;

/** Of events that are not written as JSON yet. */
export const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce((bytes, { type, version, data, metadata }) => {
    const dataBytes = Buffer.byteLength(JSON.stringify(data) ?? '');
    return bytes + bytesOfEvent(type, dataBytes, Buffer.byteLength(JSON.stringify({ ...metadata, version })));
  }, 0);

/** @throws EventStoreRefused when so many bytes are more than one append may have */
export const refuseTooLarge = (stream: string, bytes: number, maxBytes: number): void => {
  if (bytes <= maxBytes) return;
  throw new EventStoreRefused(
    `${stream}: an append of ${bytes} bytes is larger than the ${maxBytes} that one may have (APPEND_MAX_BYTES)`,
  );
};
