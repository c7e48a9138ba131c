import { soughtIn, type SoughtWord, wordsIn } from '@tessera/domain/kernel/search-words';
import type { AnyView } from '@tessera/domain/kernel/view';
import { BadCursor, type Filter, type Find, type Page, type Stored } from './port.ts';

/** Stands for a word and the first of the texts that have it; texts are at most ten. */
export const termOf = (place: number, word: string) => `${place}${word}`;

/** What a document is found by in a search by words, each word once. */
export const termsOf = ({ indexes }: AnyView, document: unknown): readonly string[] => {
  const known = new Set<string>();
  return (indexes.words ?? []).flatMap((textOf, place) => {
    const added = wordsIn(textOf(document)).filter((word) => !known.has(word));
    for (const word of added) known.add(word);
    return added.map((word) => termOf(place, word));
  });
};

/** What a document has to have one of. */
export interface SoughtTerms {
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

/** A search by words, as terms: each of them must be there, and not all of those that were looked for before. */
export interface Sought {
  readonly all: readonly SoughtTerms[];
  /** Null where nothing was. */
  readonly before: readonly SoughtTerms[] | null;
}

const termsUpTo = (words: readonly SoughtWord[], last: number): readonly SoughtTerms[] => {
  const places = Array.from({ length: last + 1 }, (_, place) => place);
  return words.map(({ whole, beginning }) => ({
    whole: places.flatMap((place) => whole.map((word) => termOf(place, word))),
    beginnings: beginning === null ? [] : places.map((place) => termOf(place, beginning)),
  }));
};

const placesOf = ({ name, indexes }: AnyView) => {
  if (!indexes.words) throw new Error(`${name}: the view declares no words to search`);
  return indexes.words.length;
};

/** A query of which an engine need only know terms. */
export interface Asked<Query extends Filter = Find> {
  readonly query: Query;
  readonly sought: Sought | null;
}

/** Every document that has all the words, wherever; null for a search that nothing can be found by. */
export const askedOf = <Query extends Filter>(view: AnyView, query: Query): Asked<Query> | null => {
  if (query.words === undefined) return { query, sought: null };
  const words = soughtIn(query.words);
  const all = termsUpTo(words, placesOf(view) - 1);
  return words.length > 0 ? { query, sought: { all, before: null } } : null;
};

const nothing = { items: [], next: null };

/** As a cursor says where it goes on: after which of the places, and where in it. */
const placed = /^(?<place>\d)\.(?<within>.*)$/u;

const startOf = (cursor: string | undefined, places: number) => {
  if (cursor === undefined) return { place: 0, within: undefined };
  const { place, within } = placed.exec(cursor)?.groups ?? {};
  if (place === undefined || Number(place) >= places) {
    throw new BadCursor('The cursor does not belong to this list: ask for the first page again');
  }
  return { place: Number(place), within: within || undefined };
};

/** All that is found, wherever, in the order of where. */
export interface AskedRanked {
  readonly query: Find;
  /** What must be there for each of the places or those before it. */
  readonly places: readonly (readonly SoughtTerms[])[];
  /** The place that the page begins in. */
  readonly from: number;
}

export const rankedCursor = (place: number, within: string) => `${place}.${within}`;

type Finding<Query> = (asked: Query) => Page<unknown> | Promise<Page<unknown>>;

/**
 * A page of what one text after the other has, the documents of each in the order of `sort`.
 *
 * @param findFew answers the page at once where few documents have the words, and else null
 */
export const findRanked = async <Document>(
  view: AnyView,
  { ranked: _ranked, cursor, ...query }: Find,
  find: Finding<Asked>,
  findFew?: (asked: AskedRanked) => Page<unknown> | null,
): Promise<Page<Document>> => {
  const words = soughtIn(query.words ?? '');
  const places = Array.from({ length: placesOf(view) }, (_, place) => termsUpTo(words, place));
  const start = startOf(cursor, places.length);
  if (words.length === 0) return nothing;
  const from = start.within === undefined ? {} : { cursor: start.within };
  const few = findFew?.({ query: { ...query, ...from }, places, from: start.place });
  if (few) return few as Page<Document>;
  const findAt = (place: number, limit: number, within?: string) => {
    const asked = { ...query, limit, ...(within === undefined ? {} : { cursor: within }) };
    return find({ query: asked, sought: { all: places[place] ?? [], before: places[place - 1] ?? null } });
  };
  const items: Stored<Document>[] = [];
  for (let { place, within } = start; place < places.length; place += 1, within = undefined) {
    const left = query.limit - items.length;
    // Where the page is full, whether there is one after it.
    const page = await findAt(place, Math.max(left, 1), within);
    if (left === 0 && page.items.length > 0) return { items, next: rankedCursor(place, '') };
    items.push(...(page.items as readonly Stored<Document>[]));
    if (page.next !== null) return { items, next: rankedCursor(place, page.next) };
  }
  return { items, next: null };
};
