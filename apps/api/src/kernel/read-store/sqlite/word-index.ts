import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isSign, type Item, stepOf, wordOf } from './items.ts';

/**
 * What a text consists of: runs of letters and digits, and every other visible character for itself, also those of
 * scripts that put no spaces between words. Each character decides by itself whether it belongs to a run, so a piece of a
 * text consists of the same words as the text, but for the first and the last, which may be pieces of longer ones.
 */
const inWords = String.raw`(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})[\p{L}\p{M}\p{N}])`;
const words = new RegExp(String.raw`${inWords}+|[^\s\0]`, 'gu');
const run = new RegExp(`^${inWords}`, 'u');
/** Endings of words are kept this long; what is longer is found by its beginning. */
const endingMaxCharacters = 24;
/** A piece of a word is looked up as all the words that it is in, unless they are more. */
const wordsMax = 1_000;
/** More lists of rows than this are dear to merge. */
const mergedWordsMax = 50;
/** So few rows of a word have their texts looked at sooner than they are found in the list of another that has many. */
const fewRowsMax = 2_000;
const manyRowsMin = 20_000;
/** As much is merged at once, in some 20 ms. */
const mergedPagesMax = 200;
/** So many words are remembered between transactions. */
const foundWordsMax = 50_000;
const lastCharacter = '\u{10ffff}';

/** A word of a searched text, and whether it may go on in the texts that have it. */
interface Piece {
  readonly text: string;
  readonly opensLeft: boolean;
  readonly opensRight: boolean;
}

const piecesOf = (term: string): Piece[] =>
  [...term.matchAll(words)].map(({ 0: text, index }) => ({
    text,
    opensLeft: index === 0 && run.test(text),
    opensRight: index + text.length === term.length && run.test(text),
  }));

const endingOf = (characters: readonly string[]) => characters.slice(0, endingMaxCharacters).join('');

/** No word has the id 0. */
export const anyOf = (ids: readonly number[]) => `(${ids.length > 0 ? ids.join(' OR ') : '0'})`;

export interface Expression {
  readonly match: string;
  /** Whether many lists of rows have to be merged for it. */
  readonly isDear: boolean;
  /** Those of the items that all rows it finds have. */
  readonly proven: readonly Item[];
}

/**
 * Which rows have which words, items and steps: every word once, with all its endings, and an index from words to rows. Text is
 * looked for among the words, which are few, and then in the rows of those that have it.
 */
export class WordIndex {
  /** The full-text table; its row ids are those of the rows. */
  readonly table: string;
  readonly #name: string;
  readonly #prepare: (sql: string) => StatementSync;
  /** Ids of words that were found: they stay, as words do. */
  readonly #found = new Map<string, number>();
  /** Ids of words that this transaction has added. */
  readonly #added = new Map<string, number>();

  constructor(name: string, prepare: (sql: string) => StatementSync) {
    this.#name = name;
    this.#prepare = prepare;
    this.table = `${name}_search`;
  }

  static create(database: DatabaseSync, name: string) {
    database.exec(`
      CREATE TABLE ${name}_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
      CREATE TABLE ${name}_endings (ending TEXT, word INTEGER, PRIMARY KEY (ending, word)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE ${name}_search USING
        fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    `);
  }

