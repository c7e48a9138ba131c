import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WordSearch, TermChoice } from '../word-search.ts';
import { isToken, type Item, bucketToken, itemToken, termToken } from './items.ts';

/**
 * A text consists of runs of letters and digits, and of every other visible character by itself, including those of
 * scripts that put no spaces between words. Each character alone decides whether it belongs to a run, so a substring of
 * a text consists of the same words as the text, except that the first and last may be parts of longer ones.
 */
const inWords = String.raw`(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})[\p{L}\p{M}\p{N}])`;
const words = new RegExp(String.raw`${inWords}+|[^\s\0]`, 'gu');
const run = new RegExp(`^${inWords}`, 'u');
/** Suffixes of words are stored up to this length; longer ones are found by their beginning. */
const suffixMaxCharacters = 24;
/** A part of a word is looked up as all the words that contain it, unless there are more than this. */
const wordsMax = 1_000;
/** Merging more posting lists than this is expensive. */
const mergedWordsMax = 50;
/** The same for words looked up by their prefix, most of which are known to have few rows. */
const mergedTermsMax = 400;
/** Earlier results are excluded by at most this many posting lists; beyond that, row by row. */
const excludedWordsMax = 4;
/** In microseconds: testing a row, reading past one in a list, and looking one up in each of several lists. */
const testUs = 2.4;
const passUs = 0.03;
const lookUs = 0.03;
const lookInEachUs = 0.01;
/** A phrase's rows are counted up to this number. */
const countedRowsMax = 2_000;
/** How much is merged at once, which takes some 20 ms. */
const mergedPagesMax = 200;
/** The number of bits of a word pair's hash: enough for a phrase to find few rows that merely share its hash. */
const pairBits = 18;
/** How many words' ids are cached between transactions. */
const knownIdsMax = 100_000;
/** How many prefixes with too many words are cached: there are not many, as they are short. */
const commonPrefixesMax = 10_000;
const lastCharacter = '\u{10ffff}';

/** A word of the searched text, and whether it may be longer on either side in matching texts. */
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

/** Whether the text occurs exactly where one of the words contains it. */
const isOneWord = (term: string, [first]: readonly Piece[]) =>
  first?.text === term && [...term].length <= suffixMaxCharacters;

const suffixOf = (characters: readonly string[]) => characters.slice(0, suffixMaxCharacters).join('');

/** The token of two adjacent words. Hashing limits their number, as nearly every pair in a long text is new. */
const pairOf = (one: number, next: number) =>
  `n${Math.imul(Math.imul(one, 0x9e3779b1) ^ next, 0x85ebca6b) >>> (32 - pairBits)}`;

/** Matches any of the ids; no word has the id 0. */
export const anyOf = (ids: readonly (number | string)[]) => `(${ids.length > 0 ? ids.join(' OR ') : '0'})`;

/** What is known of every row found: it has an item, the text or a word; or it lacks what an earlier search found. */
export type Proof = Item | 'text' | TermChoice | readonly TermChoice[];

/** The posting lists of alternative words or phrases: a row matches if it is in any of them. */
interface PostingLists {
  readonly ids: readonly (number | string)[];
  readonly proven: readonly Proof[];
  /** How many rows the lists have in total; absent if that has to be looked up. */
  readonly rows?: number;
}

/** Whether merging the lists takes less time than testing rows one by one. */
const isSelective = ({ ids, rows }: PostingLists) =>
  ids.length <= (rows === undefined ? mergedWordsMax : mergedTermsMax);

/** The pairs of any of the first words with any of the second; null if there are too many. */
const phraseOf = (firsts: readonly number[] | null, seconds: readonly number[] | null): PostingLists | null => {
  if (!firsts || !seconds || firsts.length * seconds.length > mergedWordsMax) return null;
  return { ids: firsts.flatMap((first) => seconds.map((second) => pairOf(first, second))), proven: [] };
};

export interface Bucket {
  readonly id: number;
  readonly rows: number;
}

export interface Expression {
  readonly match: string;
  /** Whether it requires merging many posting lists. */
  readonly isExpensive: boolean;
  /** Empty if it is expensive, since it may then be left out. */
  readonly proven: readonly Proof[];
  /** About how many rows it finds; null if they have to be counted. */
  readonly rows: number | null;
  /** The time to read through all its lists, in microseconds. */
  readonly takesUs: number;
  /** The share of all rows that have everything, if each thing is as frequent among the rows with the others. */
  readonly density: number;
}

