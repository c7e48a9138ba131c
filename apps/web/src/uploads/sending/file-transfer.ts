import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import { loadWithRetry } from '../../kernel/load-with-retry.ts';
import { accessToken, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { UploadFailed } from './upload-failed.ts';

/** Pauses before the attempts after a lost connection; the last is repeated for a day: so long the server keeps the file. */
const reconnectDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 5_760 }, () => 15_000)];
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

/** Nothing of one account's is ever sent as another's. */
const isAnother = (owner: string | undefined): boolean => {
  const session = store.get(sessionAtom);
  return owner !== undefined && session !== undefined && session?.userId !== owner;
};

const expectReadable = async (file: File) => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new UploadFailed(`“${file.name}” can no longer be read. Please choose it again.`);
  }
};

/** The upload protocol is only loaded by those who upload. */
const loadProtocol = () => loadWithRetry(() => import('tus-js-client'));

const isOfRequest = (error: Error): error is DetailedError => 'originalRequest' in error;

/** 0 where the server gave no answer, null where it is no failure of a request. */
const statusOf = (error: Error): number | null =>
  isOfRequest(error) ? (error.originalResponse?.getStatus() ?? 0) : null;

const causeOf = (error: Error): Error =>
  isOfRequest(error) && error.causingError instanceof UploadFailed ? error.causingError : error;

/** Sends a file to `/api/uploads` and goes on from the server's offset whenever the connection breaks. */
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
  let faults = 0;
  let bytesMost = 0;
  let stall: ReturnType<typeof setTimeout> | undefined;
  let running = true;

  const halt = () => {
    clearTimeout(stall);
    void current?.abort();
  };
  const beginAnew = () => {
    if (!running) return;
    options.onLost();
    void attempt();
  };
  const watch = () => {
    clearTimeout(stall);
    stall = setTimeout(beginAnew, stallMs);
  };
  const pause = () => {
    running = false;
    halt();
  };
  const listening = new AbortController();
  const end = () => {
    pause();
    listening.abort();
  };
  const move = (to: string | null) => {
    if (to === address) return;
    address = to;
    options.onAddress(to);
  };
  const authorize = async (request: HttpRequest) => {
    const token = await accessToken();
    if (isAnother(owner)) throw new UploadFailed('You signed out before the upload was finished.');
    request.setHeader('Authorization', `Bearer ${token ?? ''}`);
  };
  const isPassing = (error: DetailedError): boolean => {
    const status = statusOf(error) ?? 0;
    if (causeOf(error) instanceof UploadFailed) return false;
    if (status === 0) return true;
    faults += 1;
    return faults < faultsMax && (status >= serverFaultStatus || passingStatuses.includes(status));
  };
  const fail = (error: Error) => {
    if (address && goneStatuses.includes(statusOf(error) ?? 0)) {
      move(null);
      void attempt();
      return;
    }
    end();
    reject(causeOf(error));
  };

  const attempt = async () => {
    halt();
    const { Upload: Client } = await loadProtocol();
    if (!running) return;
    // Another attempt may have waited for it as well.
    halt();
    // A new client for each: one that was stopped may be about to send its next request, and would hear of it.
    const upload: Upload = new Client(file, {
      // One of the two, or a server that is away for a moment would make it send everything again.
      ...(address ? { uploadUrl: address } : { endpoint: '/api/uploads' }),
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: reconnectDelaysMs,
      // The address is kept with what was typed beside the file.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        watch();
        await expectReadable(file);
        await authorize(request);
        if (!isCurrent()) throw new Error('It was stopped.');
      },
      onShouldRetry: (error) => {
        if (!isCurrent() || !isPassing(error)) return false;
        clearTimeout(stall);
        options.onLost();
        return true;
      },
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null;
        move(upload.url);
      },
      onProgress: (bytes) => {
        watch();
        if (bytes > bytesMost) {
          bytesMost = bytes;
          faults = 0;
        }
        options.onProgress(bytes);
      },
      onSuccess: () => {
        end();
        resolve(upload.url ?? '');
      },
      onError: (error) => {
        if (isCurrent()) fail(error);
      },
    });
    const isCurrent = () => running && current === upload;
    current = upload;
    upload.start();
  };

  const terminate = async (place: string) => {
    const { Upload: Client } = await loadProtocol();
    await Client.terminate(place, { onBeforeRequest: authorize }).catch(() => undefined);
  };

  for (const change of ['offline', 'online']) window.addEventListener(change, beginAnew, { signal: listening.signal });
  void attempt();
  return {
    sent,
    pause,
    resume: () => {
      running = true;
      void attempt();
    },
    stop: end,
    discard: () => {
      end();
      if (address) void terminate(address);
    },
  };
};
