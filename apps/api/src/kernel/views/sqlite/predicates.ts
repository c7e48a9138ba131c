import { plainText } from '@tessera/domain/kernel/text';
import type { Bound, Filter, Find } from '../port.ts';
import { nameStartOf, type TermQuery, type WordSearch, type TermChoice } from '../word-search.ts';
import { absent, absentSql, type DocumentTables } from './document-tables.ts';
import { type Item, itemSubstring, termSubstring, itemToken } from './items.ts';
import { anyOf, type Expression, type Proof, type WordIndex } from './word-index.ts';

/** A range of more buckets matches so many rows that testing them takes less time than merging the buckets. */
const narrowBucketsMax = 8;

/** In microseconds: testing a row for words in its texts, and for what its columns say. */
const testWordsUs = 3.6;
const testColumnsUs = 1.2;

/** An index that finds the ids of all rows that may meet a condition. */
export interface Source {
  readonly from: string;
  /** The column of `from` with the row's id. */
  readonly row: string;
  readonly where: string;
  readonly values: readonly Bound[];
  /** Whether the index finds ids in order, from either end. */
  readonly ordered: boolean;
  /** Predicates that its rows need not be tested for, each with what remains to be tested of it. */
  readonly proven: Proven;
  /** About how many rows it finds; null if they have to be counted. */
  readonly rows: number | null;
  /** The estimated time to find them all, in microseconds; null if it was not estimated. */
  readonly takesUs: number | null;
}

/** For each proven predicate, what remains to be tested; null if nothing does. */
export type Proven = ReadonlyMap<Predicate, Predicate | null>;

const nothingProven: Proven = new Map();

/** A test of one row. */
export interface Predicate {
  /** @param id an expression for the row's id, which may be known before the row is read */
  readonly condition: (id: string) => string;
  readonly values: readonly Bound[];
}

