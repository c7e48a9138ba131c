import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { witnessOf } from '../rel/witness.ts';

const log = '/data/events.db-wal';
const id = '0b8f1c52-6f0e-4c1b-9a52-3f5f6a7b8c9d';

const named: Readonly<Record<number, string>> = {
  9: String.raw`\t`,
  10: String.raw`\n`,
  11: String.raw`\v`,
  12: String.raw`\f`,
  13: String.raw`\r`,
  34: String.raw`\"`,
  92: String.raw`\\`,
};
const isOctalDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 55;

/** Bytes as strace prints them. */
const shown = (bytes: readonly number[]) =>
  bytes
    .map((byte, at) => {
      if (named[byte] !== undefined) return named[byte];
      if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
      return `\\${byte.toString(8).padStart(isOctalDigit(bytes[at + 1]) ? 3 : 1, '0')}`;
    })
    .join('');

const bigEndian = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 0xff);

/** One frame of a write-ahead log: its header, and the page that contains the id. */
const frame = (size: number, { page = 2, salt = [0x91, 0x3c] }: { page?: number; salt?: readonly number[] } = {}) => {
  const header = [...bigEndian(page), ...bigEndian(size), ...salt];
  const padded = [...header, ...Array<number>(24 - header.length).fill(0xe2)];
  return [
    `7 1.001 pwrite64(21<${log}>, "${shown(padded)}", 24, 32) = 24`,
    String.raw`7 1.002 pwrite64(21<${log}>, "\r\0\0\0${id}\nsystem", 16384, 56) = 16384`,
  ];
};
const sync = [`7 1.003 fdatasync(21<${log}> <unfinished ...>`, '7 1.008 <... fdatasync resumed>) = 0 (DELAYED)'];
const answer = String.raw`6 1.010 write(30<TCP:[127.0.0.1:1->127.0.0.1:2]>, "HTTP/1.1 201 Created\r\n\r\n{\"id\":\"${id}\"}", 80) = 80`;

describe('the witness of answers and syncs', () => {
  let folder = '';
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tessera-witness-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Seconds between the sync and the answer. */
  const waitIn = async (...lines: readonly string[]) => {
    const file = join(folder, 'trace');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return (await witnessOf(file, log)).answered.get(id);
  };

  it('recognizes a commit whatever digits follow its size', async () => {
    // Copied from strace: page 2 of 2, and a salt that begins with the digit 2, as in one of 32 logs.
    const [, page = ''] = frame(2);
    const header = String.raw`7 1.001 pwrite64(21<${log}>, "\0\0\0\2\0\0\0\0022L\221<EjI\337\237\4\227%\31G\352\307", 24, 32848) = 24`;
    expect(await waitIn(header, page, ...sync, answer)).toBeCloseTo(0.002, 4);
  });

  it('recognizes a commit by its size, for every page, size and salt', async () => {
    const salt = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 48, max: 57 }));
    const number = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 }));
    await fc.assert(
      fc.asyncProperty(
        number,
        number,
        salt.map((bytes) => bytes.toReversed()),
        async (page, size, bytes) => {
          expect(await waitIn(...frame(size, { page, salt: bytes }), ...sync, answer)).toBeCloseTo(0.002, 4);
          expect(await waitIn(...frame(0, { page, salt: bytes }), ...sync, answer)).toBe(-Infinity);
        },
      ),
    );
  });

  it('reports an answer that was sent before its sync had returned', async () => {
    const [begin = '', end = ''] = sync;
    expect(await waitIn(...frame(2), begin, answer, end)).toBe(-Infinity);
    expect(await waitIn(...sync, ...frame(2), answer)).toBe(-Infinity);
  });
});
