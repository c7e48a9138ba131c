import type { DatabaseSync } from 'node:sqlite';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { EventStoreUnavailable, type ReadAll } from '../../port.ts';
import { SqliteEventReader } from '../reader.ts';
import { openForWriting } from '../schema.ts';
import { verifyLog } from './verify.ts';
import { LogWriter } from '../writing/writer.ts';

const batchMaxEvents = 1_000;

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A process killed at its first start may leave an empty file in which nothing was ever stored. */
const forgetFileWithoutPages = (file: string) => {
  if (bytesOf(file) === 0 && bytesOf(`${file}-wal`) === 0) rmSync(file, { force: true });
};

/** SQLite can leave WAL mode only while no other connection is open. */
const refuseWhileOthersUse = (database: DatabaseSync, file: string) => {
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    database.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    throw new EventStoreUnavailable(
      `SQLite event store ${file}: could not be opened to import into (${(error as Error).message}): ` +
        'stop the shop that uses it, and anything else that has it open',
    );
  }
};

/**
 * Opens a log that accepts another log's events with their original times, creating it if needed. Nobody else may open
 * it for writing meanwhile. It blocks the thread, so use it only in a process that does nothing else.
 * @throws LogDamaged; EventStoreUnavailable if another process has the file open
 */
export const openSqliteImport = async ({ file }: { readonly file: string }) => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  forgetFileWithoutPages(file);
  const database = openForWriting(file);
  try {
    refuseWhileOthersUse(database, file);
    await verifyLog(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
  const writer = new LogWriter(database);
  const reader = new SqliteEventReader(file);
  return {
    batchMaxEvents,
    readAll: async (options: ReadAll) => reader.readAll(options),
    head: async () => reader.head(),
    appendRecorded: async (events: readonly RecordedEvent[]) => writer.import(events),
    close: async () => {
      reader.close();
      writer.close();
    },
  };
};
