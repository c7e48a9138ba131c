import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

const types: Readonly<Record<string, string>> = { '.csv': 'text/csv; charset=utf-8', '.pdf': 'application/pdf' };

/**
 * A download that browsers save under this name. A stream is read only as fast as the client receives it, and reading
 * stops if the client disconnects.
 */
export const fileOf = (name: string, content: Buffer | AsyncIterable<string> | Readable): StreamableFile => {
  const options = {
    type: types[extname(name)] ?? 'application/octet-stream',
    disposition: `attachment; filename="${name}"`,
  };
  if (Buffer.isBuffer(content)) return new StreamableFile(content, { ...options, length: content.length });
  return new StreamableFile(content instanceof Readable ? content : Readable.from(content), options);
};
