import type { Duplicate, UploadResult, UploadUnderWay } from '@tessera/contract/uploads';
import type { DetailedError } from 'tus-js-client';
import { startTransfer } from './file-transfer.ts';
import { ApiError, get } from '../../kernel/send.ts';
import { bringPreview } from './bring-preview.ts';
import { transferRate } from './transfer-rate.ts';
import { UploadFailed } from './upload-failed.ts';

/** Each request waits up to ten seconds on the server: three minutes in all, longer than any file takes. */
const resultRequestsMax = 18;
/** The pause between requests while offline; it ends early once the browser is back online. */
const reconnectDelayMs = 4_000;
const serverErrorStatus = 500;
const failureMessage = 'Failed to upload media';

/** Whether there is a preview, or the server makes it after the item is published, or nobody can for now. */
export type PreviewState = 'made' | 'later' | 'missing';

export type UploadProgress =
  | {
      readonly status: 'uploading';
      readonly bytesSent: number;
      readonly bytesTotal: number;
      /** Null in the first seconds. */
      readonly bytesPerSecond: number | null;
    }
  | { readonly status: 'paused' | 'reconnecting'; readonly bytesSent: number; readonly bytesTotal: number }
  | { readonly status: 'storing'; readonly bytesTotal: number }
  | {
      readonly status: 'stored';
      readonly bytesTotal: number;
      readonly duplicateOf: Duplicate | null;
      readonly preview: PreviewState;
    }
  | { readonly status: 'failed'; readonly bytesTotal: number; readonly message: string };

export interface MediaUpload {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops, and leaves what has arrived on the server, so that the upload can resume later. */
  readonly leave: () => void;
  /** Stops for good, and has the server delete an unfinished file. */
  readonly cancel: () => void;
  /** The upload's id once the media is stored. Rejects with `UploadFailed`. */
  readonly stored: Promise<string>;
}

interface ResumeOptions {
  /** The address of an earlier upload of the same file, to resume from. */
  readonly address?: string | null | undefined;
  /** Called with the address to resume from; null if there no longer is one. */
  readonly onAddress?: (address: string | null) => void;
}

/** The server's error message. tus-js-client keeps it only as the raw body of the last response. */
const refusalOf = (error: Error | DetailedError): string => {
  if (error instanceof ApiError || error instanceof UploadFailed) return error.message;
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  try {
    const parsed = JSON.parse(body ?? '') as { error?: { message?: string } };
    return parsed.error?.message ?? failureMessage;
  } catch {
    return failureMessage;
  }
};

/** The finished media, or the state of its preparation. */
type Answer = Partial<UploadResult & UploadUnderWay>;

/** Resolves after a pause, or as soon as the browser is online again. */
const reconnectPause = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, reconnectDelayMs);
    window.addEventListener('online', end);
  });

/** Requests the result until there is an answer; null if the upload was stopped meanwhile. */
const resultOf = async (id: string, onLost: () => void, hasStopped: () => boolean): Promise<Answer | null> => {
  while (!hasStopped()) {
    try {
      return await get<Answer>(`/api/uploads/${id}/result`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      onLost();
      await reconnectPause();
    }
  }
  return null;
};

const idOf = (address: string) => address.split('/').at(-1) ?? '';

/**
 * Sends a file to `/api/uploads`, reports its progress, and waits until the server has stored and prepared the media.
 */
export const startMediaUpload = (
  file: File,
  onChange: (progress: UploadProgress) => void,
  { address = null, onAddress = () => undefined }: ResumeOptions = {},
): MediaUpload => {
  const bytesTotal = file.size;
  const rate = transferRate();
  let stop: (reason: UploadFailed) => void;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  let bytesSent = 0;
  let isStopped = false;
  let isSent = false;
  const ending = new AbortController();
  const report = (progress: UploadProgress) => {
    if (!isStopped) onChange(progress);
  };
  const reportUploading = () => report({ status: 'uploading', bytesSent, bytesTotal, bytesPerSecond: null });
  const lost = () => {
    rate.restart();
    report({ status: 'reconnecting', bytesSent, bytesTotal });
  };
  reportUploading();
  const transfer = startTransfer(file, {
    address,
    onAddress,
    onProgress: (bytes) => {
      bytesSent = bytes;
      report({ status: 'uploading', bytesSent, bytesTotal, bytesPerSecond: rate.at(Date.now(), bytes) });
    },
    onLost: lost,
  });

  /** Resolves once the server says where the media is stored. */
  const waitUntilPrepared = async (id: string): Promise<Answer> => {
    for (let requests = 0; requests < resultRequestsMax && !isStopped; requests += 1) {
      report({ status: 'storing', bytesTotal });
      const result = await resultOf(id, lost, () => isStopped);
      if (result?.path && result.url) return result;
      if (!result?.status) break;
    }
    throw new UploadFailed(failureMessage);
  };
  const previewOf = async (id: string, { preview, awaits_preview }: Answer): Promise<PreviewState> => {
    if (preview !== 'poster') return 'made';
    if (!awaits_preview) return 'later';
    return (await bringPreview(id, file, ending.signal)) ? 'made' : 'missing';
  };
  const finish = async () => {
    try {
      const sentTo = await transfer.sent;
      isSent = true;
      bytesSent = bytesTotal;
      const id = idOf(sentTo);
      const prepared = await waitUntilPrepared(id);
      const preview = await previewOf(id, prepared);
      report({ status: 'stored', bytesTotal, duplicateOf: prepared.duplicate_of ?? null, preview });
      return id;
    } catch (error) {
      // A refused file would be refused again, so a retry starts over.
      if (error instanceof ApiError && error.status < serverErrorStatus) onAddress(null);
      const message = error instanceof Error ? refusalOf(error) : failureMessage;
      report({ status: 'failed', bytesTotal, message });
      throw new UploadFailed(message);
    }
  };
  const stored = Promise.race([finish(), stopped]);
  // A failure is reported by `onChange` and to whoever awaits it, so it is never unhandled.
  stored.catch(() => undefined);
  const end = () => {
    isStopped = true;
    ending.abort();
    stop(new UploadFailed('The upload was canceled.'));
  };
  return {
    stored,
    pause: () => {
      transfer.pause();
      rate.restart();
      report({ status: 'paused', bytesSent, bytesTotal });
    },
    resume: () => {
      reportUploading();
      transfer.resume();
    },
    leave: () => {
      end();
      transfer.stop();
    },
    cancel: () => {
      end();
      // A complete file may already be published, so it stays; the server deletes unused uploads on its own.
      if (isSent) transfer.stop();
      else transfer.discard();
    },
  };
};
