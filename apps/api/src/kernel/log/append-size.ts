import { EventStoreRefused } from './port.ts';
import type { NewEvent } from './port.ts';

/** What a server must be set to for it; its own standard is an eighth. */
export const standardAppendMaxBytes = 8 * 1024 * 1024;

const bytesPerCharOfType = 2;

/**
 * The size of an append in bytes, counted as EventStoreDB counts it: data and metadata as JSON, and two bytes for each
 * character of a type's name.
 */
export const bytesOf = (events: readonly NewEvent[]): number =>
  events.reduce(
    (bytes, { type, version, data, metadata }) =>
      bytes +
      Buffer.byteLength(JSON.stringify(data) ?? '') +
      Buffer.byteLength(JSON.stringify({ ...metadata, version })) +
      type.length * bytesPerCharOfType,
    0,
  );

/** @throws EventStoreRefused when the events are larger than one append may be */
export const refuseTooLarge = (stream: string, events: readonly NewEvent[], maxBytes: number): void => {
  const bytes = bytesOf(events);
  if (bytes <= maxBytes) return;
  throw new EventStoreRefused(
    `${stream}: an append of ${bytes} bytes is larger than the ${maxBytes} that one may have (APPEND_MAX_BYTES)`,
  );
};
