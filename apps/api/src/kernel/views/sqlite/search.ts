import type { SortOrder } from '../cursor.ts';
import type { Bound, Find } from '../port.ts';
import type { DocumentTables } from './document-tables.ts';
import { columnOf, type Conditions, type Source, testsLeft } from './predicates.ts';

export interface ColumnOrder extends SortOrder {
  readonly column: string;
  /** An `INDEXED BY` clause with the index to walk. */
  readonly index: string;
  /** Whether ids follow this order. */
  readonly isDefault: boolean;
}

export interface Search {
  readonly tables: DocumentTables;
  readonly order: ColumnOrder;
  readonly conditions: Conditions;
  readonly range: Find['range'];
  /** The sort value and key that the page starts after. */
  readonly after: readonly Bound[] | null;
  /** One more than the page holds, to know whether another follows. */
  readonly rows: number;
}

export type Found = Readonly<Record<string, unknown>>[];

export const orderOf = (tables: DocumentTables, sort: Find['sort']): ColumnOrder => {
  const { name } = tables;
  if (!sort) return { column: `${name}.key`, index: '', name: '', descending: false, isDefault: false };
  const { index, column } = columnOf(tables, sort.field);
  return {
    column,
    name: sort.field,
    descending: sort.descending,
    index: tables.sorted.has(index) ? `INDEXED BY ${name}_${index}` : '',
    isDefault: index === tables.defaultOrder,
  };
};

export const allOf = (...conditions: readonly string[]) =>
  conditions.map((condition) => `(${condition})`).join(' AND ');
export const testsOf = ({ tables, conditions }: Search, source?: Source, id = `${tables.name}.id`) =>
  testsLeft(conditions.predicates, source).map(({ condition }) => condition(id));
export const valuesOf = ({ conditions }: Search, source?: Source) =>
  testsLeft(conditions.predicates, source).flatMap(({ values }) => values);
export const beyond = ({ tables, order }: Search) =>
  `(${order.column}, ${tables.name}.key) ${order.descending ? '<' : '>'} (?, ?)`;
/** The opposite of `beyond`, as a comparison, so that walking an index stops there. */
export const upTo = ({ tables, order }: Search) =>
  `(${order.column}, ${tables.name}.key) ${order.descending ? '>=' : '<='} (?, ?)`;
export const directionOf = ({ order }: Search) => (order.descending ? 'DESC' : 'ASC');
/** A unary plus keeps the planner from walking the sort index if the rows are already known. */
export const sorting = (search: Search, known: '' | '+') =>
  `${known}${search.order.column} ${directionOf(search)}, ${known}${search.tables.name}.key ${directionOf(search)}`;
export const columns = ({ tables: { name }, order: { column } }: Search) =>
  `${name}.id, ${name}.key, ${column} AS sorted`;
