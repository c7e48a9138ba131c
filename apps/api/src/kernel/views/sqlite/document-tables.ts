import { plainText } from '@tessera/domain/kernel/text';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Change, Stored } from '../port.ts';
import { termsOf } from '../word-search.ts';
import { tokensIn, listOf, type Item, bucketToken } from './items.ts';
import { WordIndex } from './word-index.ts';

interface Row {
  readonly id: number;
  readonly position: number;
  readonly text: string | null;
  readonly items: string;
  readonly [column: string]: unknown;
}

/** The indexed parts of a document: a value per field, its items and terms, and its text. */
interface Indexed {
  readonly values: readonly (string | number)[];
  /** Its items and terms, as a list. */
  readonly list: string;
  readonly bucketTokens: readonly string[];
  /** As `plainText` returns it. */
  readonly text: string | null;
}

type Comparable = string | number | readonly string[];

/** Represents "no value". It sorts before every value, so one keyset condition serves fields with and without one. */
export const absent = -Infinity;
export const absentSql = '-9e999';

/** Increase it when the tables change: generations with other tables are rebuilt. */
export const tablesVersion = 5;

/**
 * The tables of one generation of a view: narrow rows with a column per field, their texts, their documents, and an
 * index of items. Items are the elements of list fields, and the values of fields that are only compared. They are
 * indexed together with the words of the text, or in a table of their own if the view has no text.
 *
 * Ids follow the default order: rows ascend by id as they do by that order, except rows marked `late`, which did not
 * come last when they were written. So anything that finds ids in order finds the first page early. Single-threaded;
 * the caller holds the transaction.
 */
