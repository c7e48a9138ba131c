import { realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../sqlite-transaction.ts';
import { checksumOf } from './checksum.ts';
import { asDamage, LogDamaged } from './damaged.ts';
import { refuseDamagedWriteAheadLog } from './writing/write-ahead-log.ts';

const pageBytes = 16_384;
/** The size of every SQLite file's header. */
const headerBytes = 100;
/**
 * While importing: 80 MB of write-ahead log before it is copied into the database. In a running shop, a thread of its own
 * copies it (`wal-checkpoints.ts`).
 */
const checkpointPages = 5_000;
/** Appends touch the ends of the tables, and random pages of the indexes. */
const writingCacheKib = 16_384;
/** For the indexes, which are accessed at random. */
const verifyingCacheKib = 65_536;
const busyTimeoutMs = 2_000;
const synchronousFull = 2;

const streamIndexColumns = `(
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream_id, revision)
  ) WITHOUT ROWID`;

/** The second format added `checksum`; the first had no version number, so its files say 0. */
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
 * `head` is everything about an event except its data, in one string (`event-header.ts`), because each column costs the
 * reader time. The event's id is in `event_ids`, so that its index is the only binary copy. `checksum` covers the whole
 * event (`checksum.ts`), because SQLite has no checksums of its own.
 *
 * Two tables locate a stream's events: `recent_stream_events` for the latest events of the log, and `stream_events` for
 * all others. With a single big index, an append to a random stream would write a whole page per event. The small table
 * stays within a few pages, and the writer moves it into the big one now and then, when many entries share each page.
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

/** Whether the file has exactly these table definitions. */
const has = (database: DatabaseSync, expected: Readonly<Record<string, string>>): boolean => {
  const find = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return Object.entries(expected).every(([name, columns]) => find.get(name)?.['sql'] === definition(name, columns));
};

const numberOf = (database: DatabaseSync, pragma: string) =>
  Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] as number;

const isNew = (database: DatabaseSync): boolean =>
  numberOf(database, 'page_count') <= 1 && database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;

/** Gives every event of the first format its checksum. All or nothing; needs free space of twice the log's size. */
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

/** Creates the tables of a new log, and upgrades a log of the first format. */
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

/** Refuses damage that SQLite would silently treat as missing data. */
const refuseDamagedFiles = (file: string) => {
  if (!statSync(file, { throwIfNoEntry: false })) return;
  // SQLite keeps the write-ahead log beside the target of a symbolic link.
  const target = realpathSync(file);
  if (statSync(target).size < headerBytes) {
    throw new LogDamaged(
      'the file has no header: it was truncated, or its very first start was interrupted (if nothing was ever stored here, delete it)',
    );
  }
  refuseDamagedWriteAheadLog(`${target}-wal`);
};

/**
 * Opens the log for its only writer, creating what is missing. `verify.ts` checks whether it is intact.
 * @throws LogDamaged, or another error if the file can't be opened or SQLite would not sync every commit
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
