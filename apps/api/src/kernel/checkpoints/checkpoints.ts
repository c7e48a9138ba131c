import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

export interface Pages {
  /** In the write-ahead log. */
  readonly log: number;
  readonly checkpointed: number;
}

/** Handed to the thread. */
export interface CheckpointOrder {
  readonly file: string;
  /** Of the write-ahead log: over it, the next commit waits until it begins anew. */
  readonly logMaxPages: number;
}

export interface CheckpointOptions extends CheckpointOrder {
  /** Begins when so many are not copied yet. */
  readonly copiedAtPages: number;
}

/**
 * Copies the write-ahead log into the file on a thread of its own: that waits for the disk, and whoever commits would wait
 * along, with everybody behind.
 */
export class Checkpoints {
  readonly #look: StatementSync;
  readonly #options: CheckpointOptions;
  #worker: Worker | null = null;
  #copying: Promise<void> = Promise.resolve();
  #isCopying = false;

  /** @param database which commits; from now on it copies nothing itself */
  constructor(database: DatabaseSync, options: CheckpointOptions) {
    this.#look = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#options = options;
    database.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** Called after each commit. Resolves when what was begun is copied. */
  afterCommit(): Promise<void> {
    if (this.#isCopying) return this.#copying;
    if (this.#waitingPages() < this.#options.copiedAtPages) return Promise.resolve();
    this.#isCopying = true;
    this.#copying = this.#copy();
    return this.#copying;
  }

  /** Called before the connection is closed, which then copies what is left. */
  async close(): Promise<void> {
    await this.#copying;
    await this.#worker?.terminate();
  }

  #waitingPages() {
    try {
      const { log, checkpointed } = this.#look.get() as unknown as Pages;
      return log - checkpointed;
    } catch {
      // What is committed stays committed; the next commit looks again.
      return 0;
    }
  }

  /** A thread that has died is started again by the next commit. */
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
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
    const { file, logMaxPages } = this.#options;
    const order: CheckpointOrder = { file, logMaxPages };
    const worker = new Worker(new URL(`./checkpoint.worker${extension}`, import.meta.url), { workerData: order });
    worker.unref();
    // What it could not copy stays in the write-ahead log, where it is read as well.
    worker.once('error', () => undefined);
    worker.once('exit', () => (this.#worker = null));
    return worker;
  }
}
