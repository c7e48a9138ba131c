import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { LogDamaged } from '../damaged.ts';
import type { Batch, FromWriter, ToWriter } from './messages.ts';
import { openForWriting } from '../schema.ts';
import { verifyLog } from '../upkeep/verify.ts';
import { LogWriter } from './writer.ts';

if (!parentPort) throw new Error('The writer of the event store runs in a worker thread');
const port = parentPort;
const answer = (message: FromWriter) => port.postMessage(message);

const openVerified = async (): Promise<LogWriter | null> => {
  const { file } = workerData as { file: string };
  try {
    const database = openForWriting(file);
    await verifyLog(database, file);
    return new LogWriter(database);
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    answer({ kind: 'damaged', damage: error.message });
    return null;
  }
};

/** Group commit: the transaction takes all that arrives until nothing waits. */
const commit = (writer: LogWriter, first: Batch) => {
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
    // A failed BEGIN has taken nothing yet.
    answer({ kind: 'failed', appends: appends || first.appends, reason: (error as Error).message });
  }
};

const writer = await openVerified();
if (writer) {
  port.on('message', (message: ToWriter) => {
    if (message) return commit(writer, message);
    writer.close();
    port.close();
  });
  answer({ kind: 'open', head: writer.head });
}
