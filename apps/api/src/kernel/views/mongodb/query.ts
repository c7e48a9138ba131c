import type { AnyView } from '@tessera/domain/kernel/view';
import type { Filter as MongoFilter } from 'mongodb';
import { decodeCursor, encodeCursor, type Order } from '../cursor.ts';
import type { Bound, Find, Page, Stored } from '../port.ts';
import { gramsOf, type Row, type Rows, storedOf } from './documents.ts';

/** Of a long search text so many runs of characters are looked up; the text itself is compared in any case. */
const searchedGramsMax = 8;

type Filter = Pick<Find, 'where' | 'range' | 'text'>;
type Condition = MongoFilter<Row>;

const pathOf = (view: AnyView, field: string): `state.field_${number}` => {
  const index = Object.keys(view.indexes.fields ?? {}).indexOf(field);
  if (index < 0) throw new Error(`${view.name}: the view declares no field "${field}"`);
  return `state.field_${index}`;
};

/** MongoDB refuses a NUL in an expression, though not its escape. */
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');

/**
 * The grams choose the candidates by an index, the expression decides. A text of one or two characters has none: it
 * is compared with one document after the other, in the order requested, until the page is full.
 */
const containing = (view: AnyView, text: string): Condition[] => {
  if (!view.indexes.text) throw new Error(`${view.name}: the view declares no text to search`);
  const term = text.toLowerCase();
  const grams = gramsOf(term);
  const every = Math.ceil(grams.length / searchedGramsMax);
  const searched = grams.filter((_, index) => index % every === 0);
  return [
    ...(searched.length > 0 ? [{ 'state.grams': { $all: searched } }] : []),
    { 'state.text': { $regex: literally(term) } },
  ];
};

const within = (view: AnyView, { field, from, to }: NonNullable<Find['range']>): Condition => {
  // MongoDB compares only values of the same kind, so a document without a value is outside of every range.
  const bounds = { $ne: null, ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) };
  return { [pathOf(view, field)]: bounds };
};

const conditionsOf = (view: AnyView, { where, range, text }: Filter): Condition[] => [
  { 'state.json': { $exists: true } },
  ...Object.entries(where ?? {}).map(([field, value]): Condition => ({ [pathOf(view, field)]: value })),
  ...(range ? [within(view, range)] : []),
  ...(text ? containing(view, text) : []),
];

/** What comes after a place, in the order of a field and then the key. Null sorts before all values. */
const after = (path: string, value: Bound | null, key: string, descending: boolean): Condition => {
  const same: Condition = { [path]: value, _id: descending ? { $lt: key } : { $gt: key } };
  if (descending) return value === null ? same : { $or: [{ [path]: { $lt: value } }, { [path]: null }, same] };
  return { $or: [{ [path]: value === null ? { $ne: null } : { $gt: value } }, same] };
};

export const find = async (rows: Rows, view: AnyView, query: Find): Promise<Page<unknown>> => {
  const path = query.sort ? pathOf(view, query.sort.field) : '_id';
  const order: Order = query.sort
    ? { name: query.sort.field, descending: query.sort.descending }
    : { name: '', descending: false };
  const conditions = conditionsOf(view, query);
  if (query.cursor !== undefined) {
    const [value, key] = decodeCursor(order, query.cursor);
    conditions.push(query.sort ? after(path, value, key, order.descending) : { _id: { $gt: key } });
  }
  const direction = order.descending ? -1 : 1;
  const found = await rows
    .find({ $and: conditions })
    .sort(query.sort ? { [path]: direction, _id: direction } : { _id: direction })
    .limit(query.limit + 1)
    .project<Row>({ 'state.position': 1, 'state.json': 1, ...(query.sort && { [path]: 1 }) })
    .toArray();
  const items = found
    .slice(0, query.limit)
    .map(storedOf)
    .filter((stored): stored is Stored<unknown> => stored !== null);
  const last = found[query.limit - 1];
  if (!last || found.length <= query.limit) return { items, next: null };
  const value = query.sort ? last.state[path.slice('state.'.length) as `field_${number}`] : last._id;
  return { items, next: encodeCursor(order, [value as Bound | null, last._id]) };
};

export const count = (rows: Rows, view: AnyView, filter: Filter): Promise<number> =>
  rows.countDocuments({ $and: conditionsOf(view, filter) });
