import type { AnyView, Listing } from '@tessera/domain/kernel/view';
import type { Find } from '../port.ts';

export type Path = `state.${string}`;

/**
 * An index of a generation. It contains only documents that have its first field, and so no deleted ones: those have no
 * fields, are kept for a while, and may far outnumber the others.
 */
export interface Index {
  readonly name: string;
  /** In key order: fields that are equal in all rows of a query, the field sorted by, then other compared fields. */
  readonly paths: readonly (Path | '_id')[];
}

/** The index of deleted documents by deletion time. */
export const deletions: Index = { name: 'deletions', paths: ['state.deletedAtMs'] };

export const textPath = 'state.text';
export const termsPath = 'state.terms';

export const pathOf = (view: AnyView, field: string): `state.field_${number}` => {
  const index = Object.keys(view.indexes.fields ?? {}).indexOf(field);
  if (index < 0) throw new Error(`${view.name}: the view declares no field "${field}"`);
  return `state.field_${index}`;
};

/** How a query is served: by which index, and whether text is searched by its runs of characters. */
export interface AccessPath {
  readonly index: Index;
  readonly byGrams: boolean;
}

/** A listing in one of its orders. */
interface SortedListing extends Omit<Listing, 'sorts'> {
  readonly sort: string;
}

const sortedListingsOf = ({ indexes }: AnyView): readonly SortedListing[] =>
  (indexes.listings ?? []).flatMap(({ sorts, ...listing }) => sorts.map((sort) => ({ ...listing, sort })));

const listIndex = (view: AnyView, { where = [], sort, filters = [], searched }: SortedListing): Index => {
  const fields = [...where, sort, ...filters.filter((field) => field !== sort && !where.includes(field))];
  const paths = fields.map((field) => pathOf(view, field));
  const place = where.length + 1;
  return {
    name: ['list', ...where, sort].join('_'),
    // One owner's rows are too few for a text index of their own: the text is compared with each, in this index.
    paths: [
      ...paths.slice(0, place),
      '_id',
      ...paths.slice(place),
      ...(searched && where.length > 0 ? [textPath] : []),
    ] as Path[],
  };
};

/** A listing's index that begins with what is searched for. */
const searchIndex = (view: AnyView, listing: SortedListing): Index => ({
  name: `search_${listing.sort}`,
  paths: [termsPath, ...listIndex(view, listing).paths],
});

const isSearchedByGrams = ({ where = [], searched = false }: SortedListing) => searched && where.length === 0;

export const indexesOf = (view: AnyView): readonly Index[] => [
  deletions,
  ...sortedListingsOf(view).flatMap((listing) => [
    listIndex(view, listing),
    ...(isSearchedByGrams(listing) ? [searchIndex(view, listing)] : []),
  ]),
];

/** The index that filters rows found by grams by a field, such as a list, that the gram index does not contain. */
export const filterIndex = (view: AnyView, path: string): Index | null => {
  const searched = sortedListingsOf(view).find(isSearchedByGrams);
  const listing = sortedListingsOf(view).find(
    ({ where = [], sort }) => sort === searched?.sort && where.length === 1 && pathOf(view, where[0] ?? '') === path,
  );
  return listing ? listIndex(view, listing) : null;
};

/** The index for a search by words; pages in another order than its own are sorted. */
export const wordSearchIndex = (view: AnyView, sort: Find['sort']): Index => {
  const searched = sortedListingsOf(view).filter(isSearchedByGrams);
  const listing = searched.find((each) => each.sort === sort?.field) ?? searched[0];
  if (!listing) throw new Error(`${view.name}: the view declares no listing that is searched`);
  return searchIndex(view, listing);
};

/** The index for reading the newest texts of a view that is searched by grams. */
export const sampledIndex = (view: AnyView): Index => {
  const listing = sortedListingsOf(view).find(isSearchedByGrams);
  if (!listing) throw new Error(`${view.name}: the view declares no listing that is searched`);
  return listIndex(view, listing);
};

/** Whether documents store the runs of characters of their text. */
export const keepsGrams = (view: AnyView) => sortedListingsOf(view).some(isSearchedByGrams);

/** The index that serves a query (a count has no order); null if no listing fits, so that all documents are read. */
export const accessPathOf = (view: AnyView, { where = {}, range, text, sort }: Partial<Find>): AccessPath | null => {
  const fields = Object.keys(where);
  const fitting = sortedListingsOf(view)
    .filter(({ where: fixed = [] }) => fixed.every((field) => fields.includes(field)))
    // The more fields are equal in all rows of an index, the fewer rows it has to read.
    .sort((one, other) => (other.where?.length ?? 0) - (one.where?.length ?? 0));
  const compared = [...fields, ...(range ? [range.field] : [])];
  const comparesAll = ({ where: fixed = [], filters = [], sort: own }: SortedListing) =>
    compared.every((field) => [...fixed, ...filters, own].includes(field));
  const listed = fitting.find(
    (listing) =>
      (!sort || listing.sort === sort.field) &&
      comparesAll(listing) &&
      (!text || (listing.searched && listing.where?.length)),
  );
  if (listed) return { index: listIndex(view, listed), byGrams: false };
  const searched = text ? fitting.find(isSearchedByGrams) : undefined;
  return searched ? { index: searchIndex(view, searched), byGrams: true } : null;
};
