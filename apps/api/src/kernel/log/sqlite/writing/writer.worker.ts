import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { WalCheckpoints } from '../../../write-ahead-log/wal-checkpoints.ts';
import { LogDamaged } from '../damaged.ts';
import type { Batch, FromWriter, ToWriter } from './messages.ts';
import { openForWriting } from '../schema.ts';
import { verifyLog } from '../upkeep/verify.ts';
import { LogWriter } from './writer.ts';

if (!parentPort) throw new Error('The writer of the event store runs in a worker thread');
const port = parentPort;
const answer = (message: FromWriter) => port.postMessage(message);

/** 16 MB: how much is copied and synced at once. */
const copiedAtPages = 1_000;
/** 64 MB. */
const logMaxPages = 4_000;

interface Opened {
  readonly writer: LogWriter;
  readonly walCheckpoints: WalCheckpoints;
}

const openVerified = async (): Promise<Opened | null> => {
  const { file } = workerData as { file: string };
  try {
    const database = openForWriting(file);
    await verifyLog(database, file);
    const writer = new LogWriter(database);
    return { writer, walCheckpoints: new WalCheckpoints(database, { file, copiedAtPages, logMaxPages }) };
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    answer({ kind: 'damaged', damage: error.message });
    return null;
  }
};

/** Group commit: the transaction takes everything that arrives until nothing is waiting. */
const commit = ({ writer, walCheckpoints }: Opened, first: Batch) => {
  let appends = 0;
  const waiting = function* () {
    for (
      let batch: Batch | undefined = first;
      batch;
      batch = receiveMessageOnPort(port)?.message as Batch | undefined
    ) {
      appends += batch.appends;
      yield batch;
    }
  };
  try {
    answer({ kind: 'committed', outcomes: writer.commit(waiting()), head: writer.head });
  } catch (error) {
    // If BEGIN failed, no batch has been taken yet.
    answer({ kind: 'failed', appends: appends || first.appends, reason: (error as Error).message });
  }
  void walCheckpoints.afterCommit();
};

/** The last connection to close copies the rest of the write-ahead log. */
const close = async ({ writer, walCheckpoints }: Opened) => {
  await walCheckpoints.close();
  writer.close();
  port.close();
};

const opened = await openVerified();
if (opened) {
  port.on('message', (message: ToWriter) => (message ? commit(opened, message) : void close(opened)));
  answer({ kind: 'open', head: opened.writer.head });
}
