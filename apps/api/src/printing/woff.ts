import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;

/**
 * Unpacks the OpenType font in a WOFF 1.0 file. The typesetting library reads both formats, but decompresses a WOFF
 * table again for each letter.
 * @throws Error when the file is not WOFF 1.0
 */
export const unpackWoff = (file: string): Buffer => {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${file} is not a WOFF 1.0 font`);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_unused, index) => {
    const at = woffHeaderBytes + index * woffEntryBytes;
    const [offset, packedBytes, bytes] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const stored = woff.subarray(offset, offset + packedBytes);
    const data = packedBytes < bytes ? inflateSync(stored) : stored;
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data };
  });
  const start = sfntHeaderBytes + count * sfntEntryBytes;
  const font = Buffer.alloc(tables.reduce((total, { data }) => total + padded(data.length), start));
  const powers = Math.floor(Math.log2(count));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** powers * sfntEntryBytes, 6);
  font.writeUInt16BE(powers, 8);
  font.writeUInt16BE((count - 2 ** powers) * sfntEntryBytes, 10);
  let offset = start;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = sfntHeaderBytes + index * sfntEntryBytes;
    tag.copy(font, at);
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(data.length, at + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
};
