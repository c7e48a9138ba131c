import { plainText } from '@tessera/domain/kernel/text';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Filter as MongoFilter } from 'mongodb';
import { decodeCursor, encodeCursor, type SortOrder, type Place } from '../cursor.ts';
import type { Bound, Filter, Find, Page, Stored } from '../port.ts';
import type { TermQuery, WordSearch, TermChoice } from '../word-search.ts';
import { gramsOf, gramTerm, type Row, type Rows, storedOf } from './documents.ts';
import {
  type AccessPath,
  accessPathOf,
  type Index,
  filterIndex,
  pathOf,
  wordSearchIndex,
  termsPath,
  textPath,
} from './indexes.ts';
import { rarestOf } from './rarest-runs.ts';
import type { TextFrequencies, TextSamples } from './text-sample.ts';

/** The server gives up a read after this time, which is less than the connection's timeout, to keep that usable. */
export const readMaxMs = 5_000;
/** Whatever is in at least this share of texts is found soon enough by looking at one document after another. */
const commonShareMin = 1 / 10;
/** How many candidates a search takes from its index per row missing from the page; doubled each time. */
const candidatesPerRow = 2;
const candidatesMax = 2_000;

/** MongoDB's name for it. */
const keyIndex = '_id_';

type Condition = MongoFilter<Row>;
const documentParts = { 'state.position': 1, 'state.json': 1 } as const;

type Path = '_id' | `state.${string}`;

/** MongoDB refuses a NUL in an expression, but accepts an escaped one. */
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');

const anyValue = { $ne: null };

const within = ({ from, to }: NonNullable<Find['range']>) =>
  // MongoDB compares only values of the same type, so a document without a value is outside every range.
  from === undefined && to === undefined
    ? anyValue
    : { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) };

/** @param text as `plainText` returns it */
const containing = (text: string): Condition => ({ [textPath]: { $regex: literally(text) } });

const beginningWith = (term: string) => new RegExp(`^${literally(term)}`, 'u');

/** Matches one of some whole terms, or one of some prefixes. */
const anyOf = (whole: readonly string[], prefixes: readonly string[]): unknown =>
  whole.length === 1 && prefixes.length === 0 ? whole[0] : { $in: [...whole, ...prefixes.map(beginningWith)] };

const termConditions = (all: readonly TermChoice[]): Condition[] =>
  all.map(({ whole, prefixes, part }): Condition => {
    const condition: Condition = { [termsPath]: anyOf(whole, prefixes) };
    return part === null ? condition : { $or: [condition, containing(part)] };
  });

const searchedText = (view: AnyView, text: string): string => {
  if (!view.indexes.text) throw new Error(`${view.name}: the view declares no text to search`);
  return plainText(text);
};

const wordConditions = (wordSearch: WordSearch | null): Condition[] =>
  wordSearch
    ? [
        ...termConditions(wordSearch.required),
        ...(wordSearch.excluded ? [{ $nor: [{ $and: termConditions(wordSearch.excluded) }] }] : []),
      ]
    : [];

/** The conditions on fields' values, by path. */
const comparisonsOf = (view: AnyView, { where, range }: Filter): readonly [Path, unknown][] => [
  ...Object.entries(where ?? {}).map(([field, value]): [Path, unknown] => [pathOf(view, field), value]),
  ...(range ? [[pathOf(view, range.field), within(range)] as [Path, unknown]] : []),
];

const conditionOf = ([path, value]: readonly [Path, unknown]) => ({ [path]: value }) as Condition;

/**
 * MongoDB uses a partial index only if the condition implies that its first field exists, which no deleted document
 * has. If a comparison already implies it, repeating it would make MongoDB read documents that it need only count.
 */
const presenceOf = (comparisons: readonly (readonly [Path, unknown])[], first: Path | undefined): Condition[] =>
  comparisons.some(([path, value]) => path === first && value !== anyValue)
    ? []
    : [conditionOf([first ?? 'state.json', { $exists: true }])];

const conditionsOf = (view: AnyView, { query: filter, wordSearch }: TermQuery<Filter>, access: AccessPath | null) => {
  const comparisons = comparisonsOf(view, filter);
  return [
    ...presenceOf(comparisons, access?.index.paths[0]),
    ...comparisons.map(conditionOf),
    ...(filter.text ? [containing(searchedText(view, filter.text))] : []),
    ...wordConditions(wordSearch),
  ];
};

/**
 * Conditions for what comes after a place, in the order of a field and then the key: one for each run of the index,
 * because for alternatives within one query MongoDB may read all rows from the start. Null sorts before all values.
 */
const runsAfter = (path: Path, [value, key]: Place, descending: boolean): Condition[] => {
  const beyond = descending ? '$lt' : '$gt';
  const behind: Condition = { _id: { [beyond]: key } };
  if (path === '_id') return [behind];
  const same = { $and: [conditionOf([path, value]), behind] };
  if (value !== null) {
    const others = conditionOf([path, { [beyond]: value }]);
    return descending ? [same, others, conditionOf([path, null])] : [same, others];
  }
  return descending ? [same] : [same, conditionOf([path, anyValue])];
};

