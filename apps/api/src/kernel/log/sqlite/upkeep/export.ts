import type { DatabaseSync } from 'node:sqlite';
import { EventStoreUnavailable, type ReadAll } from '../../port.ts';
import { asDamage } from '../damaged.ts';
import { SqliteEventReader } from '../reader.ts';
import { openForVerifying } from '../schema.ts';
import { verifyEvents } from './verify.ts';

/** Damaged events would get new checksums elsewhere, and pass as intact. */
const verify = (database: DatabaseSync, file: string) => {
  // Reads a snapshot, as a shop may keep writing.
  database.exec('BEGIN');
  const hasChecksums = database.prepare("SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'").get();
  if (!hasChecksums) {
    throw new EventStoreUnavailable(
      `SQLite event store ${file}: it does not have this version's format: start this version of the shop on it once`,
    );
  }
  verifyEvents(database);
};

/**
 * Opens a log for reading all of it, while a shop may be running on it. Every event that it has now is verified. It
 * blocks the thread, so use it only in a process that does nothing else.
 * @throws LogDamaged, or EventStoreUnavailable if the log is not in this version's format
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
  const reader = new SqliteEventReader(file);
  return {
    readAll: async (options: ReadAll) => reader.readAll(options),
    head: async () => reader.head(),
    close: async () => reader.close(),
  };
};