export class DocumentTables {
  readonly name: string;
  readonly fields: readonly string[];
  /** Indexes of the fields that can be sorted by; the others are found as items. */
  readonly sorted: ReadonlySet<number>;
  /** Index of the field that rows are sorted by by default; null for none. */
  readonly defaultOrder: number | null;
  /** Indexes of the fields whose buckets are indexed with the words. */
  readonly bucketed: readonly number[];
  /** Null for a view without text or words. */
  readonly words: WordIndex | null;
  readonly #database: DatabaseSync;
  readonly #view: AnyView;
  readonly #selectSql: string;
  readonly #insertSql: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, id: number, view: AnyView) {
    this.#database = database;
    this.#view = view;
    this.name = `generation_${id}`;
    this.fields = Object.keys(view.indexes.fields ?? {});
    const orders = (view.indexes.orders ?? this.fields).map((field) => this.fields.indexOf(field));
    this.sorted = new Set(orders);
    this.defaultOrder = view.indexes.orders ? (orders[0] ?? null) : null;
    this.bucketed =
      view.indexes.text || view.indexes.words ? [...this.sorted].filter((index) => index !== this.defaultOrder) : [];
    const { name } = this;
    const columns = this.fields.map((_, index) => `, field_${index}`).join('');
    this.#selectSql = `SELECT id, position, items, text${columns}
      FROM ${name} JOIN ${name}_documents USING (id) JOIN ${name}_texts USING (id) WHERE key = ?`;
    this.#insertSql = `INSERT INTO ${name} (key, late${columns}) VALUES (?, ?${', ?'.repeat(this.fields.length)})`;
    this.words = view.indexes.text || view.indexes.words ? new WordIndex(this.name, (sql) => this.prepare(sql)) : null;
  }

  create() {
    const columns = this.fields.map((_, index) => `, field_${index} NOT NULL`).join('');
    this.#database.exec(`
      CREATE TABLE ${this.name} (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, late INTEGER NOT NULL${columns}
      );
      CREATE TABLE ${this.name}_documents (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, document TEXT NOT NULL);
      CREATE TABLE ${this.name}_texts (id INTEGER PRIMARY KEY, items TEXT NOT NULL, text TEXT);
    `);
    for (const index of this.sorted) {
      this.#database.exec(`CREATE INDEX ${this.name}_${index} ON ${this.name} (field_${index}, key)`);
    }
    if (this.defaultOrder !== null) {
      this.#database.exec(
        `CREATE INDEX ${this.name}_late ON ${this.name} (field_${this.defaultOrder}, key) WHERE late`,
      );
    }
    if (this.words) WordIndex.create(this.#database, this.name);
    else
      this.#database.exec(
        `CREATE TABLE ${this.name}_items (item TEXT, row INTEGER, PRIMARY KEY (item, row)) WITHOUT ROWID`,
      );
  }

  /**
   * A prepared statement, cached as long as the generation. All writes but one use `get`: `run` also returns the last
   * row id, which after a write by FTS5 can be one of its own that is too large for a number, and then it throws.
   */
  prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Reads all rows into memory, because the first searches look at many and would have to wait for the disk. */
  readAhead() {
    if (this.words) this.prepare(`SELECT sum(late) FROM ${this.name} NOT INDEXED`).get();
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

  /** Ignores changes that are not newer than the stored document. */
  write(changes: readonly Change[]) {
    this.words?.begin();
    for (const change of this.#inDefaultOrder(changes)) this.#writeOne(change);
    this.words?.end();
  }

  /** Sorts a batch, so that its rows don't make each other late. */
  #inDefaultOrder(changes: readonly Change[]): readonly Change[] {
    const valueOf =
      this.defaultOrder === null ? undefined : this.#view.indexes.fields?.[this.fields[this.defaultOrder] ?? ''];
    if (!valueOf || changes.length < 2) return changes;
    return changes
      .map((change) => ({ change, value: (change.document === undefined ? null : valueOf(change.document)) ?? absent }))
      .sort((one, other) => compare(one.value, other.value) || compare(one.change.key, other.change.key))
      .map(({ change }) => change);
  }

  #writeOne({ key, position, document }: Change) {
    const before = this.prepare(this.#selectSql).get(key) as Row | undefined;
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

  #insert(key: string, position: number, json: string, indexed: Indexed) {
    const { values, list, text } = indexed;
    // With RETURNING, SQLite would open a savepoint, and at each savepoint FTS5 flushes what it has gathered.
    const { lastInsertRowid } = this.prepare(this.#insertSql).run(
      ...[key, this.#isLate(key, values) ? 1 : 0, ...values],
    );
    const row = Number(lastInsertRowid);
    this.prepare(`INSERT INTO ${this.name}_documents VALUES (?, ?, ?)`).get(row, position, json);
    this.prepare(`INSERT INTO ${this.name}_texts VALUES (?, ?, ?)`).get(row, list, text);
    this.#insertFound(row, indexed);
  }

  /** Whether the table already has a row at or after a new row in the default order. */
  #isLate(key: string, values: readonly (string | number)[]) {
    if (this.defaultOrder === null) return false;
    const laterRow = `SELECT 1 FROM ${this.name} WHERE (field_${this.defaultOrder}, key) >= (?, ?) LIMIT 1`;
    return this.prepare(laterRow).get(values[this.defaultOrder] ?? absent, key) !== undefined;
  }

  #update(before: Row, position: number, json: string, indexed: Indexed) {
    const { values, list, text } = indexed;
    this.prepare(`UPDATE ${this.name}_documents SET position = ?, document = ? WHERE id = ?`).get(
      ...[position, json, before.id],
    );
    const changed = [...values.keys()].filter((index) => before[`field_${index}`] !== values[index]);
    // Most events change nothing that is indexed, and naming a column would rewrite its index entry.
    if (changed.length > 0) {
      const late = this.defaultOrder !== null && changed.includes(this.defaultOrder) ? ['late = 1'] : [];
      const assigned = [...late, ...changed.map((index) => `field_${index} = ?`)].join(', ');
      this.prepare(`UPDATE ${this.name} SET ${assigned} WHERE id = ?`).get(
        ...[...changed.map((index) => values[index] ?? absent), before.id],
      );
    }
    if (text === before.text && list === before.items && changed.every((index) => !this.bucketed.includes(index)))
      return;
    this.prepare(`UPDATE ${this.name}_texts SET items = ?, text = ? WHERE id = ?`).get(list, text, before.id);
    this.#deleteFound(before);
    this.#insertFound(before.id, indexed);
  }

  #delete(before: Row) {
    for (const table of ['', '_documents', '_texts']) {
      this.prepare(`DELETE FROM ${this.name}${table} WHERE id = ?`).get(before.id);
    }
    this.#deleteFound(before);
  }

  #insertFound(row: number, { list, bucketTokens, text }: Indexed) {
    const tokens = tokensIn(list);
    if (this.words) return this.words.add(row, text ?? '', [...tokens, ...bucketTokens]);
    const insert = this.prepare(`INSERT OR IGNORE INTO ${this.name}_items (item, row) VALUES (?, ?)`);
    for (const token of tokens) insert.get(token, row);
  }

  #deleteFound({ id, items, text, ...columns }: Row) {
    if (this.words) {
      const bucketTokens = this.bucketed.map((index) =>
        bucketToken(index, columns[`field_${index}`] as string | number),
      );
      return this.words.remove(id, text ?? '', [...tokensIn(items), ...bucketTokens]);
    }
    const remove = this.prepare(`DELETE FROM ${this.name}_items WHERE item = ? AND row = ?`);
    for (const item of tokensIn(items)) remove.get(item, id);
  }

  #index(document: unknown): Indexed {
    const items: Item[] = [];
    const values = Object.values(this.#view.indexes.fields ?? {}).map((valueOf, index) => {
      const value = valueOf(document);
      if (typeof value === 'object' && value !== null) items.push(...value.map((item): Item => [index, item]));
      if (typeof value !== 'string' && (typeof value !== 'number' || Number.isNaN(value))) return absent;
      if (!this.sorted.has(index)) items.push([index, value]);
      return value;
    });
    const { text: textOf } = this.#view.indexes;
    const text = textOf ? plainText(textOf(document)) : null;
    const bucketTokens = this.bucketed.map((index) => bucketToken(index, values[index] ?? absent));
    return { values, list: listOf(items, termsOf(this.#view, document)), bucketTokens, text };
  }
}

const compare = (one: Comparable, other: Comparable) => (one < other ? -1 : one > other ? 1 : 0);

/** Drops a generation's tables, even if the catalog no longer has the view. */
export const dropTables = (database: DatabaseSync, id: number) => {
  for (const suffix of ['_trigrams', '_text', '_search', '_words', '_endings', '_items', '_documents', '_texts', ''])
    database.exec(`DROP TABLE IF EXISTS generation_${id}${suffix}`);
};
