import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Bound, Page, Stored } from '../port.ts';
import { type TermQuery, type RankedQuery, rankedCursor } from '../word-search.ts';
import { absent, type DocumentTables } from './document-tables.ts';
import { anyOf, type Bucket } from './word-index.ts';
import { conditionsOf, type Source, termTests, testsLeft, wordSource } from './predicates.ts';
import {
  beyond,
  allOf,
  type ColumnOrder,
  columns,
  directionOf,
  type Found,
  orderOf,
  type Search,
  sorting,
  testsOf,
  upTo,
  valuesOf,
} from './search.ts';

/** If an index finds up to this many rows, all are read and sorted. */
const fewRowsMax = 2_000;
/** All matches are ranked in one go if finding and testing them is estimated to take at most this many microseconds. */
const rankedAtOnceMaxUs = 2500;
const rankRowUs = 4;
/** The rows that each index finds are counted up to this number, to choose the index that finds the fewest. */
const countedRowsMax = 3_000;
/** How many rows are tested in the requested order before turning to an index that finds many. */
const scannedRowsMax = 2_000;
/** How much longer than expected a page may take to fill before turning to the buckets. */
const patience = 2;
/** How many more matches than the page needs are expected from the buckets that are scanned first. */
const surplus = 2;
/** How many rows the buckets may have that are scanned first. */
const bucketRowsMax = 100_000;
/** In microseconds, and as a share of the time that reading the words' whole lists takes: scanning the first buckets. */
const bucketsUs = 400;
const bucketsShare = 0.25;
/** Rows outside the default order are sorted in; with more of them, the table is treated as unordered. */
const lateRowsMax = 1_000;

/** Reads the documents of the rows that a statement selects with id, key and sort value. */
const read = (search: Search, rows: string, values: readonly Bound[]): Found => {
  const direction = directionOf(search);
  return search.tables
    .prepare(
      `SELECT key, sorted, position, document FROM (${rows}) AS found
       JOIN ${search.tables.name}_documents USING (id) ORDER BY sorted ${direction}, key ${direction}`,
    )
    .all(...values);
};

/**
 * Tests row by row in the requested order, until the page is full or `rowsMax` rows are tested.
 * @returns `isPage` is true if no more rows need to be tested
 */
const walk = (search: Search, rowsMax = Infinity): { readonly found: Found; readonly isPage: boolean } => {
  const { tables, order, after, rows } = search;
  const { bounds } = search.conditions;
  const from = `${tables.name} ${order.index}`;
  const place = [...(after ? [beyond(search)] : []), ...(bounds ? [bounds.sql] : [])];
  const placeValues = [...(after ?? []), ...(bounds?.values ?? [])];
  const end = Number.isFinite(rowsMax)
    ? tables
        .prepare(
          `SELECT ${columns(search)} FROM ${from} WHERE ${allOf(...place, 'true')}
           ORDER BY ${sorting(search, '')} LIMIT 1 OFFSET ?`,
        )
        .get(...placeValues, rowsMax)
    : undefined;
  const until = end ? [upTo(search)] : [];
  const found = read(
    search,
    `SELECT ${columns(search)} FROM ${from}
     WHERE ${allOf(...place, ...until, ...testsOf(search), 'true')} ORDER BY ${sorting(search, '')} LIMIT ?`,
    [...placeValues, ...(end ? [end['sorted'] as Bound, end['key'] as string] : []), ...valuesOf(search), rows],
  );
  return { found, isPage: !end || found.length >= rows };
};

/** A page, if matching rows are so dense that walking to them takes less time than scanning buckets; otherwise null. */
const walkIfDense = (search: Search): Found | null => {
  const { words, testUs } = search.conditions;
  if (!words) return null;
  const expectedRows = search.rows / words.density;
  if (expectedRows * testUs > bucketsUs + words.takesUs * bucketsShare) return null;
  const { found, isPage } = walk(search, Math.ceil(expectedRows * patience));
  return isPage ? found : null;
};