interface Walk {
  readonly rows: Rows;
  readonly access: AccessPath | null;
  readonly path: Path;
  readonly descending: boolean;
}

/** Up to `rowsMax` rows after a place, in the requested order. */
const walk = async (
  { rows, access, path, descending }: Walk,
  conditions: readonly Condition[],
  place: Place | null,
  rowsMax: number,
  projection: Readonly<Record<string, 1>>,
): Promise<Row[]> => {
  const found: Row[] = [];
  const direction = descending ? -1 : 1;
  for (const run of place ? runsAfter(path, place, descending) : [{}]) {
    if (found.length === rowsMax) break;
    const next = await rows
      .find({ $and: [...conditions, run] }, { maxTimeMS: readMaxMs, ...(access && { hint: access.index.name }) })
      .sort({ [path]: direction, _id: direction })
      .limit(rowsMax - found.length)
      .project<Row>({ ...projection, [path]: 1 })
      .toArray();
    found.push(...next);
  }
  return found;
};

const placeOf = (path: Path, { _id, state }: Row): Place =>
  path === '_id'
    ? [_id, _id]
    : [(state[path.slice('state.'.length) as `field_${number}`] ?? null) as Bound | null, _id];

/** The parts of a search that are looked up in the index of terms. */
interface Parts {
  readonly first: unknown;
  readonly others: readonly unknown[];
}

interface Plan {
  readonly access: AccessPath | null;
  readonly parts: Parts | null;
}

/** Matches whatever may meet a choice: a text that contains its part has all runs of it. */
const candidateTerms = ({ whole, prefixes, part }: TermChoice, frequencies: TextFrequencies): unknown => {
  if (part === null) return anyOf(whole, prefixes);
  const [rarest] = rarestOf(part, frequencies);
  return rarest === undefined
    ? anyOf(whole, [...prefixes, gramTerm(part)])
    : anyOf([...whole, gramTerm(rarest)], prefixes);
};

/** Starts from the rarest word. If even that is common, a scan of the documents finds matches soon enough. */
const planOfWords = async (
  rows: Rows,
  view: AnyView,
  { query, wordSearch }: { readonly query: Partial<Find>; readonly wordSearch: WordSearch },
  samples: TextSamples,
): Promise<Plan> => {
  const frequencies = await samples.of(rows, view, readMaxMs);
  const [first, ...others] = wordSearch.required
    .map((terms) => ({ terms, share: frequencies.ofTerms(terms) }))
    .toSorted((one, other) => one.share - other.share);
  const { prefixes = [], part = null } = first?.terms ?? {};
  // However common the part is, what contains it but doesn't have it as a word is rare.
  const isRest = wordSearch.excluded !== null && part !== null && gramsOf(part).length > 0;
  const isScanned = (prefixes.length > 0 || part !== null) && !isRest;
  if (!first || (isScanned && first.share >= commonShareMin)) {
    return { access: accessPathOf(view, query), parts: null };
  }
  const parts = {
    first: candidateTerms(first.terms, frequencies),
    others: others.map(({ terms }) => candidateTerms(terms, frequencies)),
  };
  return { access: { index: wordSearchIndex(view, query.sort), byGrams: false }, parts };
};

/** Decides which index answers a query, and which parts of its search are looked up in it, if any. */
const planOf = async (
  rows: Rows,
  view: AnyView,
  { query, wordSearch }: TermQuery<Partial<Find>>,
  samples: TextSamples,
): Promise<Plan> => {
  if (wordSearch) return planOfWords(rows, view, { query, wordSearch }, samples);
  const access = accessPathOf(view, query);
  if (!access?.byGrams || !query.text) return { access, parts: null };
  const term = plainText(query.text);
  const frequencies = await samples.of(rows, view, readMaxMs);
  if (frequencies.ofText(term) >= commonShareMin)
    return { access: accessPathOf(view, { ...query, text: '' }), parts: null };
  const [rarest, ...others] = rarestOf(term, frequencies).map(gramTerm);
  // Too short for a run of its own, so all runs that begin with it.
  const first = rarest ?? { $regex: `^${literally(gramTerm(term))}` };
  return { access, parts: { first, others } };
};

/** A value that rows must have, and an index that begins with it and the rows' place in the order. */
interface ValueFilter {
  readonly index: Index;
  readonly value: unknown;
}

