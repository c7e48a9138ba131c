import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends the bytes as the body. Who leaves before the first or in the middle of them is no error of ours. */
export const sendStream = async (open: () => NodeJS.ReadableStream, response: Response): Promise<void> => {
  if (response.destroyed) return;
  try {
    await pipeline(open(), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
};
