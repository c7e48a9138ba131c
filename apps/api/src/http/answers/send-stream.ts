import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends a stream as the body. A client that disconnects, even before the first byte, is not an error. */
export const sendStream = async (open: () => NodeJS.ReadableStream, response: Response): Promise<void> => {
  if (response.destroyed) return;
  try {
    await pipeline(open(), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
};
