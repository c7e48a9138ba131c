import type { AnyView } from '@tessera/domain/kernel/view';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type Change, Fenced, type Generation, ReadStoreUnavailable } from '../port.ts';
import { DocumentTables, dropTables } from './document-tables.ts';

/** A live commit may have to wait for a replay thread's transaction, and vice versa. */
const busyTimeoutMs = 10_000;
/** Waiting is done here because SQLite would put the whole thread to sleep. */
const busyPollMs = 1;
const sqliteBusy = 5;
/** For pages being written: as much as the write-ahead log holds. */
const cacheKib = 16 * 1_024;
/** How much of the file is read directly from the system's page cache, without copying. */
const mappedMaxBytes = 2 ** 31;
const autocheckpointPages = 4_000;
/** Documents per transaction: few enough for live commits to get in between; FTS5 copes badly with fewer. */
const sliceMaxDocuments = 1_000;
const sliceGapMs = 2;

/**
 * Releases the pages of the file that were read through the memory mapping; pages that are read again are mapped again.
 * SQLite never does this itself, and every page ever read would count as the process's memory.
 */
export const unmap = (database: DatabaseSync) => {
  database.exec('PRAGMA mmap_size = 0');
  database.exec(`PRAGMA mmap_size = ${mappedMaxBytes}`);
};

export const openDatabase = (file: string) => {
  const database = new DatabaseSync(file);
  // Losing the last commits in a power failure is harmless: the views are folded again from their checkpoint.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -${cacheKib};
    PRAGMA wal_autocheckpoint = ${autocheckpointPages};
    PRAGMA mmap_size = ${mappedMaxBytes};
    PRAGMA temp_store = MEMORY;
    CREATE TABLE IF NOT EXISTS generations (
      id INTEGER PRIMARY KEY AUTOINCREMENT, view TEXT NOT NULL, shape TEXT NOT NULL, checkpoint INTEGER NOT NULL,
      live INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS fences (view TEXT PRIMARY KEY, token INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS origin (
      one INTEGER PRIMARY KEY CHECK (one = 1), log TEXT NOT NULL, counts TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS scrubbing (zeros BLOB NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS live_generation ON generations (view) WHERE live;
  `);
  return database;
};

/** Translates SQLite's errors for the caller; other errors are passed through. */
const unavailable = (what: string, error: unknown) =>
  (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR'
    ? new ReadStoreUnavailable(
        `SQLite read store: could not ${what}: ${(error as Error).message}. Check the disk and the file's permissions`,
        { cause: error },
      )
    : error;

/** @throws ReadStoreUnavailable if SQLite fails */
export const attempt = <Result>(what: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    throw unavailable(what, error);
  }
};

const hasBegun = (database: DatabaseSync, untilMs: number) => {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === sqliteBusy && performance.now() < untilMs) return false;
    throw error;
  }
};

/** Does synchronous work as one transaction. @throws ReadStoreUnavailable if SQLite fails; then none of it is done */
export const inTransaction = async <Result>(what: string, database: DatabaseSync, work: () => Result) => {
  try {
    const untilMs = performance.now() + busyTimeoutMs;
    // Nothing may be awaited between BEGIN and the work: others on this thread use the same connection.
    while (!hasBegun(database, untilMs)) await delay(busyPollMs);
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  } catch (error) {
    throw unavailable(what, error);
  }
};

/** Creates the tables of a new, empty generation. The caller holds the transaction. */
export const createGeneration = (database: DatabaseSync, view: AnyView, shape: string, live: boolean) => {
  const row = database
    .prepare('INSERT INTO generations (view, shape, checkpoint, live) VALUES (?, ?, -1, ?) RETURNING id')
    .get(view.name, shape, live ? 1 : 0);
  const id = row?.['id'] as number;
  new DocumentTables(database, id, view).create();
  return id;
};

/** Drops all generations of a view except the given one. The caller holds the transaction. */
export const dropGenerationsBut = (database: DatabaseSync, view: string, kept: number) => {
  for (const { id } of database.prepare('SELECT id FROM generations WHERE view = ? AND id <> ?').all(view, kept)) {
    dropTables(database, id as number);
    database.prepare('DELETE FROM generations WHERE id = ?').get(id as number);
  }
};

/** A generation under construction. A worker thread may write its tables through another connection. */
export class SqliteGeneration implements Generation {
  readonly id: number;
  readonly checkpoint = -1;
  readonly #database: DatabaseSync;
  readonly #view: AnyView;
  readonly #tables: DocumentTables;
  readonly #promoted: (id: number) => void;

  constructor(database: DatabaseSync, id: number, view: AnyView, promoted: (id: number) => void) {
    this.id = id;
    this.#database = database;
    this.#view = view;
    this.#tables = new DocumentTables(database, id, view);
    this.#promoted = promoted;
  }

  load(keys: readonly string[]) {
    return Promise.resolve(attempt(`read the next generation of ${this.#view.name}`, () => this.#tables.load(keys)));
  }

  /** Uses several transactions: nobody sees the generation before `promote`, and each document carries its position. */
  async commit(position: number, changes: readonly Change[]) {
    for (let start = 0; start < changes.length; start += sliceMaxDocuments) {
      const slice = changes.slice(start, start + sliceMaxDocuments);
      await this.#transaction('write', () => this.#tables.write(slice));
      if (start + sliceMaxDocuments < changes.length) await delay(sliceGapMs);
    }
    await this.#transaction('write', () =>
      this.#database
        .prepare('UPDATE generations SET checkpoint = max(checkpoint, ?) WHERE id = ?')
        .get(position, this.id),
    );
  }

  /** The tables have their indexes from the start; the words are merged right before the switch. */
  async index() {}

  async promote() {
    await this.#merge();
    await this.#transaction('switch to', () => {
      this.#database.prepare('UPDATE generations SET live = 0 WHERE view = ? AND live').get(this.#view.name);
      this.#database.prepare('UPDATE generations SET live = 1 WHERE id = ?').get(this.id);
      dropGenerationsBut(this.#database, this.#view.name, this.id);
    });
    this.#promoted(this.id);
  }

  async discard() {
    await inTransaction(`discard the next generation of ${this.#view.name}`, this.#database, () => {
      dropTables(this.#database, this.id);
      this.#database.prepare('DELETE FROM generations WHERE id = ? AND NOT live').get(this.id);
    });
  }

  /** Also in short transactions. A generation's words are merged once, so that searching is fast from the start. */
  async #merge() {
    const { words } = this.#tables;
    let isMore = words !== null;
    for (let first = true; isMore; first = false) {
      await this.#transaction('merge', () => (isMore = words?.merge(first) ?? false));
      if (isMore) await delay(sliceGapMs);
    }
  }

  #transaction(what: string, work: () => void) {
    const { name } = this.#view;
    return inTransaction(`${what} the next generation of ${name}`, this.#database, () => {
      const isThere = this.#database.prepare('SELECT 1 FROM generations WHERE id = ?').get(this.id);
      if (!isThere) throw new Fenced(`Another generation of the view ${name} is built now`);
      work();
    });
  }
}
