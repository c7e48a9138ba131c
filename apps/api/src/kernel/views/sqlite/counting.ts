import type { Filter } from '../port.ts';
import type { TermQuery } from '../word-search.ts';
import type { DocumentTables } from './document-tables.ts';
import { conditionsOf, type Conditions, testsLeft } from './predicates.ts';
import { fewest, sizeOf } from './query.ts';
import { allOf } from './search.ts';

/** Testing this many rows takes 20 to 30 ms; with more of them, only a sample is tested. */
const testedRowsMax = 8_000;
/** A sample is taken from this many places of a table, and this many ids at each. */
const samplePlaces = 32;
const sampledIds = 64;
/** With fewer matches in the sample, an estimate could be far off. */
const sampledMatchesMin = 30;
/** By how much an estimate must exceed a limit, so that the count certainly does. */
const surelyBeyond = 1.5;

/** The index that finds the rows to count, and the tests that they still have to pass. */
const countingOf = (tables: DocumentTables, { predicates, sources }: Conditions) => {
  // The first source of a view with words is the words' index, which proves the most.
  const source = tables.words ? sources[0] : fewest(tables, sources, () => false)?.source;
  return { source, tests: testsLeft(predicates, source) };
};

type Counting = ReturnType<typeof countingOf>;

const countRows = (tables: DocumentTables, { source, tests }: Counting, atMost: number): number => {
  const { name } = tables;
  const rows = source && tests.length > 0 ? `${source.from} CROSS JOIN ${name} ON ${name}.id = ${source.row}` : name;
  const from = source && tests.length === 0 ? source.from : rows;
  const where = allOf(source?.where ?? 'true', ...tests.map(({ condition }) => condition(`${name}.id`)));
  const row = tables
    .prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`)
    .get(...(source?.values ?? []), ...tests.flatMap(({ values }) => values), atMost);
  return row?.['total'] as number;
};

export const count = (tables: DocumentTables, termQuery: TermQuery<Filter>, atMost = -1): number =>
  countRows(tables, countingOf(tables, conditionsOf(tables, termQuery)), atMost);

const lastIdOf = (tables: DocumentTables) =>
  Number(tables.prepare(`SELECT max(id) AS id FROM ${tables.name}`).get()?.['id'] ?? 0);

/** Whether a sample of all rows shows that more than `atMost` match. */
const isSurelyBeyond = (tables: DocumentTables, { predicates }: Conditions, atMost: number): boolean => {
  const last = lastIdOf(tables);
  const tests = allOf(...predicates.map(({ condition }) => condition(`${tables.name}.id`)));
  const values = predicates.flatMap((predicate) => predicate.values);
  const sample = tables.prepare(
    `SELECT count(*) AS found FROM ${tables.name} NOT INDEXED WHERE id BETWEEN ? AND ? AND ${tests}`,
  );
  let found = 0;
  for (let place = 0; place < samplePlaces; place += 1) {
    const first = Math.floor((place * last) / samplePlaces) + 1;
    found += sample.get(first, first + sampledIds - 1, ...values)?.['found'] as number;
  }
  return found >= sampledMatchesMin && (found * last) / (samplePlaces * sampledIds) > surelyBeyond * atMost;
};

export const countBriefly = (tables: DocumentTables, termQuery: TermQuery<Filter>, atMost: number): number | null => {
  const conditions = conditionsOf(tables, termQuery);
  const counting = countingOf(tables, conditions);
  const { source, tests } = counting;
  const rowsToTest = () => (source ? sizeOf(tables, source, testedRowsMax + 1) : lastIdOf(tables));
  if (tests.length === 0 || rowsToTest() <= testedRowsMax) return countRows(tables, counting, atMost);
  return isSurelyBeyond(tables, conditions, atMost) ? atMost : null;
};