  /** To be called first in every transaction: the one before may have been rolled back, with the words that it added. */
  begin() {
    this.#added.clear();
    if (this.#found.size > foundWordsMax) this.#found.clear();
  }

  /** @param signs what else to find the row by: its items and steps */
  add(row: number, text: string, signs: readonly string[]) {
    const all = new Set([...(text.match(words) ?? []), ...signs]);
    const ids = Array.from(all, (word) => this.#idOf(word));
    this.#prepare(`INSERT INTO ${this.table} (rowid, words) VALUES (?, ?)`).get(row, ids.join(' '));
  }

  remove(row: number) {
    this.#prepare(`DELETE FROM ${this.table} WHERE rowid = ?`).get(row);
  }

  /**
   * Merges a part of what the transactions have left of the index, each a piece of its own that every search looks into.
   *
   * @param first whether to begin with all the pieces there are
   * @returns whether there is more to merge
   */
  merge(first: boolean) {
    const changes = () => this.#prepare('SELECT total_changes() AS total').get()?.['total'] as number;
    const before = changes();
    const pages = first ? -mergedPagesMax : mergedPagesMax;
    this.#prepare(`INSERT INTO ${this.table} (${this.table}, rank) VALUES ('merge', ?)`).get(pages);
    // FTS5 says so: fewer changes than two, and nothing was done.
    return changes() - before >= 2;
  }

  /**
   * An expression that finds all rows that have the items and whose text may contain a term, and few others.
   *
   * @param term in lower case
   * @returns null where words do not tell, as of a term that is in very many of them
   */
  expressionOf(term: string, items: readonly Item[]): Expression | null {
    const found = [
      ...piecesOf(term).map((piece) => ({ ids: this.#wordsWith(piece), proven: [] })),
      ...items.map((item) => ({ ids: this.#wordsLike(wordOf(item), wordOf(item), 'word'), proven: [item] })),
    ].flatMap(({ ids, proven }) => (ids ? { match: anyOf(ids), lists: ids.length, proven } : []));
    // The text is compared in any case, so that the words that tell most are enough.
    const telling = found.filter(({ lists }) => lists <= mergedWordsMax);
    const asked = telling.length === 0 ? found : term === '' ? telling : this.#withoutLong(telling);
    if (asked.length === 0) return null;
    return {
      match: asked.map(({ match }) => match).join(' AND '),
      isDear: telling.length === 0,
      proven: asked.flatMap(({ proven }) => proven),
    };
  }

  /** The steps of a field that have rows, by value. */
  stepsOf(field: number, from: string | number, to?: string | number): readonly number[] {
    return this.#prepare(`SELECT id FROM ${this.#name}_words WHERE word >= ? AND word <= ? ORDER BY word`)
      .all(stepOf(field, from), stepOf(field, to ?? ''))
      .map((row) => row['id'] as number);
  }

  /** Without those that have many rows, where another has few. */
  #withoutLong<Asked extends { readonly match: string }>(all: readonly Asked[]): readonly Asked[] {
    if (all.length < 2 || all.every(({ match }) => this.#has(match, fewRowsMax))) return all;
    return all.filter(({ match }) => !this.#has(match, manyRowsMin));
  }

  /** Whether so many rows match. */
  #has(match: string, rows: number) {
    const sql = `SELECT rowid FROM ${this.table} WHERE ${this.table} MATCH ? LIMIT 1 OFFSET ?`;
    return this.#prepare(sql).get(match, rows - 1) !== undefined;
  }

  #idOf(word: string) {
    const met = this.#found.get(word) ?? this.#added.get(word);
    if (met !== undefined) return met;
    const id = this.#prepare(`SELECT id FROM ${this.#name}_words WHERE word = ?`).get(word)?.['id'];
    if (typeof id !== 'number') return this.#addWord(word);
    this.#found.set(word, id);
    return id;
  }

  #addWord(word: string) {
    const { lastInsertRowid } = this.#prepare(`INSERT INTO ${this.#name}_words (word) VALUES (?)`).run(word);
    const id = Number(lastInsertRowid);
    this.#added.set(word, id);
    // Items are asked for as a whole.
    const characters = isSign(word) ? [] : [...word];
    const insert = this.#prepare(`INSERT OR IGNORE INTO ${this.#name}_endings (ending, word) VALUES (?, ?)`);
    characters.forEach((_, start) => insert.get(endingOf(characters.slice(start)), id));
    return id;
  }

  /** The ids of the words that a piece may be in; null for too many. */
  #wordsWith({ text, opensLeft, opensRight }: Piece) {
    const from = opensLeft ? endingOf([...text]) : text;
    const isWhole = !opensRight && from === text;
    return this.#wordsLike(from, isWhole ? from : from + lastCharacter, opensLeft ? 'ending' : 'word');
  }

  #wordsLike(from: string, to: string, column: 'word' | 'ending'): readonly number[] | null {
    const [table, id] = column === 'word' ? [`${this.#name}_words`, 'id'] : [`${this.#name}_endings`, 'word'];
    const ids = this.#prepare(
      `SELECT DISTINCT ${id} AS id FROM ${table} WHERE ${column} >= ? AND ${column} <= ? LIMIT ?`,
    )
      .all(from, to, wordsMax + 1)
      .map((row) => row['id'] as number);
    return ids.length > wordsMax ? null : ids;
  }
}
