import { Upload } from 'tus-js-client';
import type { DetailedError } from 'tus-js-client';
import { ApiError, get } from './send.ts';
import { accessToken } from './session.ts';
import { UploadFailed } from './upload-failed.ts';

/** Waiting times before each retry of a broken connection; after the last the upload stands as failed. */
const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000];
/** Each waits up to ten seconds on the server: three minutes in all, longer than any file takes. */
const resultAsksMax = 18;
const failureMessage = 'Failed to upload media';

export type UploadProgress =
  | { readonly status: 'uploading' | 'paused'; readonly bytesSent: number; readonly bytesTotal: number }
  | { readonly status: 'storing' | 'stored'; readonly bytesTotal: number }
  | { readonly status: 'failed'; readonly bytesTotal: number; readonly message: string };

export interface MediaUpload {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops for good and gives up what the server has of an unfinished file. */
  readonly cancel: () => void;
  /** The upload's id once the media is stored. Rejects with `UploadFailed`. */
  readonly stored: Promise<string>;
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

interface UploadResult {
  readonly path?: string;
  readonly url?: string;
  /** While the media is still being prepared. */
  readonly status?: string;
}

/** Resolves when the server says where the media lies. */
const prepared = async (id: string): Promise<void> => {
  for (let asks = 0; asks < resultAsksMax; asks += 1) {
    const { path, url, status } = await get<UploadResult>(`/api/uploads/${id}/result`);
    if (path && url) return;
    if (!status) break;
  }
  throw new UploadFailed(failureMessage);
};

const idOf = (url: string | null) => url?.split('/').at(-1) ?? '';

/** Sends a file to `/api/uploads`, tells each step, and ends when the server has stored and prepared the media. */
export const startMediaUpload = (file: File, onChange: (progress: UploadProgress) => void): MediaUpload => {
  const bytesTotal = file.size;
  let bytesSent = 0;
  let cancelled = false;
  let isSent = false;
  let upload: Upload;
  let giveUp: (reason: UploadFailed) => void;
  const tell = (progress: UploadProgress) => {
    if (!cancelled) onChange(progress);
  };
  const start = () => {
    tell({ status: 'uploading', bytesSent, bytesTotal });
    upload.start();
  };
  const sent = new Promise<void>((resolve, reject) => {
    giveUp = reject;
    upload = new Upload(file, {
      endpoint: '/api/uploads',
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: retryDelaysMs,
      // A remembered address would outlive the account that may use it.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        request.setHeader('Authorization', `Bearer ${(await accessToken()) ?? ''}`);
      },
      onProgress: (bytes) => {
        bytesSent = bytes;
        tell({ status: 'uploading', bytesSent, bytesTotal });
      },
      onSuccess: () => resolve(),
      onError: reject,
    });
    start();
  });
  const finish = async () => {
    try {
      await sent;
      isSent = true;
      tell({ status: 'storing', bytesTotal });
      const id = idOf(upload.url);
      await prepared(id);
      tell({ status: 'stored', bytesTotal });
      return id;
    } catch (error) {
      const message = error instanceof Error ? refusalOf(error) : failureMessage;
      tell({ status: 'failed', bytesTotal, message });
      throw new UploadFailed(message);
    }
  };
  const stored = finish();
  // Its failure is told by `onChange`; whoever waits for it hears of it as well.
  stored.catch(() => undefined);
  return {
    stored,
    pause: () => {
      void upload.abort();
      tell({ status: 'paused', bytesSent, bytesTotal });
    },
    resume: start,
    cancel: () => {
      cancelled = true;
      giveUp(new UploadFailed('The upload was cancelled.'));
      // What has arrived whole may be published by now, so it is left; the server throws unused uploads away by itself.
      if (!isSent) void upload.abort(true).catch(() => undefined);
    },
  };
};
