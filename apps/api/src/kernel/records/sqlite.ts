import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite-transaction.ts';
import { groupOf } from './group.ts';
import type { EnumerableVault, VaultRecord } from './enumerable-vault.ts';
import { VaultUnavailable } from './port.ts';

const busyTimeoutMs = 5_000;
/** More than a day's sessions, and as much as the write-ahead log holds when it is copied into the file. */
const reserveBytes = 4 * 1024 * 1024;
const synchronousFull = 2;
const pageMaxRecords = 500;

const isSqliteError = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ERR_SQLITE_ERROR';

class SqliteVault implements EnumerableVault {
  readonly #database: DatabaseSync;
  readonly #select;
  readonly #selectGroup;
  readonly #selectPage;
  readonly #selectCollections;
  readonly #upsert;
  readonly #insert;
  readonly #delete;
  #hasReserve = false;

  constructor(file: string) {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS records (
        collection TEXT NOT NULL, key TEXT NOT NULL, "group" TEXT, value TEXT NOT NULL, PRIMARY KEY (collection, key)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS records_by_group ON records (collection, "group") WHERE "group" IS NOT NULL;
    `);
    // Some builds of SQLite fall back to NORMAL in WAL mode, which could lose acknowledged writes.
    const synchronous = database.prepare('PRAGMA synchronous').get()?.['synchronous'];
    if (synchronous !== synchronousFull)
      throw new Error(`${file}: SQLite does not sync each commit; use another build`);
    this.#database = database;
    this.#select = database.prepare('SELECT value FROM records WHERE collection = ? AND key = ?');
    this.#selectGroup = database.prepare(
      'SELECT key, value FROM records WHERE collection = ? AND "group" = ? ORDER BY key',
    );
    this.#selectPage = database.prepare(
      'SELECT key, value FROM records WHERE collection = ? AND key > ? ORDER BY key LIMIT ?',
    );
    this.#selectCollections = database.prepare('SELECT DISTINCT collection FROM records');
    const insert = 'INSERT INTO records (collection, key, "group", value) VALUES (?, ?, ?, ?)';
    this.#insert = database.prepare(`${insert} ON CONFLICT DO NOTHING`);
    this.#upsert = database.prepare(
      `${insert} ON CONFLICT DO UPDATE SET "group" = excluded."group", value = excluded.value`,
    );
    this.#delete = database.prepare('DELETE FROM records WHERE collection = ? AND key = ?');
  }

  async get<Value>(collection: string, key: string) {
    return this.#attempt('read', collection, () => this.#read<Value>(collection, key) ?? null);
  }

  async getAll<Value>(collection: string, keys: readonly string[]) {
    return this.#attempt('read', collection, () => {
      const found = keys.map((key) => [key, this.#read<Value>(collection, key)] as const);
      return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
    });
  }

  async put(collection: string, key: string, value: unknown) {
    this.#writing('write', collection, () => this.#upsert.run(collection, key, groupOf(value), JSON.stringify(value)));
  }

  async insert(collection: string, key: string, value: unknown) {
    return this.#writing(
      'write',
      collection,
      () => this.#insert.run(collection, key, groupOf(value), JSON.stringify(value)).changes === 1,
    );
  }

  async update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    return this.#inTransaction(collection, () => {
      const before = this.#read<Value>(collection, key);
      const after = change(before);
      if (after === undefined) this.#delete.run(collection, key);
      else if (after !== before) this.#upsert.run(collection, key, groupOf(after), JSON.stringify(after));
      return after;
    });
  }

  async delete(collection: string, key: string) {
    this.#writing('delete from', collection, () => this.#delete.run(collection, key));
  }

  async inGroup<Value>(collection: string, group: string) {
    return this.#attempt('read', collection, () =>
      this.#selectGroup.all(collection, group).map(({ key, value }) => ({
        key: key as string,
        value: JSON.parse(value as string) as Value,
      })),
    );
  }

  async collections() {
    return this.#selectCollections.all().map(({ collection }) => collection as string);
  }

  async *records(collection: string, from = '') {
    for (let after = from; ;) {
      const page = this.#selectPage.all(collection, after, pageMaxRecords) as { key: string; value: string }[];
      for (const { key, value } of page) yield { key, value: JSON.parse(value) as unknown };
      const last = page.at(-1);
      if (!last) return;
      after = last.key;
    }
  }

  async putAll(collection: string, records: readonly VaultRecord[]) {
    this.#inTransaction(collection, () => {
      for (const { key, value } of records) this.#upsert.run(collection, key, groupOf(value), JSON.stringify(value));
    });
  }

  /** Deleted content is overwritten immediately (`secure_delete`); what remains is the log of earlier writes. */
  async scrub() {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#keepReserve();
  }

  async close() {
    if (this.#database.isOpen) this.#database.close();
  }

  /**
   * Reserves free pages in the file, and as much of its write-ahead log, so that on a full disk people can still sign
   * in and out for a while. Without enough room, the vault does without the reserve.
   */
  #keepReserve() {
    this.#hasReserve = true;
    try {
      this.#upsert.run('reserve', 'pages', null, 'x'.repeat(reserveBytes));
      this.#delete.run('reserve', 'pages');
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (!isSqliteError(error)) throw error;
    }
  }

  #inTransaction<Result>(collection: string, work: () => Result): Result {
    return this.#writing('write', collection, () => inTransaction(this.#database, work));
  }

  /** Reserves space at the first write instead of on opening, because the file may turn out to be another shop's. */
  #writing<Result>(verb: string, collection: string, work: () => Result): Result {
    if (!this.#hasReserve) this.#keepReserve();
    return this.#attempt(verb, collection, work);
  }

  #attempt<Result>(verb: string, collection: string, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      const reason = `${(error as Error).message}. Check the disk's space and the file's permissions`;
      throw new VaultUnavailable(`SQLite vault: could not ${verb} ${collection}: ${reason}`, { cause: error });
    }
  }

  #read<Value>(collection: string, key: string) {
    const row = this.#select.get(collection, key);
    return row ? (JSON.parse(row['value'] as string) as Value) : undefined;
  }
}

/** The vault in one SQLite file. Every write is synced to the disk before it is acknowledged. */
export const openSqliteVault = async ({ file }: { readonly file: string }): Promise<EnumerableVault> =>
  new SqliteVault(file);