/**
 * Records which rows have which words, items and buckets. It stores each word once, with all its suffixes and its
 * number of rows, and indexes rows by word and by pairs of adjacent words. Text is first looked for among the words,
 * which are few, and then in the rows that have them.
 */
export class WordIndex {
  /** The full-text table; its row ids are the rows' ids. */
  readonly table: string;
  readonly #name: string;
  readonly #prepare: (sql: string) => StatementSync;
  /** Cached ids of stored words, which are never removed. */
  readonly #knownIds = new Map<string, number>();
  /** Ids of words added by this transaction. */
  readonly #addedIds = new Map<string, number>();
  /** Posting lists of a search's terms, which are needed again for each text. */
  readonly #lists = new WeakMap<TermChoice, PostingLists | null>();
  /** Prefixes that too many words share for each to be looked up. */
  readonly #commonPrefixes = new Set<string>();
  /** The change in each word's number of rows during this transaction. */
  readonly #rowChanges = new Map<number, number>();

  constructor(name: string, prepare: (sql: string) => StatementSync) {
    this.#name = name;
    this.#prepare = prepare;
    this.table = `${name}_search`;
  }

  static create(database: DatabaseSync, name: string) {
    database.exec(`
      CREATE TABLE ${name}_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, rows INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE ${name}_endings (ending TEXT, word INTEGER, PRIMARY KEY (ending, word)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE ${name}_search USING
        fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
    `);
  }

