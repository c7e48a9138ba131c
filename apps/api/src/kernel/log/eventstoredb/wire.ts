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

/**
 * Stands before the fields of the message between two places of a buffer, and goes from one to the next. A function that is
 * called with each would cost half as much again.
 */
export class Fields {
  field = 0;
  /** Of a field that is a number; not exact from 2^53 on. */
  value = 0;
  /** Where the bytes of a field that is none begin and end. */
  from = 0;
  to = 0;
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** False behind the last. @throws when this is no message */
  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    while (this.#at < end) {
      const key = varintAt(bytes, this.#at, end);
      const type = key & 7;
      let at = readTo;
      this.field = key >>> 3;
      if (type === numberType) {
        this.value = varintAt(bytes, at, end);
        this.#at = readTo;
        return true;
      }
      const length = type === bytesType ? varintAt(bytes, at, end) : lengths[type];
      if (type === bytesType) at = readTo;
      if (length === undefined || at + length > end) throw unreadable();
      this.#at = at + length;
      this.from = at;
      this.to = this.#at;
      if (type === bytesType) return true;
    }
    return false;
  }
}

/** As UTF-8. Told its name, Node would look the encoding up again for each of an event's texts. */
export const text = (bytes: Buffer, from: number, to: number): string => bytes.toString(undefined, from, to);

/** Whether ASCII stands between two places, without making it a text. */
export const equalsAscii = (bytes: Uint8Array, from: number, to: number, ascii: string): boolean => {
  if (to - from !== ascii.length) return false;
  for (let at = 0; at < ascii.length; at += 1) if (bytes[from + at] !== ascii.charCodeAt(at)) return false;
  return true;
};
