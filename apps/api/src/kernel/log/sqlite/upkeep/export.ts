import type { DatabaseSync } from 'node:sqlite';
import { EventStoreUnavailable, type ReadAll } from '../../port.ts';
import { asDamage } from '../damaged.ts';
import { openSqliteEventReader } from '../reader.ts';
import { openForVerifying } from '../schema.ts';
import { verifyEvents } from './verify.ts';

/** What is damaged would get new checksums elsewhere, and pass for sound. */
const verify = (database: DatabaseSync, file: string) => {
  // As of one moment, while a shop may go on writing.
  database.exec('BEGIN');
  const hasChecksums = database.prepare("SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'").get();
  if (!hasChecksums) {
    throw new EventStoreUnavailable(
      `SQLite event store ${file}: it has no events of this version's format: start this version of the shop on it once`,
    );
  }
  verifyEvents(database);
};

/**
 * Opens a log to be read as a whole, beside the shop that may be running on it; every event there is now is verified.
 * It blocks the thread: for a process that does nothing else.
 * @throws LogDamaged, or EventStoreUnavailable when it is no log of this version.
 */
export const openSqliteExport = async ({ file }: { readonly file: string }) => {
  try {
    const database = openForVerifying(file);
    try {
      verify(database, file);
    } finally {
      database.close();
    }
  } catch (error) {
    throw asDamage(error, 'the log');
  }
  const reader = openSqliteEventReader(file);
  return {
    readAll: async (options: ReadAll) => reader.readAll(options),
    head: async () => reader.head(),
    close: async () => reader.close(),
  };
};
