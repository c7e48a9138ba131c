import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { LogDamaged } from '../damaged.ts';

/** See https://sqlite.org/fileformat2.html#walformat. All numbers are big-endian, except the input of the checksums. */
const headerBytes = 32;
const frameHeaderBytes = 24;
const magicLittleEndian = 0x377f0682;
const magicBigEndian = 0x377f0683;

type Sum = readonly [number, number];

const sumAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const equal = (one: Sum, other: Sum) => one[0] === other[0] && one[1] === other[1];

/** SQLite's running checksum over pairs of words. */
const summed = (bytes: Buffer, from: number, to: number, [first, second]: Sum, littleEndian: boolean): Sum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first | 0, second | 0];
  for (let at = from; at < to; at += 8) {
    one = (one + view.getInt32(at, littleEndian) + two) | 0;
    two = (two + view.getInt32(at + 4, littleEndian) + one) | 0;
  }
  return [one >>> 0, two >>> 0];
};

/** Iterates over the frames, each of which continues the checksum of the one before. */
class Frames {
  readonly #descriptor: number;
  readonly #salts: Sum;
  readonly #littleEndian: boolean;
  readonly #buffer: Buffer;
  #at = headerBytes;
  #before: Sum;

  constructor(descriptor: number, header: Buffer, pageBytes: number) {
    this.#descriptor = descriptor;
    this.#salts = sumAt(header, 16);
    this.#before = sumAt(header, 24);
    this.#littleEndian = header.readUInt32BE(0) === magicLittleEndian;
    this.#buffer = Buffer.alloc(frameHeaderBytes + pageBytes);
  }

  /** Null at the end of the file; an incomplete frame doesn't count. */
  next() {
    const frame = this.#buffer;
    if (readSync(this.#descriptor, frame, 0, frame.length, this.#at) < frame.length) return null;
    this.#at += frame.length;
    const before = this.#before;
    this.#before = sumAt(frame, 16);
    const salts = sumAt(frame, 8);
    return {
      isWhole: () => equal(salts, this.#salts) && equal(this.#sumAfter(before), this.#before),
      // Both salts differ in frames from an earlier run of the log, which are in the database already.
      current: salts[0] === this.#salts[0] || salts[1] === this.#salts[1],
      commits: frame.readUInt32BE(4) !== 0,
    };
  }

  #sumAfter(before: Sum): Sum {
    const head = summed(this.#buffer, 0, 8, before, this.#littleEndian);
    return summed(this.#buffer, frameHeaderBytes, this.#buffer.length, head, this.#littleEndian);
  }
}

/**
 * A crash can leave the last transaction torn: it wasn't acknowledged, and SQLite drops it. If a frame of an earlier
 * transaction is damaged, SQLite would drop that transaction and all later ones the same way; here this is recognized
 * by the commits that follow. A damaged last transaction looks like a torn one.
 * @throws LogDamaged
 */
export const refuseDamagedWriteAheadLog = (file: string): void => {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    // If the file or folder does not exist, SQLite says what it can't open.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
  try {
    const header = Buffer.alloc(headerBytes);
    const { size } = fstatSync(descriptor);
    if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes || size === headerBytes) return;
    refuseDamage(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
};

const isWhole = (header: Buffer): boolean => {
  const magic = header.readUInt32BE(0);
  const littleEndian = magic === magicLittleEndian;
  if (!littleEndian && magic !== magicBigEndian) return false;
  return equal(summed(header, 0, 24, [0, 0], littleEndian), sumAt(header, 24));
};

const refuseDamage = (descriptor: number, header: Buffer) => {
  // The header is synced before the first frame is written.
  if (!isWhole(header)) throw new LogDamaged('the header of its write-ahead log is damaged');
  const frames = new Frames(descriptor, header, header.readUInt32BE(8));
  let damaged = 0;
  let commits = 0;
  for (let number = 1, frame = frames.next(); frame; number += 1, frame = frames.next()) {
    if (damaged === 0 && !frame.isWhole()) damaged = number;
    if (damaged > 0 && frame.current && frame.commits) commits += 1;
  }
  // One of them may belong to the transaction that a crash tore.
  if (commits > 1) {
    throw new LogDamaged(`its write-ahead log is damaged in frame ${damaged}, before transactions that were completed`);
  }
};
