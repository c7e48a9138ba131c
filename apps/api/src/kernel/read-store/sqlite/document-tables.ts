import type { AnyView } from '@tessera/domain/kernel/view';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Change, Stored } from '../port.ts';

interface Row {
  readonly id: number;
  readonly position: number;
  readonly text: string | null;
  readonly items: string;
  readonly [column: string]: unknown;
}

/** What of a document is indexed: one value per declared field, what it is found by in the side table, and its text. */
interface Indexed {
  readonly values: readonly (string | number)[];
  /** JSON of the items of each field, by the field's number. */
  readonly items: string;
  /** In lower case. */
  readonly text: string | null;
}

type Comparable = string | number | readonly string[];

/** Stands for "no value". It sorts before every value, so one keyset condition serves fields with and without one. */
export const absent = -Infinity;

/** Raise it when the tables change: generations of other tables are folded anew. */
export const tablesVersion = 2;

/** The index ends a text so that its last characters begin a trigram too: what is shorter is found as their beginning. */
const textEnd = '\n\n';

/**
 * The tables of one generation of a view: its rows, narrow, with a column per declared field; their documents; a side
 * table of the items of lists and of the fields that are only compared with; and a trigram index of the text.
 *
 * Ids follow the usual order: a row whose place in it is not behind all others when it is written is marked `late`, and
 * the other rows ascend by id as they do by that order. So whatever finds ids in their order finds pages early.
 * Single-threaded; the caller holds the transaction.
 */
