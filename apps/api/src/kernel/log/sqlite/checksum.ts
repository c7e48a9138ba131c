import { crc32 } from 'node:zlib';

/**
 * CRC-32 over all that an event means, with its stream and type by name: what gives their numbers a meaning is covered
 * with them. Signed, as SQLite then stores it in four bytes; over one text, as every call into zlib has its price.
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
