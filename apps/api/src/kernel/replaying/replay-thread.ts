import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ParkedEvent } from '../projecting/parked.ts';
import { SqliteGeneration } from '../views/sqlite/generations.ts';
import type { Replayer } from './replay.ts';

export interface ReplayOrder {
  readonly eventFile: string;
  readonly viewsFile: string;
  /** Holds the keys of personal fields. */
  readonly vaultFile: string;
  /** They unwrap those keys; the first is the one that wraps. */
  readonly masterKeys: readonly Uint8Array[];
  /** Specifier or URL of the module that exports `views` and `definitions`. */
  readonly catalogModule: string;
  readonly view: string;
  readonly generation: number;
  readonly after: number;
  readonly through: number;
  readonly parked: readonly ParkedEvent[];
}

/** Messages from the thread: its position, and finally what is parked. */
export type ReplayReport = { readonly position: number } | { readonly parked: readonly ParkedEvent[] };

const extension = extname(import.meta.url);
const workerFile = new URL(`./replay.worker${extension}`, import.meta.url);
/** When running from source, the domain's packages must be loaded from source as well. */
const execArgv = extension === '.ts' ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];

/** Replays on a separate thread with its own connections to the files, so that the main thread is not disturbed. */
export const createThreadReplayer =
  (files: Pick<ReplayOrder, 'eventFile' | 'viewsFile' | 'vaultFile' | 'masterKeys' | 'catalogModule'>): Replayer =>
  ({ view, generation, after, through, parked, onPosition, signal }) => {
    if (!(generation instanceof SqliteGeneration)) throw new Error('A replay thread needs the SQLite read store');
    const order: ReplayOrder = { ...files, view: view.name, generation: generation.id, after, through, parked };
    const worker = new Worker(workerFile, { workerData: order, execArgv });
    const terminate = () => void worker.terminate();
    signal.addEventListener('abort', terminate, { once: true });
    return new Promise((resolve, reject) => {
      let result: readonly ParkedEvent[] | null = null;
      worker.on('message', (report: ReplayReport) => {
        if ('position' in report) onPosition(report.position);
        // Node's watch mode also sends messages from every thread.
        else if ('parked' in report) result = report.parked;
      });
      worker.once('error', reject);
      // Only now are the thread's connections closed and its last transaction finished.
      worker.once('exit', (code) => {
        signal.removeEventListener('abort', terminate);
        if (result) resolve(result);
        else reject(new Error(`The replay of ${view.name} ended early, with exit code ${code}`));
      });
    });
  };
