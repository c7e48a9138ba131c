import { extname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

export interface Pages {
  /** Pages in the write-ahead log. */
  readonly log: number;
  readonly checkpointed: number;
}

export interface WalCheckpointOrder {
  readonly file: string;
  /** Above this size of the write-ahead log, the next commit waits until the log restarts. */
  readonly logMaxPages: number;
}

export interface WalCheckpointOptions extends WalCheckpointOrder {
  /** Copying begins when this many pages have not been copied yet. */
  readonly copiedAtPages: number;
}

/**
 * Copies the write-ahead log into the file on a separate thread, because copying waits for the disk, and the committing
 * thread would wait with it, holding up everyone.
 */
export class WalCheckpoints {
  readonly #countPages: StatementSync;
  readonly #options: WalCheckpointOptions;
  #worker: Worker | null = null;
  #copying: Promise<void> = Promise.resolve();
  #isCopying = false;

  /** @param database the connection that commits; from now on it does no copying itself */
  constructor(database: DatabaseSync, options: WalCheckpointOptions) {
    this.#countPages = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#options = options;
    database.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** Call after each commit. Resolves once the copying that it started, or joined, is done. */
  afterCommit(): Promise<void> {
    if (this.#isCopying) return this.#copying;
    if (this.#waitingPages() < this.#options.copiedAtPages) return Promise.resolve();
    this.#isCopying = true;
    this.#copying = this.#copy();
    return this.#copying;
  }

  /** Call before closing the connection, which then copies the rest. */
  async close(): Promise<void> {
    await this.#copying;
    await this.#worker?.terminate();
  }

  #waitingPages() {
    try {
      const { log, checkpointed } = this.#countPages.get() as unknown as Pages;
      return log - checkpointed;
    } catch {
      // Committed data is safe; the next commit checks again.
      return 0;
    }
  }

  /** If the thread has died, the next commit starts another. */
  #copy(): Promise<void> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const settle = () => {
        worker.off('message', settle);
        worker.off('exit', settle);
        this.#isCopying = false;
        resolve();
      };
      worker.on('message', settle);
      worker.once('exit', settle);
      worker.postMessage('copy');
    });
  }

  #start() {
    const { file, logMaxPages } = this.#options;
    const order: WalCheckpointOrder = { file, logMaxPages };
    const worker = new Worker(new URL(`./wal-checkpoint.worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: order,
    });
    worker.unref();
    // What it could not copy stays in the write-ahead log, where it can still be read.
    worker.once('error', () => undefined);
    worker.once('exit', () => (this.#worker = null));
    return worker;
  }
}
