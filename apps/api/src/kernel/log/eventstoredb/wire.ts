/**
 * Protocol buffers as the server speaks them: a message is a row of fields, each a number or some bytes. Written by hand,
 * as the generated classes cost more than everything else that is done with an event.
 */

const numberType = 0;
const bytesType = 2;
const varintMaxBytes = 10;

/** The fields of a message, in the order given. */
export const message = (...fields: readonly Uint8Array[]): Buffer => Buffer.concat(fields);

/** A safe integer that is not negative. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.from([...varint((field << 3) | numberType), ...varint(value)]);

/** Text, bytes, or a message within. */
export const bytesField = (field: number, value: string | Uint8Array): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([...varint((field << 3) | bytesType), ...varint(bytes.length)]), bytes]);
};

/** Of a field that says something by being there. */
export const emptyField = (field: number): Buffer => bytesField(field, '');

/** Multiplies and divides: beyond 2^32, shifts would lose what is above. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
};

/** Of one field: its number where it is one (not exact from 2^53 on), else where its bytes begin and end. */
type Visit = (field: number, value: number, start: number, end: number) => void;

/** Walks through the fields of the message between two places of a buffer. @throws when it is none */
export const readFields = (bytes: Uint8Array, start: number, end: number, visit: Visit): void => {
  let at = start;
  const readVarint = () => {
    let value = 0;
    let scale = 1;
    for (let read = 0; read < varintMaxBytes && at < end; read += 1) {
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new Error('The server sent a message that can not be read');
  };
  const skipped: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
  while (at < end) {
    const key = readVarint();
    const type = key & 7;
    if (type === numberType) {
      visit(key >>> 3, readVarint(), at, at);
      continue;
    }
    const length = type === bytesType ? readVarint() : skipped[type];
    if (length === undefined || at + length > end) throw new Error('The server sent a message that can not be read');
    if (type === bytesType) visit(key >>> 3, 0, at, at + length);
    at += length;
  }
};