/** Sorts all rows that an index finds, and tests them in that order until the page is full. */
const sortAll = (search: Search, source: Source): Found => {
  const { after, rows } = search;
  const { name } = search.tables;
  const place = after ? [beyond(search)] : [];
  const tests = testsOf(search, source);
  return read(
    search,
    // The inner limit makes SQLite sort before it tests the rest, because reading texts is expensive.
    `SELECT ${columns(search)} FROM (
       SELECT ${name}.id AS row FROM ${source.from} CROSS JOIN ${name} ON ${name}.id = ${source.row}
       WHERE ${allOf(source.where, ...place)} ORDER BY ${sorting(search, '+')} LIMIT ?
     ) AS known CROSS JOIN ${name} ON ${name}.id = known.row WHERE ${allOf(...tests, 'true')} LIMIT ?`,
    [...source.values, ...(after ?? []), tests.length > 0 ? -1 : rows, ...valuesOf(search, source), rows],
  );
};

interface Buckets {
  readonly all: readonly Bucket[];
  /** The share of a bucket's rows that are expected to match. */
  readonly density: number;
  /** The index that finds the rows of some buckets. */
  readonly source: (buckets: readonly Bucket[]) => Source;
}

/** The buckets of the field sorted by, in that order; null if there are none, or the words are not selective. */
const bucketsFor = (search: Search): Buckets | null => {
  const { order, after, range } = search;
  const { words, fields, bucketed } = search.tables;
  const { words: selective, bounds, proven } = search.conditions;
  const index = fields.indexOf(order.name);
  if (!words || !selective || !bucketed.includes(index)) return null;
  const [from, to] = [bounds && range?.from, bounds && range?.to];
  const begin = after?.[0];
  const ascending = words.bucketsOf(
    index,
    (order.descending ? null : begin) ?? from ?? absent,
    (order.descending ? begin : null) ?? to ?? undefined,
  );
  return {
    all: order.descending ? ascending.toReversed() : ascending,
    density: selective.density,
    source: (some) => wordSource(words, `${selective.match} AND ${anyOf(some.map(({ id }) => id))}`, proven),
  };
};

/** The first of the buckets that together are expected to have as many matches as wanted, but not too many rows. */
const enoughOf = ({ all, density }: Buckets, begin: number, wanted: number, rowsMax: number): readonly Bucket[] => {
  let [end, rows] = [begin, 0];
  while (end < all.length && rows * density < wanted && rows < rowsMax) {
    rows += all[end]?.rows ?? 0;
    end += 1;
  }
  return all.slice(begin, end);
};

/** Tests all rows of as many buckets as are expected to fill the page, then of more and more, until it is full. */
const scanBuckets = (search: Search, buckets: Buckets): Found => {
  const found: Record<string, unknown>[] = [];
  for (let begin = 0, step = 1; begin < buckets.all.length && found.length < search.rows; step *= 2) {
    const missing = search.rows - found.length;
    const some = enoughOf(buckets, begin, missing * surplus * step, bucketRowsMax * step);
    found.push(...sortAll({ ...search, rows: missing }, buckets.source(some)));
    begin += some.length;
  }
  return found;
};

/** The id to start from: that of the first row after the cursor that is not late; null if there is none. */
const firstId = (search: Search): number | null => {
  const { tables, order, after } = search;
  if (!after) return order.descending ? Number.MAX_SAFE_INTEGER : 0;
  const row = tables
    .prepare(
      `SELECT id FROM ${tables.name} ${order.index} WHERE NOT late AND ${beyond(search)}
       ORDER BY ${sorting(search, '')} LIMIT 1`,
    )
    .get(...after);
  return row ? (row['id'] as number) : null;
};

/**
 * Tests the rows that an index finds in the order of their ids, which is the requested one, until the page is full;
 * late rows are all tested separately and sorted in.
 */
