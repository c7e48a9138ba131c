import { isDeepStrictEqual } from 'node:util';
import type { AnyView } from '@tessera/domain/kernel/view';
import { type Row, type Rows, writesOf } from '../../../apps/api/src/kernel/views/mongodb/documents.ts';
import { type Index, indexesOf } from '../../../apps/api/src/kernel/views/mongodb/indexes.ts';
import type { Change } from '../../../apps/api/src/kernel/views/port.ts';

type Value = string | number | null | undefined | readonly string[];
type Filter = Readonly<Record<string, unknown>>;
interface Predicate {
  readonly path: string;
  readonly wanted: unknown;
  readonly isMet: (row: Row) => boolean;
}

const valueAt = (row: Row, path: string): Value =>
  path === '_id' ? row._id : (row.state as unknown as Record<string, Value>)[path.slice('state.'.length)];

const isOperators = (wanted: unknown): wanted is Readonly<Record<string, unknown>> =>
  typeof wanted === 'object' && wanted !== null;

const rank = (value: Value) => (value === null || value === undefined ? 0 : typeof value === 'number' ? 1 : 2);
const compare = (one: Value, other: Value) => {
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return (one as string) < (other as string) ? -1 : (one as string) > (other as string) ? 1 : 0;
};

type Test = (value: Value) => boolean;
const oneOf = (wanted: readonly (Value | RegExp)[]): Test => {
  const patterns = wanted.filter((one) => one instanceof RegExp);
  const values = new Set<Value | RegExp>(wanted);
  return (value) => values.has(value) || (typeof value === 'string' && patterns.some((pattern) => pattern.test(value)));
};
const operators: Readonly<Record<string, (wanted: unknown) => Test>> = {
  $eq: (wanted) => (value) => value === wanted || (wanted === null && value === undefined),
  $ne: (wanted) => (value) => (value ?? null) !== wanted,
  $gt: (wanted) => (value) => typeof value === typeof wanted && (value as string) > (wanted as string),
  $gte: (wanted) => (value) => typeof value === typeof wanted && (value as string) >= (wanted as string),
  $lt: (wanted) => (value) => typeof value === typeof wanted && (value as string) < (wanted as string),
  $lte: (wanted) => (value) => typeof value === typeof wanted && (value as string) <= (wanted as string),
  $in: (wanted) => oneOf(wanted as readonly (Value | RegExp)[]),
  $exists: (wanted) => (value) => (value !== undefined) === wanted,
  $regex: (wanted) => {
    const pattern = new RegExp(wanted as string, 'u');
    return (value) => typeof value === 'string' && pattern.test(value);
  },
};

/** Prepared once for each condition, as it is tested on many rows. */
const testOf = (wanted: unknown): Test => {
  const tests = Object.entries(isOperators(wanted) ? wanted : { $eq: wanted }).map(([name, bound]) => {
    const operator = operators[name];
    if (!operator) throw new Error(`The double doesn't support ${name}`);
    return operator(bound);
  });
  return (value) =>
    Array.isArray(value)
      ? tests.every((test) => (value as readonly string[]).some(test))
      : tests.every((test) => test(value));
};

const anyOf = (filters: readonly Filter[]) => {
  const alternatives = filters.map(predicatesOf);
  return (row: Row) => alternatives.some((predicates) => predicates.every(({ isMet }) => isMet(row)));
};

const predicatesOf = (filter: Filter): readonly Predicate[] =>
  Object.entries(filter).flatMap(([path, wanted]) => {
    if (path === '$and') return (wanted as readonly Filter[]).flatMap(predicatesOf);
    if (path === '$or' || path === '$nor') {
      const isAny = anyOf(wanted as readonly Filter[]);
      return [{ path, wanted, isMet: (row: Row) => isAny(row) === (path === '$or') }];
    }
    const isTrue = testOf(wanted);
    return [{ path, wanted, isMet: (row: Row) => isTrue(valueAt(row, path)) }];
  });

/** What an index can decide without the document: not whether a field exists, and not a pattern if a path has lists. */
const isDecidedByIndex = ({ paths }: Index, hasLists: boolean, { path, wanted }: Predicate) => {
  if (!(paths as readonly string[]).includes(path)) return false;
  if (!isOperators(wanted) || !('$exists' in wanted || '$regex' in wanted)) return true;
  // A pattern that anchors the beginning of a text is a range of the index.
  return typeof wanted['$regex'] === 'string' && (!hasLists || wanted['$regex'].startsWith('^'));
};

/**
 * The documents of one generation, found the way MongoDB finds them by a named index: it walks the index's rows within
 * the equality bounds, checks what the index can decide, reads the document for everything else, and sorts whatever the
 * index doesn't already order. It counts the documents that it reads. Without a named index it reads all of them.
 */
export class IndexedRows {
  readonly collectionName: string;
  examined = 0;
  /** The indexes that queries named. */
  readonly used = new Set<string>();
  readonly #rows: readonly Row[];
  readonly #byKey: ReadonlyMap<string, Row>;
  readonly #indexes: ReadonlyMap<string, Index>;
  readonly #groups = new Map<string, ReadonlyMap<Value, readonly Row[]>>();
  readonly #sorted = new Map<string, readonly Row[]>();

