import { open } from 'node:fs/promises';
import { formatOfHead, headBytes } from '@tessera/domain/content/media/file-formats';
import type { TakenFormat } from '@tessera/domain/content/media/file-formats';
import { invalidFileType } from '@tessera/domain/content/media/media-failures';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import { isWholeIsoMedia } from './iso-media.ts';
import { isWholeWebm } from './webm-media.ts';

const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * Detects a file's format by its content alone, ignoring its name and the type sent with it. Decodes no picture; a
 * video must be whole.
 */
export const detectMediaType = async (file: string): Promise<TakenFormat | Failure> => {
  const format = formatOfHead(await headOf(file));
  if (isFailure(format) || format.mediaType === 'image') return format;
  const isWhole = format.extension === 'webm' ? await isWholeWebm(file) : await isWholeIsoMedia(file);
  return isWhole ? format : invalidFileType();
};
