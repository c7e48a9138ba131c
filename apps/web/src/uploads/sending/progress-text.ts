import type { UploadProgress } from './media-upload.ts';
import { formatBytes } from '../../ui/facts/bytes.ts';
import { percentOf } from './upload-percent.ts';

const secondsPerMinute = 60;

/** 'about 40 s left', 'about 3 min left'. */
const timeLeft = (seconds: number): string => {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < secondsPerMinute) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  return `about ${Math.ceil(seconds / secondsPerMinute)} min left`;
};

/** '2.4 MB/s, about 40 s left'; null while it is too early to tell, or when nothing is being sent. */
export const speedText = (progress: UploadProgress): string | null => {
  if (progress.status !== 'uploading' || !progress.bytesPerSecond) return null;
  const { bytesSent, bytesTotal, bytesPerSecond } = progress;
  return `${formatBytes(bytesPerSecond)}/s, ${timeLeft((bytesTotal - bytesSent) / bytesPerSecond)}`;
};

export const progressText = (progress: UploadProgress): string => {
  switch (progress.status) {
    case 'uploading':
    case 'paused':
    case 'reconnecting': {
      const amount = `${formatBytes(progress.bytesSent)} of ${formatBytes(progress.bytesTotal)}, ${percentOf(progress)}%`;
      if (progress.status === 'reconnecting') return 'Connection lost. Trying again…';
      return progress.status === 'paused' ? `Paused at ${amount}` : `Uploading ${amount}`;
    }
    case 'storing':
      return 'Preparing the preview…';
    case 'stored':
      return `Uploaded, ${formatBytes(progress.bytesTotal)}`;
    case 'failed':
      return progress.message;
  }
};
