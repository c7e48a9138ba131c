import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointOrder } from './checkpoints.ts';

if (!parentPort) throw new Error('Checkpoints of the views are made in a worker thread');
const port = parentPort;

/** 128 MB: over it, the next commit waits until the write-ahead log begins anew. */
const logMaxPages = 32_000;
/** For a commit that is under way, or for a reader of a replay: then it is tried again after one of the next commits. */
const waitMaxMs = 200;

const { file } = workerData as CheckpointOrder;
const database = new DatabaseSync(file, { timeout: waitMaxMs });
database.exec('PRAGMA synchronous = NORMAL');

const checkpoint = (mode: 'PASSIVE' | 'RESTART') =>
  database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { readonly log: number; readonly checkpointed: number };

const copy = () => {
  checkpoint('PASSIVE');
  // What was committed meanwhile: little, so that hardly anything is committed while it is copied in its turn.
  const { log, checkpointed } = checkpoint('PASSIVE');
  if (log > checkpointed && log > logMaxPages) checkpoint('RESTART');
};

port.on('message', () => {
  try {
    copy();
  } catch {
    // As SQLite has it after a commit of its own: what can't be copied, as on a full disk, is copied later.
  }
  port.postMessage('copied');
});