export class DocumentTables {
  readonly name: string;
  readonly fields: readonly string[];
  /** Numbers of the fields that have an index to be sorted by; the others are found through the side table. */
  readonly sorted: ReadonlySet<number>;
  /** Number of the field that rows are usually sorted by; null for none. */
  readonly usual: number | null;
  readonly hasText: boolean;
  readonly #database: DatabaseSync;
  readonly #view: AnyView;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, id: number, view: AnyView) {
    this.#database = database;
    this.#view = view;
    this.name = `generation_${id}`;
    this.fields = Object.keys(view.indexes.fields ?? {});
    const orders = (view.indexes.orders ?? this.fields).map((field) => this.fields.indexOf(field));
    this.sorted = new Set(orders);
    this.usual = view.indexes.orders ? (orders[0] ?? null) : null;
    this.hasText = view.indexes.text !== undefined;
  }

  create() {
    const columns = this.fields.map((_, index) => `field_${index} NOT NULL, `).join('');
    this.#database.exec(`
      CREATE TABLE ${this.name} (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, late INTEGER NOT NULL, ${columns} items TEXT NOT NULL, text TEXT
      );
      CREATE TABLE ${this.name}_documents (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, document TEXT NOT NULL);
      CREATE TABLE ${this.name}_items (field INTEGER, value, row INTEGER, PRIMARY KEY (field, value, row)) WITHOUT ROWID;
    `);
    for (const index of this.sorted) {
      this.#database.exec(`CREATE INDEX ${this.name}_${index} ON ${this.name} (field_${index}, key)`);
    }
    if (this.usual !== null) {
      this.#database.exec(`CREATE INDEX ${this.name}_late ON ${this.name} (field_${this.usual}, key) WHERE late`);
    }
    if (!this.hasText) return;
    // The text is lower-cased by JavaScript, both stored and searched for, so that the index and a plain scan agree.
    // It knows which trigrams a text has, not where: what it finds is compared with the text.
    this.#database.exec(`
      CREATE VIRTUAL TABLE ${this.name}_text USING
        fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
      CREATE VIRTUAL TABLE ${this.name}_trigrams USING fts5vocab(${this.name}_text, 'row');
    `);
  }

  /**
   * A prepared statement, kept as long as the generation. Writes but one run through `get` too: `run` also answers the
   * last row id, which after a write by FTS5 can be one of its own, too large for a number, and then it throws.
   */
  prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  get(key: string): Stored<unknown> | null {
    const row = this.prepare(
      `SELECT position, document FROM ${this.name} JOIN ${this.name}_documents USING (id) WHERE key = ?`,
    ).get(key);
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

  /** Ignores changes that are not newer than what stands there. */
  write(changes: readonly Change[]) {
    for (const change of this.#inUsualOrder(changes)) this.#writeOne(change);
  }

  /** What one batch brings shall not be late among itself. */
  #inUsualOrder(changes: readonly Change[]): readonly Change[] {
    const valueOf = this.usual === null ? undefined : this.#view.indexes.fields?.[this.fields[this.usual] ?? ''];
    if (!valueOf || changes.length < 2) return changes;
    return changes
      .map((change) => ({ change, value: (change.document === undefined ? null : valueOf(change.document)) ?? absent }))
      .sort((one, other) => compare(one.value, other.value) || compare(one.change.key, other.change.key))
      .map(({ change }) => change);
  }

  #writeOne({ key, position, document }: Change) {
    const columns = ['position', 'items', 'text', ...this.#columns()].join(', ');
    const before = this.prepare(
      `SELECT id, ${columns} FROM ${this.name} JOIN ${this.name}_documents USING (id) WHERE key = ?`,
    ).get(key) as Row | undefined;
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

  #insert(key: string, position: number, json: string, { values, items, text }: Indexed) {
    const { name } = this;
    const columns = ['key', 'late', 'items', 'text', ...this.#columns()].join(', ');
    // With RETURNING, SQLite would open a savepoint, and at each of them FTS5 writes out what it has gathered.
    const { lastInsertRowid } = this.prepare(
      `INSERT INTO ${name} (${columns}) VALUES (?, ?, ?, ?${', ?'.repeat(values.length)})`,
    ).run(key, this.#isLate(key, values) ? 1 : 0, items, text, ...values);
    const row = Number(lastInsertRowid);
    this.prepare(`INSERT INTO ${name}_documents VALUES (?, ?, ?)`).get(row, position, json);
    this.#insertItems(row, items);
    if (text !== null) this.#insertText(row, text);
  }

  /** Whether a new row does not lie behind all others in the usual order. */
  #isLate(key: string, values: readonly (string | number)[]) {
    if (this.usual === null) return false;
    const behind = `SELECT 1 FROM ${this.name} WHERE (field_${this.usual}, key) >= (?, ?) LIMIT 1`;
    return this.prepare(behind).get(values[this.usual] ?? absent, key) !== undefined;
  }

  #update(before: Row, position: number, json: string, { values, items, text }: Indexed) {
    this.prepare(`UPDATE ${this.name}_documents SET position = ?, document = ? WHERE id = ?`).get(
      ...[position, json, before.id],
    );
    const changed = [...values.keys()].filter((index) => before[`field_${index}`] !== values[index]);
    // Most events change nothing that is indexed; naming a column would rewrite its index entry.
    if (changed.length === 0 && items === before.items && text === before.text) return;
    const late = this.usual !== null && changed.includes(this.usual) ? ['late = 1'] : [];
    const assigned = [...late, 'items = ?', 'text = ?', ...changed.map((index) => `field_${index} = ?`)].join(', ');
    this.prepare(`UPDATE ${this.name} SET ${assigned} WHERE id = ?`).get(
      ...[items, text, ...changed.map((index) => values[index] ?? absent), before.id],
    );
    if (items !== before.items) {
      this.#deleteItems(before);
      this.#insertItems(before.id, items);
    }
    if (text !== before.text) {
      if (before.text !== null) this.#deleteText(before.id);
      if (text !== null) this.#insertText(before.id, text);
    }
  }

  #delete(before: Row) {
    for (const table of [this.name, `${this.name}_documents`]) {
      this.prepare(`DELETE FROM ${table} WHERE id = ?`).get(before.id);
    }
    this.#deleteItems(before);
    if (before.text !== null) this.#deleteText(before.id);
  }

  #insertItems(row: number, items: string) {
    const insert = this.prepare(`INSERT OR IGNORE INTO ${this.name}_items (field, value, row) VALUES (?, ?, ?)`);
    for (const [field, item] of itemsIn(items)) insert.get(field, item, row);
  }

  #deleteItems({ id, items }: Row) {
    const remove = this.prepare(`DELETE FROM ${this.name}_items WHERE field = ? AND value = ? AND row = ?`);
    for (const [field, item] of itemsIn(items)) remove.get(field, item, id);
  }

  #insertText(row: number, text: string) {
    // The tokenizer stops at a NUL.
    this.prepare(`INSERT INTO ${this.name}_text (rowid, text) VALUES (?, ?)`).get(
      ...[row, text.replaceAll('\0', ' ') + textEnd],
    );
  }

  #deleteText(row: number) {
    this.prepare(`DELETE FROM ${this.name}_text WHERE rowid = ?`).get(row);
  }

  #columns() {
    return this.fields.map((_, index) => `field_${index}`);
  }

  #index(document: unknown): Indexed {
    const items: Record<number, readonly (string | number)[]> = {};
    const values = Object.values(this.#view.indexes.fields ?? {}).map((valueOf, index) => {
      const value = valueOf(document);
      if (typeof value === 'object' && value !== null) items[index] = value;
      if (typeof value !== 'string' && (typeof value !== 'number' || Number.isNaN(value))) return absent;
      if (!this.sorted.has(index)) items[index] = [value];
      return value;
    });
    const text = this.#view.indexes.text?.(document).toLowerCase() ?? null;
    return { values, items: JSON.stringify(items), text };
  }
}

const compare = (one: Comparable, other: Comparable) => (one < other ? -1 : one > other ? 1 : 0);

/** The items of each field, with its number. */
const itemsIn = (items: string) =>
  Object.entries(JSON.parse(items) as Record<string, readonly (string | number)[]>).flatMap(([field, values]) =>
    values.map((value) => [Number(field), value] as const),
  );

/** Drops the tables of a generation, also those of a view that the catalogue no longer has. */
export const dropTables = (database: DatabaseSync, id: number) => {
  for (const suffix of ['_trigrams', '_text', '_items', '_documents', ''])
    database.exec(`DROP TABLE IF EXISTS generation_${id}${suffix}`);
};