const scanById = (search: Search, source: Source): Found => {
  const { tables, order, after, rows } = search;
  const { name } = tables;
  const first = firstId(search);
  const reach = `${source.row} ${order.descending ? '<=' : '>='} ?`;
  const place = after ? [beyond(search)] : [];
  return read(
    search,
    `SELECT * FROM (
       SELECT ${columns(search)} FROM ${source.from} CROSS JOIN ${name} ON ${name}.id = ${source.row}
       WHERE ${source.where} AND ${reach} AND NOT ${name}.late AND ${allOf(...testsOf(search, source, source.row), 'true')}
       ORDER BY ${source.row} ${directionOf(search)} LIMIT ?
     ) UNION ALL SELECT * FROM (
       SELECT ${columns(search)} FROM ${name} INDEXED BY ${name}_late
       WHERE late AND ${allOf(...place, ...testsOf(search))}
       ORDER BY ${sorting(search, '')} LIMIT ?
     ) ORDER BY 3 ${directionOf(search)}, 2 ${directionOf(search)} LIMIT ?`,
    [
      ...source.values,
      first ?? (order.descending ? -1 : Number.MAX_SAFE_INTEGER),
      ...valuesOf(search, source),
      rows,
      ...(after ?? []),
      ...valuesOf(search),
      rows,
      rows,
    ],
  );
};

/** How many rows an index finds, approximately, counted up to `rowsMax`. */
export const sizeOf = (tables: DocumentTables, { from, where, values, rows }: Source, rowsMax: number) => {
  if (rows !== null) return Math.min(rows, rowsMax);
  const row = tables
    .prepare(`SELECT count(*) AS size FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`)
    .get(...values, rowsMax);
  return row?.['size'] as number;
};

/** The index that finds the fewest rows, as far as they are counted; null if there is none. */
export const fewest = (
  tables: DocumentTables,
  sources: readonly Source[],
  scansInOrder: (source: Source) => boolean,
) => {
  let best: { readonly source: Source; readonly size: number } | null = null;
  // A text index is the most expensive to count, so it comes last: the others' counts limit how far it is counted.
  for (const source of sources.toReversed()) {
    const known: number = best ? best.size : countedRowsMax;
    // If the others find many rows, the last is read in its own order, however many rows it finds.
    const isLast: boolean = best !== null && source === sources[0];
    const size: number =
      isLast && known === countedRowsMax && scansInOrder(source) ? known : sizeOf(tables, source, known);
    if (!best || size < known || known === countedRowsMax) best = { source, size };
  }
  return best;
};

/** Whether ids follow the requested order, except for a few rows. */
const isOrdered = (tables: DocumentTables, { isDefault }: ColumnOrder) => {
  if (!isDefault) return false;
  const late = `SELECT 1 FROM ${tables.name} INDEXED BY ${tables.name}_late WHERE late LIMIT ?`;
  const row = tables.prepare(`SELECT count(*) AS size FROM (${late})`).get(lateRowsMax + 1);
  return (row?.['size'] as number) <= lateRowsMax;
};

const rowsOf = (search: Search): Found => {
  const { tables, order } = search;
  const { predicates, sources, expensive, bounds } = search.conditions;
  if (predicates.length === (bounds ? 1 : 0)) return walk(search).found;
  const ordered = isOrdered(tables, order);
  const scansInOrder = (source: Source) => ordered && source.ordered;
  const ask = (source: Source) => (scansInOrder(source) ? scanById(search, source) : sortAll(search, source));
  const [first] = sources;
  if (first && sources.length === 1 && scansInOrder(first)) return scanById(search, first);
  const buckets = bucketsFor(search);
  const best = fewest(tables, sources, scansInOrder);
  if (best && (best.size < fewRowsMax || scansInOrder(best.source))) return ask(best.source);
  if (buckets) return walkIfDense(search) ?? scanBuckets(search, buckets);
  const { found, isPage } = walk(search, scannedRowsMax);
  if (isPage) return found;
  const source = expensive ?? (best && best.size < countedRowsMax ? best.source : null);
  return source ? ask(source) : walk(search).found;
};

