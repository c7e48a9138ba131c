import { crc32 } from 'node:zlib';

/**
 * CRC-32 over everything in an event, with its stream and type by name, so that the names behind their numeric ids are
 * covered too. Signed, because SQLite then stores it in four bytes; over a single string, because each call into zlib
 * costs.
 */
export const checksumOf = (
  position: number,
  stream: string,
  revision: number,
  type: string,
  version: number,
  recordedAtMs: number,
  head: string,
  data: string,
): number => crc32(`${position} ${revision} ${version} ${recordedAtMs} ${type}\n${stream}\n${head}\n${data}`) | 0;
