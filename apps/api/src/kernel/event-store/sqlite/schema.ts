import { DatabaseSync } from 'node:sqlite';

const pageBytes = 16_384;
/** 80 MiB of log before it is copied into the database: rarely enough that copying costs little. */
const checkpointPages = 5_000;
const cacheKib = 65_536;
const busyTimeoutMs = 2_000;
const synchronousFull = 2;

const streamIndex = (table: string) => `
  CREATE TABLE IF NOT EXISTS ${table} (
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream_id, revision)
  ) WITHOUT ROWID;`;

/**
 * `head` is what the log knows of an event beside its data, in one text (`head.ts`), as every column costs the reader
 * time. An event's id stands in `event_ids`, so that its index is the only copy in binary.
 *
 * Where the events of a stream are: `stream_events`, and for the latest events of the log `recent_stream_events`. An
 * append to a random stream would write a whole page of one big index for every event; the small one stays in a few
 * pages, and the writer moves it into the big one now and then, when many entries share each page.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    recorded_at_ms INTEGER NOT NULL,
    head TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS event_ids (id BLOB PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
  ${streamIndex('stream_events')}
  ${streamIndex('recent_stream_events')}
`;

/**
 * Opens the log for its one writer and creates what is missing.
 * @throws when the file can't be opened or SQLite would not sync every commit.
 */
export const openForWriting = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`PRAGMA page_size = ${pageBytes}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  const synchronous = Object.values(database.prepare('PRAGMA synchronous').get() ?? {})[0];
  if (synchronous !== synchronousFull) {
    database.close();
    throw new Error(
      `PRAGMA synchronous is ${String(synchronous)}, not FULL (2): this SQLite would lose acknowledged events`,
    );
  }
  database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  database.exec(`PRAGMA cache_size = -${cacheKib}`);
  database.exec(tables);
  return database;
};

export const openForReading = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
