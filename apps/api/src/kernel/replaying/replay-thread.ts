import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ParkedEvent } from '../projecting/parked.ts';
import { SqliteGeneration } from '../views/sqlite/generations.ts';
import type { Replayer } from './replay.ts';

/** Handed to the thread. */
export interface ReplayOrder {
  readonly eventFile: string;
  readonly readFile: string;
  /** Where the keys of personal fields are. */
  readonly vaultFile: string;
  /** They open the keys; the first is the one that wraps. */
  readonly masterKeys: readonly Uint8Array[];
  /** Specifier or URL of the module that exports `views` and `definitions`. */
  readonly catalogModule: string;
  readonly view: string;
  readonly generation: number;
  readonly after: number;
  readonly through: number;
  readonly parked: readonly ParkedEvent[];
}

/** Comes back from it: where it is, and in the end what is parked. */
export type ReplayReport = { readonly position: number } | { readonly parked: readonly ParkedEvent[] };

const extension = extname(import.meta.url);
const workerFile = new URL(`./replay.worker${extension}`, import.meta.url);
/** From source, the domain's packages are to be read from source as well. */
const execArgv = extension === '.ts' ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [];

/** Replays in a thread of its own, with its own connections to the files, so that the main thread continues undisturbed. */
export const createThreadReplayer =
  (files: Pick<ReplayOrder, 'eventFile' | 'readFile' | 'vaultFile' | 'masterKeys' | 'catalogModule'>): Replayer =>
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
        // Node's watch mode sends messages of its own from every thread.
        else if ('parked' in report) result = report.parked;
      });
      worker.once('error', reject);
      // Only now are its connections closed and its last transaction out of the way.
      worker.once('exit', (code) => {
        signal.removeEventListener('abort', terminate);
        if (result) resolve(result);
        else reject(new Error(`The replay of ${view.name} ended early, with exit code ${code}`));
      });
    });
  };
