import type { Duplicate, UploadResult, UploadUnderWay } from '@tessera/contract/uploads';
import type { DetailedError } from 'tus-js-client';
import { startTransfer } from './file-transfer.ts';
import { ApiError, get } from '../../kernel/send.ts';
import { transferRate } from './transfer-rate.ts';
import { UploadFailed } from './upload-failed.ts';

/** Each waits up to ten seconds on the server: three minutes in all, longer than any file takes. */
const resultAsksMax = 18;
/** Between two asks without a connection; less when it is back before. */
const reconnectDelayMs = 4_000;
const serverFaultStatus = 500;
const failureMessage = 'Failed to upload media';

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
  | { readonly status: 'stored'; readonly bytesTotal: number; readonly duplicateOf: Duplicate | null }
  | { readonly status: 'failed'; readonly bytesTotal: number; readonly message: string };

export interface MediaUpload {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops, and leaves on the server what has arrived, to go on from. */
  readonly leave: () => void;
  /** Stops for good and gives up what the server has of an unfinished file. */
  readonly cancel: () => void;
  /** The upload's id once the media is stored. Rejects with `UploadFailed`. */
  readonly stored: Promise<string>;
}

interface UploadPlace {
  /** Where an earlier upload of the same file was left. */
  readonly address?: string | null | undefined;
  /** Told the address to go on at; null when there is none any more. */
  readonly onAddress?: (address: string | null) => void;
}

/** tus-js-client keeps the server's refusal only as the raw body of its last answer. */
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

/** While the media is still being prepared, how far that is. */
type Answer = Partial<UploadResult & UploadUnderWay>;

/** Ends after a while, or as soon as the browser is online again. */
const connectionMayBeBack = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, reconnectDelayMs);
    window.addEventListener('online', end);
  });

/** Asks until there is an answer; null when it was stopped meanwhile. */
const resultOf = async (id: string, onLost: () => void, stopped: () => boolean): Promise<Answer | null> => {
  while (!stopped()) {
    try {
      return await get<Answer>(`/api/uploads/${id}/result`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      onLost();
      await connectionMayBeBack();
    }
  }
  return null;
};

const idOf = (address: string) => address.split('/').at(-1) ?? '';

/** Sends a file to `/api/uploads`, tells each step, and ends when the server has stored and prepared the media. */
export const startMediaUpload = (
  file: File,
  onChange: (progress: UploadProgress) => void,
  { address = null, onAddress = () => undefined }: UploadPlace = {},
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
  const tell = (progress: UploadProgress) => {
    if (!isStopped) onChange(progress);
  };
  const start = () => tell({ status: 'uploading', bytesSent, bytesTotal, bytesPerSecond: null });
  const lost = () => {
    rate.restart();
    tell({ status: 'reconnecting', bytesSent, bytesTotal });
  };
  start();
  const transfer = startTransfer(file, {
    address,
    onAddress,
    onProgress: (bytes) => {
      bytesSent = bytes;
      tell({ status: 'uploading', bytesSent, bytesTotal, bytesPerSecond: rate.at(Date.now(), bytes) });
    },
    onLost: lost,
  });

  /** Resolves when the server says where the media lies. */
  const prepared = async (id: string): Promise<Duplicate | null> => {
    for (let asks = 0; asks < resultAsksMax && !isStopped; asks += 1) {
      tell({ status: 'storing', bytesTotal });
      const result = await resultOf(id, lost, () => isStopped);
      if (result?.path && result.url) return result.duplicate_of ?? null;
      if (!result?.status) break;
    }
    throw new UploadFailed(failureMessage);
  };
  const finish = async () => {
    try {
      const sentTo = await transfer.sent;
      isSent = true;
      bytesSent = bytesTotal;
      const id = idOf(sentTo);
      tell({ status: 'stored', bytesTotal, duplicateOf: await prepared(id) });
      return id;
    } catch (error) {
      // What was refused once is refused again: another try begins anew.
      if (error instanceof ApiError && error.status < serverFaultStatus) onAddress(null);
      const message = error instanceof Error ? refusalOf(error) : failureMessage;
      tell({ status: 'failed', bytesTotal, message });
      throw new UploadFailed(message);
    }
  };
  const stored = Promise.race([finish(), stopped]);
  // Its failure is told by `onChange`; whoever waits for it hears of it as well.
  stored.catch(() => undefined);
  const end = () => {
    isStopped = true;
    stop(new UploadFailed('The upload was canceled.'));
  };
  return {
    stored,
    pause: () => {
      transfer.pause();
      rate.restart();
      tell({ status: 'paused', bytesSent, bytesTotal });
    },
    resume: () => {
      start();
      transfer.resume();
    },
    leave: () => {
      end();
      transfer.stop();
    },
    cancel: () => {
      end();
      // What has arrived whole may be published by now, so it is left; the server throws unused uploads away by itself.
      if (isSent) transfer.stop();
      else transfer.discard();
    },
  };
};
