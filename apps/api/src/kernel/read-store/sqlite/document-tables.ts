import type { AnyView } from '@tessera/domain/kernel/view';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Change, Stored } from '../port.ts';

interface Row {
  readonly id: number;
  readonly position: number;
  readonly text: string | null;
  readonly lists: string;
  readonly [column: string]: unknown;
}

/** What of a document is indexed: one value per declared field, its lists, and its text in lower case. */
interface Indexed {
  readonly values: readonly (string | number)[];
  readonly lists: string;
  readonly text: string | null;
}

/** Stands for "no value". It sorts before every value, so one keyset condition serves fields with and without one. */
export const absent = -Infinity;

/**
 * The tables of one generation of a view: the documents with a column per declared field, a side table of list items,
 * and a trigram index of the text. Single-threaded; the caller holds the transaction.
 */
export class DocumentTables {
  readonly name: string;
  readonly fields: readonly string[];
  readonly hasText: boolean;
  readonly #database: DatabaseSync;
  readonly #view: AnyView;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, id: number, view: AnyView) {
    this.#database = database;
    this.#view = view;
    this.name = `generation_${id}`;
    this.fields = Object.keys(view.indexes.fields ?? {});
    this.hasText = view.indexes.text !== undefined;
  }

  create() {
    const columns = this.fields.map((_, index) => `, field_${index} NOT NULL`).join('');
    this.#database.exec(`
      CREATE TABLE ${this.name} (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, document TEXT NOT NULL,
        lists TEXT NOT NULL, text TEXT${columns}
      );
      CREATE TABLE ${this.name}_items (field INTEGER, value, row INTEGER, PRIMARY KEY (field, value, row)) WITHOUT ROWID;
      CREATE INDEX ${this.name}_items_row ON ${this.name}_items (row);
    `);
    this.fields.forEach((_, index) =>
      this.#database.exec(`CREATE INDEX ${this.name}_${index} ON ${this.name} (field_${index}, key)`),
    );
    if (!this.hasText) return;
    // The text is lower-cased by JavaScript, both stored and searched for, so that the index and a plain scan agree.
    this.#database.exec(
      `CREATE VIRTUAL TABLE ${this.name}_text USING
         fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    );
  }

  /**
   * A prepared statement, kept as long as the generation. Writes run through `get` too: `run` also answers the last
   * row id, which after a write by FTS5 can be one of its own, too large for a number, and then it throws.
   */
  prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  get(key: string): Stored<unknown> | null {
    const row = this.prepare(`SELECT position, document FROM ${this.name} WHERE key = ?`).get(key);
    if (!row) return null;
    return { key, position: row['position'] as number, document: JSON.parse(row['document'] as string) };
  }

  load(keys: readonly string[]): ReadonlyMap<string, Stored<unknown>> {
    const found = new Map<string, Stored<unknown>>();
    for (const key of keys) {
      const stored = this.get(key);
      if (stored) found.set(key, stored);
    }
    return found;
  }

  /** Ignores a change that is not newer than what stands there. */
  write({ key, position, document }: Change) {
    const columns = ['id', 'position', 'lists', 'text', ...this.#columns()].join(', ');
    const before = this.prepare(`SELECT ${columns} FROM ${this.name} WHERE key = ?`).get(key) as Row | undefined;
    if (before && before.position >= position) return;
    if (document === undefined) {
      if (before) this.#delete(before);
      return;
    }
    const json = JSON.stringify(document);
    const indexed = this.#index(document);
    if (!before) this.#insert(key, position, json, indexed);
    else this.#update(before, position, json, indexed);
  }

  #insert(key: string, position: number, json: string, { values, lists, text }: Indexed) {
    const places = '?, '.repeat(5 + values.length).slice(0, -2);
    const columns = ['key', 'position', 'document', 'lists', 'text', ...this.#columns()].join(', ');
    const row = this.prepare(`INSERT INTO ${this.name} (${columns}) VALUES (${places}) RETURNING id`).get(
      ...[key, position, json, lists, text, ...values],
    )?.['id'] as number;
    this.#insertItems(row, lists);
    if (text !== null) this.#insertText(row, text);
  }

  #update(before: Row, position: number, json: string, { values, lists, text }: Indexed) {
    const same = values.every((value, index) => before[`field_${index}`] === value);
    if (same && lists === before.lists && text === before.text) {
      // Most events change nothing that is indexed; naming a column would rewrite its index entry.
      this.prepare(`UPDATE ${this.name} SET position = ?, document = ? WHERE id = ?`).get(position, json, before.id);
      return;
    }
    const columns = ['position', 'document', 'lists', 'text', ...this.#columns()]
      .map((name) => `${name} = ?`)
      .join(', ');
    this.prepare(`UPDATE ${this.name} SET ${columns} WHERE id = ?`).get(
      ...[position, json, lists, text, ...values, before.id],
    );
    if (lists !== before.lists) {
      this.#deleteItems(before.id);
      this.#insertItems(before.id, lists);
    }
    if (text !== before.text) {
      this.#deleteText(before.id);
      if (text !== null) this.#insertText(before.id, text);
    }
  }

  #delete(before: Row) {
    this.prepare(`DELETE FROM ${this.name} WHERE id = ?`).get(before.id);
    this.#deleteItems(before.id);
    if (before.text !== null) this.#deleteText(before.id);
  }

  #insertItems(row: number, lists: string) {
    const insert = this.prepare(`INSERT OR IGNORE INTO ${this.name}_items (field, value, row) VALUES (?, ?, ?)`);
    for (const [field, items] of Object.entries(JSON.parse(lists) as Record<string, readonly string[]>)) {
      for (const item of items) insert.get(Number(field), item, row);
    }
  }

  #deleteItems(row: number) {
    this.prepare(`DELETE FROM ${this.name}_items WHERE row = ?`).get(row);
  }

  #insertText(row: number, text: string) {
    this.prepare(`INSERT INTO ${this.name}_text (rowid, text) VALUES (?, ?)`).get(row, text);
  }

  #deleteText(row: number) {
    this.prepare(`DELETE FROM ${this.name}_text WHERE rowid = ?`).get(row);
  }

  #columns() {
    return this.fields.map((_, index) => `field_${index}`);
  }

  #index(document: unknown): Indexed {
    const lists: Record<number, readonly string[]> = {};
    const values = Object.values(this.#view.indexes.fields ?? {}).map((valueOf, index) => {
      const value = valueOf(document);
      if (typeof value === 'object' && value !== null) lists[index] = value;
      return typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) ? value : absent;
    });
    const text = this.#view.indexes.text?.(document).toLowerCase() ?? null;
    return { values, lists: JSON.stringify(lists), text };
  }
}

/** Drops the tables of a generation, also those of a view that the catalogue no longer has. */
export const dropTables = (database: DatabaseSync, id: number) => {
  for (const suffix of ['', '_items', '_text']) database.exec(`DROP TABLE IF EXISTS generation_${id}${suffix}`);
};
