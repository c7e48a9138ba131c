import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import { loadWithRetry } from '../../kernel/load-with-retry.ts';
import { accessToken, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { UploadFailed } from './upload-failed.ts';

/**
 * Pauses between attempts to reconnect. The last one repeats for a day, which is how long the server keeps the file.
 */
const reconnectDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 5_760 }, () => 15_000)];
/** After this many server errors in a row without another byte arriving, the upload has failed. */
const serverErrorsMax = 6;
/** A connection without any activity for this long is replaced with a new one. */
const stallMs = 30_000;
const goneStatuses = [404, 410];
/** The server is still busy with this upload's last, broken request, or has received more than this browser knows. */
const transientStatuses = [409, 423];
const serverErrorStatus = 500;

interface TransferOptions {
  /** The address of an earlier attempt, to resume from; null for a new upload. */
  readonly address: string | null;
  /** Called with the address where the server collects the bytes, to resume from later; null if it no longer exists. */
  readonly onAddress: (address: string | null) => void;
  readonly onProgress: (bytesSent: number) => void;
  readonly onLost: () => void;
}

export interface FileTransfer {
  /** Resolves with the upload's address once every byte has arrived there. */
  readonly sent: Promise<string>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops sending. The server keeps what it has for a day. */
  readonly stop: () => void;
  /** Stops sending, and has the server delete what it has. */
  readonly discard: () => void;
}

/** Whether someone else is signed in by now: one account's file must never be sent as another's. */
const isOtherAccount = (owner: string | undefined): boolean => {
  const session = store.get(sessionAtom);
  return owner !== undefined && session !== undefined && session?.userId !== owner;
};

const assertReadable = async (file: File) => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new UploadFailed(`“${file.name}” can no longer be read. Please choose it again.`);
  }
};

/** Loads the upload protocol, which only uploads need. */
const loadProtocol = () => loadWithRetry(() => import('tus-js-client'));

const isRequestError = (error: Error): error is DetailedError => 'originalRequest' in error;

/** The HTTP status of a failed request: 0 if the server didn't answer, null if the error is not about a request. */
const statusOf = (error: Error): number | null =>
  isRequestError(error) ? (error.originalResponse?.getStatus() ?? 0) : null;

const causeOf = (error: Error): Error =>
  isRequestError(error) && error.causingError instanceof UploadFailed ? error.causingError : error;

/** Sends a file to `/api/uploads`, and resumes from the server's offset whenever the connection breaks. */
export const startTransfer = (file: File, options: TransferOptions): FileTransfer => {
  let resolve: (address: string) => void;
  let reject: (reason: Error) => void;
  const sent = new Promise<string>((onFulfilled, onRejected) => {
    resolve = onFulfilled;
    reject = onRejected;
  });
  const owner = store.get(sessionAtom)?.userId;
  let { address } = options;
  let current: Upload | null = null;
  let serverErrors = 0;
  let mostBytes = 0;
  let stall: ReturnType<typeof setTimeout> | undefined;
  let running = true;

  const halt = () => {
    clearTimeout(stall);
    void current?.abort();
    // A request that it is preparing would still be sent, without its headers.
    current = null;
  };
  const restart = () => {
    if (!running) return;
    options.onLost();
    void attempt();
  };
  const watchForStall = () => {
    clearTimeout(stall);
    stall = setTimeout(restart, stallMs);
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
  const setAddress = (changed: string | null) => {
    if (changed === address) return;
    address = changed;
    options.onAddress(changed);
  };
  const authorize = async (request: HttpRequest) => {
    const token = await accessToken();
    if (isOtherAccount(owner)) throw new UploadFailed('You signed out before the upload was finished.');
    request.setHeader('Authorization', `Bearer ${token ?? ''}`);
  };
  const isTransient = (error: DetailedError): boolean => {
    const status = statusOf(error) ?? 0;
    if (causeOf(error) instanceof UploadFailed) return false;
    if (status === 0) return true;
    serverErrors += 1;
    return serverErrors < serverErrorsMax && (status >= serverErrorStatus || transientStatuses.includes(status));
  };
  const fail = (error: Error) => {
    if (address && goneStatuses.includes(statusOf(error) ?? 0)) {
      setAddress(null);
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
    // Another attempt may have been waiting for the same import.
    halt();
    const upload: Upload = new Client(file, {
      // Never both: with an endpoint, a brief server outage would make the client start over.
      ...(address ? { uploadUrl: address } : { endpoint: '/api/uploads' }),
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: reconnectDelaysMs,
      // The address is kept with the form's input instead.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        watchForStall();
        await assertReadable(file);
        await authorize(request);
        if (!isCurrent()) throw new Error('The upload was stopped.');
      },
      onShouldRetry: (error) => {
        if (!isCurrent() || !isTransient(error)) return false;
        clearTimeout(stall);
        options.onLost();
        return true;
      },
      onUploadUrlAvailable: () => {
        upload.options.endpoint = null;
        setAddress(upload.url);
      },
      onProgress: (bytes) => {
        watchForStall();
        if (bytes > mostBytes) {
          mostBytes = bytes;
          serverErrors = 0;
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
    const isCurrent = () => current === upload;
    current = upload;
    upload.start();
  };

  const terminate = async (uploadUrl: string) => {
    const { Upload: Client } = await loadProtocol();
    await Client.terminate(uploadUrl, { onBeforeRequest: authorize }).catch(() => undefined);
  };

  for (const change of ['offline', 'online']) window.addEventListener(change, restart, { signal: listening.signal });
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
