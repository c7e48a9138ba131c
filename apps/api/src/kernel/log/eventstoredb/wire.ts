/**
 * Protocol buffers as the server speaks them: a message is a sequence of fields, each a number or some bytes. Written
 * by hand, because the generated classes cost more than everything else that is done with an event.
 */

const numberType = 0;
const bytesType = 2;
const varintMaxBytes = 10;

/** The fields of a message, in the order given. */
export const message = (...fields: readonly Uint8Array[]): Buffer => Buffer.concat(fields);

/** A field that holds a non-negative safe integer. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.from([...varint((field << 3) | numberType), ...varint(value)]);

/** A field that holds text, bytes, or a nested message. */
export const bytesField = (field: number, value: string | Uint8Array): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([...varint((field << 3) | bytesType), ...varint(bytes.length)]), bytes]);
};

/** A field whose presence alone carries meaning. */
export const emptyField = (field: number): Buffer => bytesField(field, '');

/** Uses arithmetic instead of shifts, which would lose the bits above 2^32. */
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
const unreadable = () => new Error('The server sent an unreadable message');

/** Where the last number read ended. Kept here because returning a pair would cost more than the reading itself. */
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
 * Iterates over a message's fields between two offsets of a buffer. A callback per field would cost half as much again.
 */
export class Fields {
  field = 0;
  /** The value of a numeric field; not exact from 2^53 on. */
  value = 0;
  /** Where the bytes of a non-numeric field begin and end. */
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

  /** Advances to the next field; false after the last. @throws if this is not a valid message */
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

/** Decodes UTF-8. If the encoding were named, Node would look it up again for each text of an event. */
export const text = (bytes: Buffer, from: number, to: number): string => bytes.toString(undefined, from, to);

/** Whether the bytes between two offsets equal an ASCII string, without decoding them. */
export const equalsAscii = (bytes: Uint8Array, from: number, to: number, ascii: string): boolean => {
  if (to - from !== ascii.length) return false;
  for (let at = 0; at < ascii.length; at += 1) if (bytes[from + at] !== ascii.charCodeAt(at)) return false;
  return true;
};
