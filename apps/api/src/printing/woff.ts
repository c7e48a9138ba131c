import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { writeFont } from './sfnt.ts';

const headerBytes = 44;
const entryBytes = 20;

/**
 * Unpacks the OpenType font in a WOFF 1.0 file. The typesetting library reads both formats, but decompresses a WOFF
 * table again for each letter.
 * @throws Error when the file is not WOFF 1.0
 */
export const unpackWoff = (file: string): Buffer => {
  const woff = readFileSync(file);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${file} is not a WOFF 1.0 font`);
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_unused, index) => {
    const at = headerBytes + index * entryBytes;
    const [offset, packedBytes, bytes] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const stored = woff.subarray(offset, offset + packedBytes);
    const data = packedBytes < bytes ? inflateSync(stored) : stored;
    return { tag: woff.toString('latin1', at, at + 4), checksum: woff.readUInt32BE(at + 16), data };
  });
  return writeFont(woff.readUInt32BE(4), tables);
};