/** @param rows one more than the page holds, if another page follows */
const pageOf = (
  rows: Found,
  limit: number,
  order: ColumnOrder,
  cursorOf: (last: Found[number], cursor: string) => string,
): Page<unknown> => {
  const items = rows.slice(0, limit).map((row): Stored<unknown> => ({
    key: row['key'] as string,
    position: row['position'] as number,
    document: JSON.parse(row['document'] as string),
  }));
  const last = rows[limit - 1];
  const more = last !== undefined && rows.length > limit;
  if (!more) return { items, next: null };
  const value = last['sorted'] as Bound;
  const cursor = encodeCursor(order, [value === absent ? null : value, last['key'] as string]);
  return { items, next: cursorOf(last, cursor) };
};

export const find = (tables: DocumentTables, termQuery: TermQuery): Page<unknown> => {
  const { query } = termQuery;
  const order = orderOf(tables, query.sort);
  const place = query.cursor === undefined ? null : decodeCursor(order, query.cursor);
  const rows = rowsOf({
    tables,
    order,
    conditions: conditionsOf(tables, termQuery, order.name),
    range: query.range,
    rows: query.limit + 1,
    after: place && [place[0] ?? absent, place[1]],
  });
  return pageOf(rows, query.limit, order, (_last, cursor) => cursor);
};

/** A page ranked by where the words are found, then sorted; null if there are too many matches to sort at once. */
export const findFewRanked = (tables: DocumentTables, { query, places, from }: RankedQuery): Page<unknown> | null => {
  const order = orderOf(tables, query.sort);
  const conditions = conditionsOf(
    tables,
    { query, wordSearch: { required: places.at(-1) ?? [], excluded: null } },
    order.name,
  );
  const [source] = conditions.sources;
  const takesUs = source && source.rows !== null ? (source.takesUs ?? Infinity) + source.rows * rankRowUs : Infinity;
  if (!source || takesUs > rankedAtOnceMaxUs) return null;
  const { name } = tables;
  const direction = order.descending ? 'DESC' : 'ASC';
  const within = query.cursor === undefined ? null : decodeCursor(order, query.cursor);
  const beyond = `place > ? OR (place = ? AND (sorted, key) ${order.descending ? '<' : '>'} (?, ?))`;
  const tests = testsLeft(conditions.predicates, source);
  const ranks = places.slice(0, -1).map(termTests);
  const rows = tables
    .prepare(
      `SELECT key, sorted, place, position, document FROM (
         SELECT * FROM (
           SELECT ${name}.id, ${name}.key, ${order.column} AS sorted,
             CASE ${ranks.map(({ sql }, place) => `WHEN ${sql} THEN ${place}`).join(' ')} ELSE ${ranks.length} END AS place
           FROM ${source.from} CROSS JOIN ${name} ON ${name}.id = ${source.row}
           CROSS JOIN ${name}_texts ON ${name}_texts.id = ${source.row}
           WHERE ${allOf(source.where, ...tests.map(({ condition }) => condition(source.row)))}
         ) WHERE ${within ? beyond : 'place >= ?'} ORDER BY place, sorted ${direction}, key ${direction} LIMIT ?
       ) JOIN ${name}_documents USING (id) ORDER BY place, sorted ${direction}, key ${direction}`,
    )
    .all(
      ...ranks.flatMap(({ values }) => values),
      ...source.values,
      ...tests.flatMap(({ values }) => values),
      ...(within ? [from, from, within[0] ?? absent, within[1]] : [from]),
      query.limit + 1,
    );
  return pageOf(rows, query.limit, order, (row, cursor) => rankedCursor(row['place'] as number, cursor));
};
