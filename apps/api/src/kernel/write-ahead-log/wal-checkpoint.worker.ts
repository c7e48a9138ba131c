import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Pages, WalCheckpointOrder } from './wal-checkpoints.ts';

if (!parentPort) throw new Error('Checkpoints are made in a worker thread');
const port = parentPort;

/** How long to wait for a running commit or a replay's reader; if in vain, one of the next commits tries again. */
const waitMaxMs = 200;

const { file, logMaxPages } = workerData as WalCheckpointOrder;
const database = new DatabaseSync(file, { timeout: waitMaxMs });
// Makes SQLite sync the write-ahead log before copying its pages, and the file before restarting the log.
database.exec('PRAGMA synchronous = FULL');

const checkpoint = (mode: 'PASSIVE' | 'RESTART') =>
  database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as Pages;

const copy = () => {
  checkpoint('PASSIVE');
  // Copies what was committed meanwhile: so little that hardly anything is committed while it is copied.
  const { log, checkpointed } = checkpoint('PASSIVE');
  // The log can't restart while someone reads for long, as a backup does: commits would wait for nothing.
  if (log > logMaxPages && checkpointed === log) checkpoint('RESTART');
};

port.on('message', () => {
  try {
    copy();
  } catch {
    // As with SQLite's own checkpoints, what can't be copied, for instance on a full disk, is copied later.
  }
  port.postMessage('copied');
});
