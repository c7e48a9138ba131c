import { DetailedError, Upload } from 'tus-js-client';
import type { UploadOptions } from 'tus-js-client';
import { accessToken, sessionAtom } from './session.ts';
import { store } from './store.ts';
import { UploadFailed } from './upload-failed.ts';

/** Pauses before the attempts after a lost connection; the last is repeated until one succeeds. */
const reconnectDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000];
/** Attempts in a row that the server may fail, without a byte more arriving, before the upload stands as failed. */
const faultsMax = 6;
/** A connection that shows no sign of life for so long is given up for a new one. */
const stallMs = 30_000;
const goneStatuses = [404, 410];
/** The server is busy with the same upload's last, broken request, or ahead of what this browser knows. */
const passingStatuses = [409, 423];
const serverFaultStatus = 500;

interface TransferOptions {
  /** Where an earlier attempt left its part of the file. */
  readonly address: string | null;
  /** Told where the file's bytes are collected, to go on there another time; null when that place is gone. */
  readonly onAddress: (address: string | null) => void;
  readonly onProgress: (bytesSent: number) => void;
  readonly onLost: () => void;
}

export interface FileTransfer {
  /** Ends with the address at which every byte has arrived. */
  readonly sent: Promise<string>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** What the server has stays there for a day. */
  readonly stop: () => void;
  /** Gives up what the server has. */
  readonly discard: () => void;
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Nothing of one account's is ever sent as another's. */
const isAnother = (owner: string | undefined): boolean => {
  const session = store.get(sessionAtom);
  return owner !== undefined && session !== undefined && session?.userId !== owner;
};

const statusOf = (error: Error): number | null =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : null;

const delayAfter = (failures: number) => reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)] ?? 0;

/** Calls back after a while, or as soon as the browser is online again; answers how to take it back. */
export const afterPause = (failures: number, callback: () => void): (() => void) => {
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener('online', now);
  };
  const now = () => {
    end();
    callback();
  };
  const timer = setTimeout(now, delayAfter(failures));
  window.addEventListener('online', now);
  return end;
};

/** Sends a file to `/api/uploads` and goes on from the server's offset whenever the connection breaks, for ever. */
export const startTransfer = (file: File, options: TransferOptions): FileTransfer => {
  let resolve: (address: string) => void;
  let reject: (reason: Error) => void;
  const sent = new Promise<string>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  const owner = store.get(sessionAtom)?.userId;
  let { address } = options;
  let current: Upload | null = null;
  let failures = 0;
  let faults = 0;
  let bytesMost = 0;
  let stall: ReturnType<typeof setTimeout> | undefined;
  let endPause = () => {};
  let running = true;

  const halt = () => {
    clearTimeout(stall);
    endPause();
    void current?.abort();
  };
  const lose = () => {
    if (!running) return;
    halt();
    options.onLost();
    endPause = afterPause(failures, attempt);
    failures += 1;
  };
  const watch = () => {
    clearTimeout(stall);
    stall = setTimeout(lose, stallMs);
  };
  const pause = () => {
    running = false;
    halt();
  };
  const end = () => {
    pause();
    window.removeEventListener('offline', lose);
  };
  const fail = (error: Error) => {
    end();
    reject(error);
  };
  const move = (to: string | null) => {
    if (to === address) return;
    address = to;
    options.onAddress(to);
  };
  const recover = async (error: Error) => {
    const status = statusOf(error);
    const cause = error instanceof DetailedError ? error.causingError : undefined;
    if (cause instanceof UploadFailed) fail(cause);
    else if (status === 0) {
      if (await isReadable(file)) lose();
      else fail(new UploadFailed(`“${file.name}” can no longer be read. Please choose it again.`));
    } else if (status !== null && goneStatuses.includes(status) && address) {
      move(null);
      attempt();
    } else if (status !== null && (status >= serverFaultStatus || passingStatuses.includes(status))) {
      faults += 1;
      if (faults < faultsMax) lose();
      else fail(error);
    } else fail(error);
  };

  const attempt = () => {
    halt();
    // A new client for each attempt: one that was stopped may still hear of its last request. It is told one of the
    // two addresses only, or a server that is away for a moment would make it send everything again.
    const target: UploadOptions = address ? { uploadUrl: address } : { endpoint: '/api/uploads' };
    const upload: Upload = new Upload(file, {
      ...target,
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        const token = await accessToken();
        if (isAnother(owner)) throw new UploadFailed('You signed out before the upload was finished.');
        request.setHeader('Authorization', `Bearer ${token ?? ''}`);
      },
      onUploadUrlAvailable: () => {
        if (current === upload) move(upload.url);
      },
      onProgress: (bytes) => {
        if (current !== upload) return;
        watch();
        if (bytes > bytesMost) {
          bytesMost = bytes;
          failures = 0;
          faults = 0;
        }
        options.onProgress(bytes);
      },
      onSuccess: () => {
        end();
        resolve(upload.url ?? address ?? '');
      },
      onError: (error) => {
        if (running && current === upload) void recover(error);
      },
    });
    current = upload;
    watch();
    upload.start();
  };

  window.addEventListener('offline', lose);
  attempt();
  return {
    sent,
    pause,
    resume: () => {
      running = true;
      attempt();
    },
    stop: end,
    discard: () => {
      end();
      void current?.abort(true).catch(() => undefined);
    },
  };
};