  constructor(view: AnyView, changes: readonly Change[]) {
    this.collectionName = view.name;
    this.#rows = writesOf(view, changes, 1).map((write) => {
      const { filter, update } = (
        write as { updateOne: { filter: { _id: string }; update: { $max: Pick<Row, 'state'> } } }
      ).updateOne;
      return { _id: filter._id, state: update.$max.state };
    });
    this.#byKey = new Map(this.#rows.map((row) => [row._id, row]));
    this.#indexes = new Map(indexesOf(view).map((index) => [index.name, index]));
  }

  get asRows() {
    return this as unknown as Rows;
  }

  find(filter: Filter, { hint }: { readonly hint?: string } = {}) {
    const asked = {
      sort: {} as Readonly<Record<string, 1 | -1>>,
      limit: Infinity,
      projection: [] as readonly string[],
    };
    const cursor = {
      sort: (sort: Readonly<Record<string, 1 | -1>>) => {
        asked.sort = sort;
        return cursor;
      },
      limit: (limit: number) => {
        asked.limit = limit;
        return cursor;
      },
      project: (projection: Readonly<Record<string, 0 | 1>>) => {
        asked.projection = Object.keys(projection).filter((path) => projection[path] === 1);
        return cursor;
      },
      toArray: () => Promise.resolve(this.#run(predicatesOf(filter), hint, asked)),
    };
    return cursor;
  }

  countDocuments(filter: Filter, { hint, limit = Infinity }: { readonly hint?: string; readonly limit?: number } = {}) {
    const asked = { sort: {}, limit, projection: [] };
    return Promise.resolve(this.#run(predicatesOf(filter), hint, asked).length);
  }

  #run(
    predicates: readonly Predicate[],
    hint: string | undefined,
    {
      sort,
      limit,
      projection,
    }: { sort: Readonly<Record<string, 1 | -1>>; limit: number; projection: readonly string[] },
  ): readonly Row[] {
    const order = Object.keys(sort);
    const descending = Object.values(sort)[0] === -1;
    const bySort = (one: Row, other: Row) =>
      (descending ? -1 : 1) *
      (order.map((path) => compare(valueAt(one, path), valueAt(other, path))).find((sign) => sign !== 0) ?? 0);
    if (hint === undefined || hint === '_id_') {
      const keys = predicates.find(
        ({ path, wanted }) => path === '_id' && isOperators(wanted) && '$in' in wanted,
      )?.wanted;
      const rows = keys
        ? (keys as { $in: readonly string[] }).$in.flatMap((key) => this.#byKey.get(key) ?? [])
        : this.#rows;
      this.examined += rows.length;
      const found = rows.filter((row) => predicates.every(({ isMet }) => isMet(row)));
      return found.toSorted(bySort).slice(0, limit);
    }
    const index = this.#indexes.get(hint);
    if (!index) throw new Error(`The hint ${hint} names no index`);
    this.used.add(hint);
    const { paths } = index;
    const rows = this.#within(index, predicates);
    const hasLists = paths.some((path) => Array.isArray(valueAt(rows[0] ?? ({ state: {} } as Row), path)));
    const decided = predicates.filter((predicate) => isDecidedByIndex(index, hasLists, predicate));
    const read = predicates.filter((predicate) => !decided.includes(predicate));
    const isCovered = read.length === 0 && projection.every((path) => (paths as readonly string[]).includes(path));
    const isFixed = (path: string) => decided.some((one) => one.path === path && !isOperators(one.wanted));
    const unfixed = order.filter((path) => !isFixed(path));
    const begin = paths.findIndex((path) => !isFixed(path));
    const isOrdered = isDeepStrictEqual(paths.slice(begin, begin + unfixed.length), unfixed);
    const walked = isOrdered && descending ? rows.toReversed() : rows;
    const found: Row[] = [];
    for (const row of walked) {
      if (isOrdered && found.length === limit) break;
      if (!decided.every(({ isMet }) => isMet(row))) continue;
      if (!isCovered) this.examined += 1;
      if (read.every(({ isMet }) => isMet(row))) found.push(row);
    }
    return isOrdered ? found : found.toSorted(bySort).slice(0, limit);
  }

  /** The index's rows with the required value of its first field, in the index's order. */
  #within({ name, paths }: Index, predicates: readonly Predicate[]): readonly Row[] {
    const [first = '_id', ...others] = paths;
    const byOthers = (one: Row, other: Row) =>
      others.map((path) => compare(valueAt(one, path), valueAt(other, path))).find((sign) => sign !== 0) ?? 0;
    const group = this.#groups.get(name) ?? this.#grouped(first);
    this.#groups.set(name, group);
    const wanted = predicates.filter(({ path }) => path === first).map(({ wanted: each }) => each);
    const equal = wanted.find((each) => !isOperators(each)) as Value;
    const candidates = equal === undefined ? [...group.keys()] : group.has(equal) ? [equal] : [];
    const tests = wanted.map(testOf);
    const values = candidates.filter((value) => tests.every((test) => test(value)));
    const key = JSON.stringify([name, values.length === group.size ? 'all' : values]);
    const known = this.#sorted.get(key);
    if (known) return known;
    const found = [...new Set(values.flatMap((value) => group.get(value) ?? []))];
    const isOne = values.length === 1;
    const sorted = found.toSorted((one, other) =>
      isOne ? byOthers(one, other) : compare(valueAt(one, first), valueAt(other, first)) || byOthers(one, other),
    );
    this.#sorted.set(key, sorted);
    return sorted;
  }

  #grouped(path: string): ReadonlyMap<Value, readonly Row[]> {
    const group = new Map<Value, Row[]>();
    for (const row of this.#rows) {
      const value = valueAt(row, path);
      // An index has no rows for documents without its first field, and so none for deleted documents.
      for (const each of value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [value]) {
        const rows = group.get(each);
        if (rows) rows.push(row);
        else group.set(each, [row]);
      }
    }
    return group;
  }
}
