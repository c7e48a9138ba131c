import { DatabaseSync } from 'node:sqlite';
import type { Vault } from './port.ts';

const busyTimeoutMs = 5_000;
const synchronousFull = 2;

const groupOf = (value: unknown) => {
  const group = (value as { group?: unknown } | null)?.group;
  return typeof group === 'string' ? group : null;
};

class SqliteVault implements Vault {
  readonly #database: DatabaseSync;
  readonly #select;
  readonly #selectGroup;
  readonly #upsert;
  readonly #insert;
  readonly #delete;

  constructor(file: string) {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS records (
        collection TEXT NOT NULL, key TEXT NOT NULL, "group" TEXT, value TEXT NOT NULL, PRIMARY KEY (collection, key)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS records_by_group ON records (collection, "group") WHERE "group" IS NOT NULL;
    `);
    // Some builds of SQLite fall back to NORMAL with a WAL; then an answered write could be lost.
    const synchronous = database.prepare('PRAGMA synchronous').get()?.['synchronous'];
    if (synchronous !== synchronousFull)
      throw new Error(`${file}: SQLite does not sync each commit; use another build`);
    this.#database = database;
    this.#select = database.prepare('SELECT value FROM records WHERE collection = ? AND key = ?');
    this.#selectGroup = database.prepare(
      'SELECT key, value FROM records WHERE collection = ? AND "group" = ? ORDER BY key',
    );
    const insert = 'INSERT INTO records (collection, key, "group", value) VALUES (?, ?, ?, ?)';
    this.#insert = database.prepare(`${insert} ON CONFLICT DO NOTHING`);
    this.#upsert = database.prepare(
      `${insert} ON CONFLICT DO UPDATE SET "group" = excluded."group", value = excluded.value`,
    );
    this.#delete = database.prepare('DELETE FROM records WHERE collection = ? AND key = ?');
  }

  async get<Value>(collection: string, key: string) {
    return this.#read<Value>(collection, key) ?? null;
  }

  async put(collection: string, key: string, value: unknown) {
    this.#upsert.run(collection, key, groupOf(value), JSON.stringify(value));
  }

  async insert(collection: string, key: string, value: unknown) {
    return this.#insert.run(collection, key, groupOf(value), JSON.stringify(value)).changes === 1;
  }

  async update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const before = this.#read<Value>(collection, key);
      const after = change(before);
      if (after === undefined) this.#delete.run(collection, key);
      else if (after !== before) this.#upsert.run(collection, key, groupOf(after), JSON.stringify(after));
      this.#database.exec('COMMIT');
      return after;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  async delete(collection: string, key: string) {
    this.#delete.run(collection, key);
  }

  async inGroup<Value>(collection: string, group: string) {
    return this.#selectGroup.all(collection, group).map(({ key, value }) => ({
      key: key as string,
      value: JSON.parse(value as string) as Value,
    }));
  }

  async close() {
    if (this.#database.isOpen) this.#database.close();
  }

  #read<Value>(collection: string, key: string) {
    const row = this.#select.get(collection, key);
    return row ? (JSON.parse(row['value'] as string) as Value) : undefined;
  }
}

/** The vault in one SQLite file. Every write is synced to the disk before it is answered. */
export const openSqliteVault = async ({ file }: { readonly file: string }): Promise<Vault> => new SqliteVault(file);