interface Bounds {
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** The conditions of a query, and the indexes that find candidate rows. */
export interface Conditions {
  readonly predicates: readonly Predicate[];
  /** The words' index first, then those of equalities, then that of the range. */
  readonly sources: readonly Source[];
  /** An index that is expensive to query unless it finds little. */
  readonly expensive: Source | null;
  /** Tests the range, if it is on the field sorted by. */
  readonly bounds: Bounds | null;
  /** Words that rows must have; null if they are not selective or too expensive. */
  readonly words: Pick<Expression, 'match' | 'takesUs' | 'density'> | null;
  /** The time to test a row for everything, in microseconds. */
  readonly testUs: number;
  /** Predicates that rows with these words need not be tested for. */
  readonly proven: Proven;
}

/** The predicates that a source's rows still have to be tested for; without a source, all of them. */
export const testsLeft = (predicates: readonly Predicate[], source?: Source): readonly Predicate[] =>
  predicates.flatMap((predicate) => {
    const left = source?.proven.get(predicate);
    return left === undefined ? [predicate] : (left ?? []);
  });

export const columnOf = ({ fields, name }: DocumentTables, field: string) => {
  const index = fields.indexOf(field);
  if (index < 0) throw new Error(`${name}: the view declares no field "${field}"`);
  return { index, column: `${name}.field_${index}` };
};

export const wordSource = (
  { table }: WordIndex,
  match: string,
  proven: Proven,
  rows: number | null = null,
  takesUs: number | null = null,
): Source => ({
  from: table,
  row: `${table}.rowid`,
  where: `${table} MATCH ?`,
  values: [match],
  ordered: true,
  proven,
  rows,
  takesUs,
});

const inTexts = ({ name }: DocumentTables, column: 'items' | 'text', id: string) =>
  `(SELECT instr(${column}, ?) FROM ${name}_texts WHERE id = ${id}) > 0`;

const equal = (tables: DocumentTables, field: string, value: Bound): Predicate => {
  const { index, column } = columnOf(tables, field);
  return {
    condition: (id) => `${column} = ? OR ${column} = ${absentSql} AND ${inTexts(tables, 'items', id)}`,
    values: [value, itemSubstring([index, value])],
  };
};

const equalSource = (tables: DocumentTables, field: string, value: Bound): Source => {
  const { index, column } = columnOf(tables, field);
  const { name, words } = tables;
  const item: Item = [index, value];
  const items = words
    ? wordSource(words, words.expressionOf('', [item], null)?.match ?? '', nothingProven)
    : {
        from: `${name}_items`,
        row: `${name}_items.row`,
        where: `${name}_items.item = ?`,
        values: [itemToken(item)],
        ordered: true,
        proven: nothingProven,
        rows: null,
        takesUs: null,
      };
  if (!tables.sorted.has(index)) return items;
  return {
    from: `(SELECT id AS row FROM ${name} WHERE ${column} = ? UNION ALL SELECT ${items.row} FROM ${items.from} WHERE ${items.where})`,
    row: 'row',
    where: 'true',
    values: [value, ...items.values],
    ordered: false,
    proven: nothingProven,
    rows: null,
    takesUs: null,
  };
};

const within = (tables: DocumentTables, { field, from, to }: NonNullable<Find['range']>) => {
  const { column } = columnOf(tables, field);
  const least = `${column} ${from === undefined ? '>' : '>='} ?`;
  if (to === undefined) return { sql: least, values: [from ?? absent] };
  return { sql: `${least} AND ${column} <= ?`, values: [from ?? absent, to] };
};

const rangeSource = ({ name }: DocumentTables, { sql, values }: Bounds, rows: number | null): Source => ({
  from: `(SELECT id AS row FROM ${name} WHERE ${sql})`,
  row: 'row',
  where: 'true',
  values,
  ordered: false,
  proven: nothingProven,
  rows,
  takesUs: null,
});

/** The buckets that a range covers; null if its field has none. */
const bucketsIn = ({ words, fields, bucketed }: DocumentTables, { field, from, to }: NonNullable<Find['range']>) => {
  const index = fields.indexOf(field);
  if (!words || !bucketed.includes(index)) return null;
  const buckets = words.bucketsOf(index, from ?? -Number.MAX_VALUE, to);
  return {
    match: buckets.length > narrowBucketsMax ? null : anyOf(buckets.map(({ id }) => id)),
    rows: buckets.reduce((sum, { rows }) => sum + rows, 0),
  };
};

/**
 * Beyond this many terms, the last one is repeated to fill up to a power of two, so that there are few enough different
 * statements to cache them all.
 */
const distinctTermsMax = 8;

const padded = (terms: readonly string[]) => {
  const [last] = terms.slice(-1);
  if (last === undefined || terms.length <= distinctTermsMax) return terms;
  const missing = 2 ** Math.ceil(Math.log2(terms.length)) - terms.length;
  return [...terms, ...Array.from({ length: missing }, () => last)];
};

/** Tests that a row has one of the terms for people, of which it has at most one, at the end of its list. */
const nameTest = (names: readonly string[]) => {
  const start = names[0] === undefined ? null : nameStartOf(names[0]);
  if (start === null) return null;
  const ends = names.map((name) => termSubstring(name, true));
  return {
    sql: 'substr(items, instr(items, ?)) IN (SELECT value FROM json_each(?))',
    values: [termSubstring(start, false), JSON.stringify(ends)],
  };
};

/** Tests that a row has at least one term of each choice, or contains its part. */
export const termTests = (all: readonly TermChoice[]) => {
  const parts = all.map(({ whole, prefixes, part }) => {
    const isName = (term: string) => nameStartOf(term) !== null;
    const words = whole.filter((term) => !isName(term)).map((term) => termSubstring(term, true));
    const substrings = padded([...words, ...prefixes.map((term) => termSubstring(term, false))]);
    const tests = [
      ...substrings.map((value) => ({ sql: 'instr(items, ?)', values: [value] })),
      ...(part === null ? [] : [{ sql: 'instr(text, ?)', values: [part] }]),
    ];
    const names = nameTest(whole.filter(isName));
    return names ? [...tests, names] : tests;
  });
  const sql = parts.map((tests) => `(${tests.map((test) => test.sql).join(' OR ')})`).join(' AND ');
  return { sql: `(${sql})`, values: parts.flat().flatMap(({ values }) => values) };
};

/**
 * Tests that a row has a term of each required choice, but not of every excluded one. Null if there is nothing to test.
 */
const wordPredicate = ({ name }: DocumentTables, { required, excluded }: WordSearch): Predicate | null => {
  const parts = [
    ...(required.length > 0 ? [termTests(required)] : []),
    ...(excluded ? [termTests(excluded)].map(({ sql, values }) => ({ sql: `NOT ${sql}`, values })) : []),
  ];
  if (parts.length === 0) return null;
  const tests = parts.map(({ sql }) => sql).join(' AND ');
  return {
    condition: (id) => `(SELECT ${tests} FROM ${name}_texts WHERE id = ${id})`,
    values: parts.flatMap(({ values }) => values),
  };
};

/** @param sortedBy the field that the rows are sorted by */
export const conditionsOf = (
  tables: DocumentTables,
  { query: { where = {}, range, text }, wordSearch }: TermQuery<Filter>,
  sortedBy = '',
): Conditions => {
  const { name, words, fields, sorted } = tables;
  if (text && !words) throw new Error(`${name}: the view declares no text to search`);
  const term = plainText(text ?? '');
  const equalities = Object.entries(where).map(([field, value]) => {
    const predicate = equal(tables, field, value);
    const item: Item = [fields.indexOf(field), value];
    return { field, value, predicate, item, isItem: words !== null && !sorted.has(item[0]) };
  });
  const bounds = range ? within(tables, range) : null;
  const items = equalities.filter(({ isItem }) => isItem).map(({ item }) => item);
  const found = words?.expressionOf(term, items, wordSearch);
  const inText = { condition: (id: string) => inTexts(tables, 'text', id), values: [term] };
  const inWords = wordSearch && wordPredicate(tables, wordSearch);
  const isUnproven = (proof: Proof) => !found?.proven.includes(proof);
  const inWordsLeft =
    wordSearch &&
    wordPredicate(tables, {
      required: wordSearch.required.filter(isUnproven),
      excluded: wordSearch.excluded && isUnproven(wordSearch.excluded) ? wordSearch.excluded : null,
    });
  const proven: Proven = new Map<Predicate, Predicate | null>([
    ...(isUnproven('text') ? [] : [[inText, null] as const]),
    ...equalities.filter(({ item }) => !isUnproven(item)).map(({ predicate }) => [predicate, null] as const),
    ...(inWords ? [[inWords, inWordsLeft] as const] : []),
  ]);
  const buckets = range ? bucketsIn(tables, range) : null;
  const selective = found && !found.isExpensive ? found : null;
  const match = selective?.match ?? null;
  const narrow = buckets?.match ?? null;
  const matches = [match, narrow].filter((part) => part !== null);
  const rows = narrow === null ? (found?.rows ?? null) : null;
  const source =
    words && matches.length > 0 ? wordSource(words, matches.join(' AND '), proven, rows, found?.takesUs) : null;
  return {
    predicates: [
      ...(text ? [inText] : []),
      ...(inWords ? [inWords] : []),
      ...equalities.map(({ predicate }) => predicate),
      ...(bounds ? [{ condition: () => bounds.sql, values: bounds.values }] : []),
    ],
    sources: [
      ...(source ? [source] : []),
      ...equalities.filter(({ isItem }) => !isItem).map(({ field, value }) => equalSource(tables, field, value)),
      ...(bounds && narrow === null ? [rangeSource(tables, bounds, buckets?.rows ?? null)] : []),
    ],
    expensive: words && found?.isExpensive ? wordSource(words, found.match, nothingProven) : null,
    bounds: range?.field === sortedBy ? bounds : null,
    words: selective,
    testUs: wordSearch ? testWordsUs : testColumnsUs,
    proven,
  };
};
