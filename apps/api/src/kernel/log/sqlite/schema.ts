import { realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checksumOf } from './checksum.ts';
import { asDamage, LogDamaged } from './damaged.ts';
import { refuseDamagedWriteAheadLog } from './writing/write-ahead-log.ts';

const pageBytes = 16_384;
/** Of every SQLite file. */
const headerBytes = 100;
/** 80 MiB of log before it is copied into the database: rarely enough that copying costs little. */
const checkpointPages = 5_000;
/** Appends touch the ends of the tables, and the indexes here and there. */
const writingCacheKib = 16_384;
/** For the indexes, which are looked into at random. */
const verifyingCacheKib = 65_536;
const busyTimeoutMs = 2_000;
const synchronousFull = 2;

const streamIndexColumns = `(
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream_id, revision)
  ) WITHOUT ROWID`;

/** The second format added `checksum`; the first had no number of its own, so that its files say 0. */
export const formatVersion = 2;

const eventColumns = (checksum: string) => `(
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    recorded_at_ms INTEGER NOT NULL,${checksum}
    head TEXT NOT NULL,
    data TEXT NOT NULL
  )`;

/**
 * `head` is what the log knows of an event beside its data, in one text (`head.ts`), as every column costs the reader
 * time. An event's id stands in `event_ids`, so that its index is the only copy in binary. `checksum` is over all that
 * the event means (`checksum.ts`), as SQLite has none of its own.
 *
 * Where the events of a stream are: `stream_events`, and for the latest events of the log `recent_stream_events`. An
 * append to a random stream would write a whole page of one big index for every event; the small one stays in a few
 * pages, and the writer moves it into the big one now and then, when many entries share each page.
 */
const tables: Readonly<Record<string, string>> = {
  streams: '(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  types: '(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  events: eventColumns('\n    checksum INTEGER NOT NULL,'),
  event_ids: '(id BLOB PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID',
  stream_events: streamIndexColumns,
  recent_stream_events: streamIndexColumns,
};
const tablesOfFirstFormat = { ...tables, events: eventColumns('') };

const definition = (name: string, columns: string) => `CREATE TABLE ${name} ${columns}`;

/** Whether the file has these tables, word for word. */
const has = (database: DatabaseSync, expected: Readonly<Record<string, string>>): boolean => {
  const find = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return Object.entries(expected).every(([name, columns]) => find.get(name)?.['sql'] === definition(name, columns));
};

const numberOf = (database: DatabaseSync, pragma: string) =>
  Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] as number;

const isNew = (database: DatabaseSync): boolean =>
  numberOf(database, 'page_count') <= 1 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;

const inTransaction = (database: DatabaseSync, work: () => void) => {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** Gives every event of the first format its checksum. All or nothing; needs room for the log twice more. */
const addChecksums = (database: DatabaseSync) => {
  database.exec('ALTER TABLE events RENAME TO events_before');
  database.exec(definition('events', tables['events'] ?? ''));
  const old = database.prepare(`
    SELECT position, streams.name AS stream, stream_id, revision, types.name AS type, type_id, version, recorded_at_ms, head, data
    FROM events_before JOIN streams ON streams.id = stream_id JOIN types ON types.id = type_id ORDER BY position`);
  old.setReturnArrays(true);
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  type Row = [number, string, number, number, string, number, number, number, string, string];
  for (const row of old.iterate() as unknown as Iterable<Row>) {
    const [position, stream, streamId, revision, type, typeId, version, recordedAtMs, head, data] = row;
    const checksum = checksumOf(position, stream, revision, type, version, recordedAtMs, head, data);
    insert.run(position, streamId, revision, typeId, version, recordedAtMs, checksum, head, data);
  }
  database.exec('DROP TABLE events_before');
};

/** Creates the tables of a new log, and brings a log of the first format up to this one. */
const prepareTables = (database: DatabaseSync) => {
  const version = numberOf(database, 'user_version');
  if (version === formatVersion && has(database, tables)) return;
  const isFirst = version === 0 && has(database, tablesOfFirstFormat);
  if (!isFirst && (version !== 0 || !isNew(database))) {
    if (version > formatVersion) {
      throw new LogDamaged(
        `its format ${version} is unknown (this version of the product knows ${formatVersion}): a newer version wrote it, or its header is damaged`,
      );
    }
    throw new LogDamaged('the definition of its tables is damaged');
  }
  inTransaction(database, () => {
    if (isFirst) addChecksums(database);
    else for (const [name, columns] of Object.entries(tables)) database.exec(definition(name, columns));
    database.exec(`PRAGMA user_version = ${formatVersion}`);
  });
};

/** What SQLite would take for less than it was, without a word. */
const refuseDamagedFiles = (file: string) => {
  if (!statSync(file, { throwIfNoEntry: false })) return;
  // SQLite keeps the write-ahead log beside what a link leads to.
  const target = realpathSync(file);
  if (statSync(target).size < headerBytes) {
    throw new LogDamaged(
      'the file has no header: it was cut, or its very first start was interrupted (if nothing was ever stored here, delete it)',
    );
  }
  refuseDamagedWriteAheadLog(`${target}-wal`);
};

/**
 * Opens the log for its one writer, and creates what is missing. Whether it is sound, `verify.ts` says.
 * @throws LogDamaged, or another error when the file can't be opened or SQLite would not sync every commit.
 */
export const openForWriting = (file: string): DatabaseSync => {
  refuseDamagedFiles(file);
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    const synchronous = numberOf(database, 'synchronous');
    if (synchronous !== synchronousFull) {
      throw new Error(`PRAGMA synchronous is ${synchronous}, not FULL (2): this SQLite would lose acknowledged events`);
    }
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    database.exec(`PRAGMA cache_size = -${writingCacheKib}`);
    prepareTables(database);
    return database;
  } catch (error) {
    database?.close();
    throw asDamage(error, 'its structure');
  }
};

export const openForReading = (file: string): DatabaseSync =>
  new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });

export const openForVerifying = (file: string): DatabaseSync => {
  const database = openForReading(file);
  database.exec(`PRAGMA cache_size = -${verifyingCacheKib}`);
  return database;
};
