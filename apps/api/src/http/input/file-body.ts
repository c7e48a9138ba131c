import type { IncomingMessage } from 'node:http';
import type { Failure } from '@tessera/domain/kernel/failure';
import { Refused } from '../../kernel/refused.ts';

/** Reads a file that is sent as the whole body into memory. @throws Refused above `bytesMax` bytes */
export const fileBodyOf = async (request: IncomingMessage, bytesMax: number, tooLarge: () => Failure) => {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw new Refused(tooLarge());
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Refused(tooLarge());
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