  /** Call first in every transaction: the previous one may have been rolled back, with the words that it added. */
  begin() {
    this.#addedIds.clear();
    this.#rowChanges.clear();
    if (this.#knownIds.size > knownIdsMax) this.#knownIds.clear();
  }

  /** @param tokens of its items and buckets, by which the row is found as well */
  add(row: number, text: string, tokens: readonly string[]) {
    const { ids, pairs } = this.#idsOf(text, tokens);
    this.#prepare(`INSERT INTO ${this.table} (rowid, words) VALUES (?, ?)`).get(row, [...ids, ...pairs].join(' '));
    for (const id of ids) this.#rowChanges.set(id, (this.#rowChanges.get(id) ?? 0) + 1);
  }

  /** Takes the same arguments that the row was added with. */
  remove(row: number, text: string, tokens: readonly string[]) {
    this.#prepare(`DELETE FROM ${this.table} WHERE rowid = ?`).get(row);
    for (const id of this.#idsOf(text, tokens).ids) this.#rowChanges.set(id, (this.#rowChanges.get(id) ?? 0) - 1);
  }

  /** Call last in every transaction. */
  end() {
    const count = this.#prepare(`UPDATE ${this.#name}_words SET rows = rows + ? WHERE id = ?`);
    for (const [id, rows] of this.#rowChanges) if (rows !== 0) count.get(rows, id);
  }

  /**
   * Merges part of the index segments that transactions have left, all of which every search would have to read.
   *
   * @param first whether to start with all existing segments
   * @returns whether there is more to merge
   */
  merge(first: boolean) {
    const changes = () => this.#prepare('SELECT total_changes() AS total').get()?.['total'] as number;
    const before = changes();
    const pages = first ? -mergedPagesMax : mergedPagesMax;
    this.#prepare(`INSERT INTO ${this.table} (${this.table}, rank) VALUES ('merge', ?)`).get(pages);
    // As FTS5 documents, fewer than two changes mean that nothing was done.
    return changes() - before >= 2;
  }

  /**
   * An expression that finds all rows that have the given items and words, and whose text may contain the term, plus a
   * few others.
   *
   * @param term as `plainText` returns it
   * @returns null if words are not selective, for instance if very many of them contain the term
   */
  expressionOf(term: string, items: readonly Item[], wordSearch: WordSearch | null): Expression | null {
    const pieces = piecesOf(term);
    const proven: readonly Proof[] = isOneWord(term, pieces) ? ['text'] : [];
    const found = pieces.map((piece) => this.#wordsWith(piece));
    const phrases = found.slice(1).map((next, index) => phraseOf(found[index] ?? null, next));
    const single = found.map((ids) => ids && { ids, proven });
    const known = phrases.some((phrase) => phrase !== null) ? phrases : single;
    const tokens = items.map((item) => ({
      ids: this.#wordsLike(itemToken(item), itemToken(item), 'word') ?? [],
      proven: [item],
    }));
    const wordLists = (wordSearch?.required ?? []).map((terms) => this.#postingListsOf(terms));
    const lists: readonly PostingLists[] = [...known, ...tokens, ...wordLists].filter((one) => one !== null);
    // Whatever is not proven is tested row by row, so the most selective lists are enough.
    const selective = lists.filter(isSelective);
    const sized = selective.map((one) => ({ ...one, rows: one.rows ?? this.#rowsOf(one) }));
    const least = Math.min(...sized.map(({ rows }) => rows));
    const cheapest = this.#cheapest(sized);
    const chosen = selective.length === 0 ? lists : cheapest.lists;
    if (chosen.length === 0) return null;
    const match = chosen.map(({ ids }) => anyOf(ids)).join(' AND ');
    if (selective.length === 0)
      return { match, isExpensive: true, proven: [], rows: null, takesUs: Infinity, density: 0 };
    const without = this.#exclusionOf(wordSearch?.excluded ?? null, wordLists);
    if (without === 'all') return { match: anyOf([]), isExpensive: false, proven: [], rows: 0, takesUs: 0, density: 0 };
    return {
      match: without?.match ? `((${match}) NOT (${without.match}))` : match,
      isExpensive: false,
      proven: [...chosen.flatMap(({ proven }) => proven), ...(without?.proven ?? [])],
      rows: chosen.length === 1 || least < countedRowsMax ? least : wordSearch ? cheapest.rows : null,
      takesUs: cheapest.takesUs,
      density: cheapest.density,
    };
  }

  /**
   * The lists that are worth using: those with the fewest rows, as long as another list takes less time than testing
   * the rows that it would rule out.
   */
  #cheapest<Sized extends PostingLists & { readonly rows: number }>(lists: readonly Sized[]) {
    const known = this.#prepare(`SELECT max(id) AS rows FROM ${this.#name}`).get()?.['rows'];
    const allRows = Math.max(1, Number(known ?? 0));
    const sorted = lists.toSorted((one, other) => one.rows - other.rows);
    let best = { count: 0, rows: 0, takesUs: Infinity };
    let [left, mergedUs] = [0, 0];
    for (const [index, { ids, rows }] of sorted.entries()) {
      mergedUs += rows * passUs + left * (lookUs + ids.length * lookInEachUs);
      left = index === 0 ? rows : (left * Math.min(rows, allRows)) / allRows;
      const takesUs = mergedUs + (index === sorted.length - 1 ? 0 : left * testUs);
      if (takesUs < best.takesUs) best = { count: index + 1, rows: Math.ceil(left), takesUs };
    }
    return { ...best, density: left / allRows, lists: sorted.slice(0, best.count) };
  }

  /** Excludes what an earlier search has found; null if rows have to be tested for it. */
  #exclusionOf(
    before: WordSearch['excluded'],
    wordLists: readonly (PostingLists | null)[],
  ): 'all' | { readonly match: string | null; readonly proven: readonly Proof[] } | null {
    if (!before) return { match: null, proven: [] };
    const lists = before.map((terms) => this.#postingListsOf(terms));
    if (lists.some((one) => one?.ids.length === 0)) return { match: null, proven: [before] };
    // The newly added text contains none of the words, so everything found now was found before.
    if (lists.every((one, index) => one !== null && one.ids.length === wordLists[index]?.ids.length)) return 'all';
    if (!lists.every((one) => one !== null && one.ids.length <= excludedWordsMax)) return null;
    return { match: lists.map((one) => anyOf(one?.ids ?? [])).join(' AND '), proven: [before] };
  }

  /** Posting lists of rows that have one of the terms or contain the part; null if too many words share it. */
  #postingListsOf(terms: TermChoice): PostingLists | null {
    const known = this.#lists.get(terms);
    if (known !== undefined) return known;
    const found = this.#lookUp(terms);
    this.#lists.set(terms, found);
    return found;
  }

  #lookUp(terms: TermChoice): PostingLists | null {
    const known = terms.withoutLastText && this.#postingListsOf(terms.withoutLastText);
    const { whole, prefixes, part } = terms;
    const added = prefixes.slice(terms.withoutLastText?.prefixes.length ?? 0);
    if ((terms.withoutLastText && !known) || added.some((term) => this.#isTooCommonPrefix(term))) return null;
    const containing = part === null ? [] : this.#wordsContaining(part);
    if (containing === null) return null;
    const columns = `SELECT id, rows FROM ${this.#name}_words WHERE`;
    const same = this.#prepare(`${columns} word = ? AND rows > 0`);
    const begun = this.#prepare(`${columns} word >= ? AND word <= ? AND rows > 0`);
    const found = [
      ...whole.slice(terms.withoutLastText?.whole.length ?? 0).map((term) => same.all(termToken(term))),
      ...added.map((term) => begun.all(termToken(term), termToken(term) + lastCharacter)),
      containing,
    ].flat() as unknown as readonly Bucket[];
    const ids = [...new Set([...(known?.ids ?? []), ...found.map(({ id }) => id)])];
    if (ids.length > wordsMax) return null;
    const proven = part === null || [...part].length <= suffixMaxCharacters ? [terms] : [];
    return { ids, proven, rows: found.reduce((sum, { rows }) => sum + rows, known?.rows ?? 0) };
  }

  /** The words of texts that contain a part, or at least its first characters; null for too many. */
  #wordsContaining(part: string): readonly Bucket[] | null {
    const begin = suffixOf([...part]);
    const found = this.#prepare(
      `SELECT DISTINCT id, rows FROM ${this.#name}_endings JOIN ${this.#name}_words ON id = ${this.#name}_endings.word
       WHERE ending >= ? AND ending <= ? AND rows > 0 LIMIT ?`,
    ).all(begin, begin + lastCharacter, wordsMax + 1);
    return found.length > wordsMax ? null : (found as unknown as readonly Bucket[]);
  }

  /** Determined without reading the words. The result stays valid, as words are never removed. */
  #isTooCommonPrefix(term: string) {
    if (this.#commonPrefixes.has(term)) return true;
    const beyond = `SELECT 1 FROM ${this.#name}_words WHERE word >= ? AND word <= ? LIMIT 1 OFFSET ?`;
    const begin = termToken(term);
    const isBroad = this.#prepare(beyond).get(begin, begin + lastCharacter, wordsMax) !== undefined;
    if (isBroad && this.#commonPrefixes.size < commonPrefixesMax) this.#commonPrefixes.add(term);
    return isBroad;
  }

  /** The buckets of a field that have rows, ordered by value. */
  bucketsOf(field: number, from: string | number, to?: string | number): readonly Bucket[] {
    const buckets = `SELECT id, rows FROM ${this.#name}_words WHERE word >= ? AND word <= ? AND rows > 0 ORDER BY word`;
    return this.#prepare(buckets).all(bucketToken(field, from), bucketToken(field, to ?? '')) as unknown as Bucket[];
  }

  /** The total number of rows of the lists; those of a phrase only up to a limit. */
  #rowsOf({ ids }: PostingLists) {
    const phrase = `SELECT count(*) AS rows FROM (SELECT 1 FROM ${this.table} WHERE ${this.table} MATCH ? LIMIT ?)`;
    const rowsOf = (id: number | string) =>
      typeof id === 'number'
        ? this.#prepare(`SELECT rows FROM ${this.#name}_words WHERE id = ?`).get(id)
        : this.#prepare(phrase).get(id, countedRowsMax);
    return ids.reduce<number>((rows, id) => rows + ((rowsOf(id)?.['rows'] ?? 0) as number), 0);
  }

  /** The distinct ids of a row's words and word pairs. */
  #idsOf(text: string, tokens: readonly string[]) {
    const wordIds = (text.match(words) ?? []).map((word) => this.#idOf(word));
    const pairs = wordIds.slice(1).map((next, index) => pairOf(wordIds[index] ?? 0, next));
    return { ids: new Set([...wordIds, ...tokens.map((token) => this.#idOf(token))]), pairs: new Set(pairs) };
  }

  #idOf(word: string) {
    const met = this.#knownIds.get(word) ?? this.#addedIds.get(word);
    if (met !== undefined) return met;
    const id = this.#prepare(`SELECT id FROM ${this.#name}_words WHERE word = ?`).get(word)?.['id'];
    if (typeof id !== 'number') return this.#addWord(word);
    this.#knownIds.set(word, id);
    return id;
  }

  #addWord(word: string) {
    const { lastInsertRowid } = this.#prepare(`INSERT INTO ${this.#name}_words (word) VALUES (?)`).run(word);
    const id = Number(lastInsertRowid);
    this.#addedIds.set(word, id);
    // Tokens are looked up only as a whole.
    const characters = isToken(word) ? [] : [...word];
    const insert = this.#prepare(`INSERT OR IGNORE INTO ${this.#name}_endings (ending, word) VALUES (?, ?)`);
    characters.forEach((_, start) => insert.get(suffixOf(characters.slice(start)), id));
    return id;
  }

  /** The ids of the words that may contain the piece; null for too many. */
  #wordsWith({ text, opensLeft, opensRight }: Piece) {
    const from = opensLeft ? suffixOf([...text]) : text;
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