/** The candidates that have all these values. */
const filterCandidates = async (rows: Rows, candidates: readonly Row[], valueFilters: readonly ValueFilter[]) => {
  let left = candidates;
  for (const { index, value } of valueFilters) {
    const [first = '_id', place = '_id'] = index.paths;
    if (left.length === 0) break;
    // Given their places, MongoDB goes straight to each of these rows.
    const places = [...new Set(left.map((row) => placeOf(place, row)[0]))];
    const found = await rows
      .find(
        {
          $and: [
            conditionOf([first, value]),
            conditionOf([place, { $in: places }]),
            { _id: { $in: left.map(({ _id }) => _id) } },
          ],
        },
        { hint: index.name, maxTimeMS: readMaxMs },
      )
      .project<Pick<Row, '_id'>>({ _id: 1 })
      .toArray();
    const keys = new Set(found.map(({ _id }) => _id));
    left = left.filter(({ _id }) => keys.has(_id));
  }
  return left;
};

/**
 * Rows that match a search. Indexes provide candidates in the requested order and filter them as far as they can; only
 * the remaining documents are read, until the page is full.
 */
const search = async (
  walking: Walk,
  view: AnyView,
  termQuery: TermQuery<Filter>,
  index: Index,
  { first, others }: Parts,
  start: Place | null,
  rowsMax: number,
  projection: Readonly<Record<string, 1>>,
) => {
  const { rows, path } = walking;
  const comparisons = comparisonsOf(view, termQuery.query);
  const indexed = comparisons.filter(([compared]) => index.paths.includes(compared));
  const valueFilters = [
    ...others.map((value) => ({ index, value })),
    ...comparisons.flatMap(([compared, value]) => {
      const other = indexed.some(([path]) => path === compared) ? null : filterIndex(view, compared);
      return other ? [{ index: other, value }] : [];
    }),
  ];
  const indexConditions = [conditionOf([termsPath, first]), ...indexed.map(conditionOf)];
  const known = { _id: 1, [index.paths[1] ?? '_id']: 1 } as const;
  const conditions = conditionsOf(view, termQuery, null);
  const found: Row[] = [];
  let candidatesAtOnce = Math.min(rowsMax * candidatesPerRow, candidatesMax);
  for (let place = start; ;) {
    const candidates = await walk(walking, indexConditions, place, candidatesAtOnce, known);
    const keys = (await filterCandidates(rows, candidates, valueFilters)).map(({ _id }) => _id);
    const matching =
      keys.length === 0
        ? []
        : await rows
            .find({ $and: [{ _id: { $in: keys } }, ...conditions] }, { hint: keyIndex, maxTimeMS: readMaxMs })
            .project<Row>({ ...projection, [path]: 1 })
            .toArray();
    const byKey = new Map(matching.map((row) => [row._id, row]));
    found.push(...keys.flatMap((key) => byKey.get(key) ?? []));
    const last = candidates.at(-1);
    if (found.length >= rowsMax || !last || candidates.length < candidatesAtOnce) return found.slice(0, rowsMax);
    place = placeOf(path, last);
    candidatesAtOnce = Math.min(2 * candidatesAtOnce, candidatesMax);
  }
};

export const find = async (
  rows: Rows,
  view: AnyView,
  termQuery: TermQuery,
  samples: TextSamples,
): Promise<Page<unknown>> => {
  const { query } = termQuery;
  const { name, descending }: SortOrder = query.sort
    ? { name: query.sort.field, descending: query.sort.descending }
    : { name: '', descending: false };
  const path: Path = name ? pathOf(view, name) : '_id';
  const place = query.cursor === undefined ? null : decodeCursor({ name, descending }, query.cursor);
  // The product never lists by key, so documents are simply read in order, including deleted ones.
  const { access, parts } = query.sort ? await planOf(rows, view, termQuery, samples) : { access: null, parts: null };
  const walking = { rows, access, path, descending };
  const rowsMax = query.limit + 1;
  const found =
    parts && access
      ? await search(walking, view, termQuery, access.index, parts, place, rowsMax, documentParts)
      : await walk(walking, conditionsOf(view, termQuery, access), place, rowsMax, documentParts);
  const items = found
    .slice(0, query.limit)
    .map(storedOf)
    .filter((stored): stored is Stored<unknown> => stored !== null);
  const last = found[query.limit - 1];
  if (!last || found.length <= query.limit) return { items, next: null };
  return { items, next: encodeCursor({ name, descending }, placeOf(path, last)) };
};

export const count = async (
  rows: Rows,
  view: AnyView,
  termQuery: TermQuery<Filter>,
  samples: TextSamples,
  atMost?: number,
): Promise<number> => {
  const { access, parts } = await planOf(rows, view, termQuery, samples);
  if (access && parts && termQuery.wordSearch) {
    const path: Path = access.index.paths[1] ?? '_id';
    const walking = { rows, access, path, descending: true };
    const found = await search(walking, view, termQuery, access.index, parts, null, atMost ?? Infinity, { _id: 1 });
    return found.length;
  }
  const conditions = parts
    ? [conditionOf([termsPath, parts.first]), ...conditionsOf(view, termQuery, null)]
    : conditionsOf(view, termQuery, access);
  const options = {
    maxTimeMS: readMaxMs,
    ...(access && { hint: access.index.name }),
    ...(atMost !== undefined && { limit: atMost }),
  };
  return rows.countDocuments({ $and: conditions }, options);
};
