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

const lengths: readonly (number | undefined)[] = [undefined, 8, undefined, undefined, undefined, 4];
const unreadable = () => new Error('The server sent a message that can not be read');

/** Where the number ended that was read last: an answer of two parts would cost more than the reading. */
let readTo = 0;

const varintAt = (bytes: Uint8Array, start: number, end: number): number => {
  let value = 0;
  let scale = 1;
  for (let at = start; at < end && at < start + varintMaxBytes; at += 1) {
    const byte = bytes[at]!;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      readTo = at + 1;
      return value;
    }
    scale *= 0x80;
  }
  throw unreadable();
};

/** Walks through the fields of the message between two places of a buffer. @throws when it is none */
export const readFields = (bytes: Uint8Array, start: number, end: number, visit: Visit): void => {
  for (let at = start; at < end;) {
    const key = varintAt(bytes, at, end);
    const type = key & 7;
    at = readTo;
    if (type === numberType) {
      const value = varintAt(bytes, at, end);
      at = readTo;
      visit(key >>> 3, value, at, at);
      continue;
    }
    const length = type === bytesType ? varintAt(bytes, at, end) : lengths[type];
    if (type === bytesType) at = readTo;
    if (length === undefined || at + length > end) throw unreadable();
    if (type === bytesType) visit(key >>> 3, 0, at, at + length);
    at += length;
  }
};
