import type { UploadProgress } from './media-upload.ts';

/** The share of the file that has arrived, from 0 to 100. */
export const percentOf = (progress: UploadProgress): number => {
  if (progress.status === 'failed') return 0;
  if (!('bytesSent' in progress)) return 100;
  return progress.bytesTotal ? Math.floor((progress.bytesSent / progress.bytesTotal) * 100) : 0;
};
