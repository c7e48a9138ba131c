import { decodeCursor, encodeCursor, type Order } from '../cursor.ts';
import type { Bound, Find, Page, Stored } from '../port.ts';
import { absent, type DocumentTables } from './document-tables.ts';

/**
 * Up to this many rows are fetched by a predicate's own index and then sorted. A predicate that more rows meet is
 * common enough to walk the sort order and test each row, which finds a page early.
 */
const candidatesMax = 4_000;
/** Trigrams cannot find less. */
const trigramCharacters = 3;

interface Predicate {
  /** Tests one row. */
  readonly condition: string;
  readonly values: readonly Bound[];
  /** Selects the ids of all rows that may meet the condition; null where no index helps. */
  readonly candidates: { readonly sql: string; readonly values: readonly Bound[] } | null;
}

type Filter = Pick<Find, 'where' | 'range' | 'text'>;

const columnOf = ({ fields, name }: DocumentTables, field: string) => {
  const index = fields.indexOf(field);
  if (index < 0) throw new Error(`${name}: the view declares no field "${field}"`);
  return { index, column: `field_${index}` };
};

const equal = (tables: DocumentTables, field: string, value: Bound): Predicate => {
  const { index, column } = columnOf(tables, field);
  const { name } = tables;
  const items = `${name}_items WHERE field = ${index} AND value = ?`;
  return {
    condition: `(${column} = ? OR EXISTS (SELECT 1 FROM ${items} AND row = ${name}.id))`,
    values: [value, value],
    candidates: {
      sql: `SELECT id FROM ${name} WHERE ${column} = ? UNION ALL SELECT row FROM ${items}`,
      values: [value, value],
    },
  };
};

const within = (tables: DocumentTables, { field, from, to }: NonNullable<Find['range']>): Predicate => {
  const { column } = columnOf(tables, field);
  const bounds: [string, Bound][] = [[`${column} > ?`, absent]];
  if (from !== undefined) bounds.push([`${column} >= ?`, from]);
  if (to !== undefined) bounds.push([`${column} <= ?`, to]);
  const condition = bounds.map(([part]) => part).join(' AND ');
  const values = bounds.map(([, value]) => value);
  return { condition, values, candidates: { sql: `SELECT id FROM ${tables.name} WHERE ${condition}`, values } };
};

const containing = ({ name, hasText }: DocumentTables, text: string): Predicate => {
  if (!hasText) throw new Error(`${name}: the view declares no text to search`);
  const term = text.toLowerCase();
  // FTS5 reads a phrase up to the first NUL.
  const indexed = [...term].length >= trigramCharacters && !term.includes('\0');
  const phrase = `"${term.replaceAll('"', '""')}"`;
  return {
    condition: 'instr(text, ?) > 0',
    values: [term],
    candidates: indexed ? { sql: `SELECT rowid FROM ${name}_text WHERE ${name}_text MATCH ?`, values: [phrase] } : null,
  };
};

const predicatesOf = (tables: DocumentTables, { where, range, text }: Filter): Predicate[] => [
  ...Object.entries(where ?? {}).map(([field, value]) => equal(tables, field, value)),
  ...(range ? [within(tables, range)] : []),
  ...(text ? [containing(tables, text)] : []),
];

/** The rows that meet the most selective predicate, if they are few. */
const fewCandidates = (tables: DocumentTables, predicates: readonly Predicate[]): readonly number[] | null => {
  let fewest: readonly number[] | null = null;
  for (const { candidates } of predicates) {
    if (!candidates) continue;
    const limit: number = fewest ? fewest.length : candidatesMax + 1;
    const rows = tables.prepare(`${candidates.sql} LIMIT ?`).all(...candidates.values, limit);
    if (rows.length < limit) fewest = rows.map((row) => Object.values(row)[0] as number);
  }
  return fewest;
};

interface ColumnOrder extends Order {
  readonly column: string;
}

const orderOf = (tables: DocumentTables, sort: Find['sort']): ColumnOrder =>
  sort
    ? { column: columnOf(tables, sort.field).column, name: sort.field, descending: sort.descending }
    : { column: 'key', name: '', descending: false };

export const find = (tables: DocumentTables, query: Find): Page<unknown> => {
  const order = orderOf(tables, query.sort);
  const predicates = predicatesOf(tables, query);
  const conditions = predicates.map(({ condition }) => condition);
  const values = predicates.flatMap((predicate) => predicate.values);
  if (query.cursor !== undefined) {
    conditions.push(`(${order.column}, key) ${order.descending ? '<' : '>'} (?, ?)`);
    const [value, key] = decodeCursor(order, query.cursor);
    values.push(value ?? absent, key);
  }
  const candidates = fewCandidates(tables, predicates);
  if (candidates) {
    conditions.push('id IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(candidates));
  }
  // A unary plus keeps the planner from walking the sort index when the candidates are known.
  const walked = candidates ? '+' : '';
  const direction = order.descending ? 'DESC' : 'ASC';
  const rows = tables
    .prepare(
      `SELECT key, position, document, ${order.column} AS sorted FROM ${tables.name}
       ${conditions.length > 0 ? `WHERE ${conditions.map((condition) => `(${condition})`).join(' AND ')}` : ''}
       ORDER BY ${walked}${order.column} ${direction}, ${walked}key ${direction} LIMIT ?`,
    )
    .all(...values, query.limit + 1);
  const items = rows.slice(0, query.limit).map((row): Stored<unknown> => ({
    key: row['key'] as string,
    position: row['position'] as number,
    document: JSON.parse(row['document'] as string),
  }));
  const last = rows[query.limit - 1];
  const more = last !== undefined && rows.length > query.limit;
  if (!more) return { items, next: null };
  const value = last['sorted'] as Bound;
  return { items, next: encodeCursor(order, [value === absent ? null : value, last['key'] as string]) };
};

export const count = (tables: DocumentTables, filter: Filter): number => {
  const parts = predicatesOf(tables, filter).map(({ condition, values, candidates }) =>
    candidates
      ? { sql: `id IN (${candidates.sql}) AND ${condition}`, values: [...candidates.values, ...values] }
      : { sql: condition, values },
  );
  const where = parts.length > 0 ? `WHERE ${parts.map(({ sql }) => `(${sql})`).join(' AND ')}` : '';
  const row = tables
    .prepare(`SELECT count(*) AS total FROM ${tables.name} ${where}`)
    .get(...parts.flatMap(({ values }) => values));
  return row?.['total'] as number;
};
