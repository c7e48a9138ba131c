import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointOrder, Pages } from './checkpoints.ts';

if (!parentPort) throw new Error('Checkpoints are made in a worker thread');
const port = parentPort;

/** For a commit that is under way, or for a reader of a replay: then it is tried again after one of the next commits. */
const waitMaxMs = 200;

const { file, logMaxPages } = workerData as CheckpointOrder;
const database = new DatabaseSync(file, { timeout: waitMaxMs });
// Syncs the write-ahead log before its pages are copied, and the file before the log begins anew.
database.exec('PRAGMA synchronous = FULL');

const checkpoint = (mode: 'PASSIVE' | 'RESTART') =>
  database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as Pages;

const copy = () => {
  checkpoint('PASSIVE');
  // What was committed meanwhile: little, so that hardly anything is committed while it is copied in its turn.
  const { log, checkpointed } = checkpoint('PASSIVE');
  // Beside one who reads for long, as a backup does, it can't begin anew: commits would wait for nothing.
  if (log > logMaxPages && checkpointed === log) checkpoint('RESTART');
};

port.on('message', () => {
  try {
    copy();
  } catch {
    // As SQLite has it after a commit of its own: what can't be copied, as on a full disk, is copied later.
  }
  port.postMessage('copied');
});
