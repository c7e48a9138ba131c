import { searchWordsIn, type SearchWord, wordsIn } from '@tessera/domain/kernel/search-words';
import type { AnyView } from '@tessera/domain/kernel/view';
import { BadCursor, type Filter, type Find, type Page, type Stored } from './port.ts';

/** Stands for a word and the first of the texts that have it; texts are at most ten. */
export const termOf = (place: number, word: string) => `${place}${word}`;

/** Stands for whoever has a name; no word begins like this. */
const nameOf = (id: string) => `@${id}`;

/** What a document is found by in a search by words, each word once. */
export const termsOf = ({ indexes: { words = [], named } }: AnyView, document: unknown): readonly string[] => {
  const known = new Set<string>();
  const wordTerms = words.flatMap((textOf, place) => {
    const added = wordsIn(textOf(document)).filter((word) => !known.has(word));
    for (const word of added) known.add(word);
    return added.map((word) => termOf(place, word));
  });
  return named ? [...wordTerms, termOf(named.place, nameOf(named.by(document)))] : wordTerms;
};

/** What a document has to have one of. */
export interface TermChoice {
  readonly whole: readonly string[];
  readonly prefixes: readonly string[];
  /** The same without the last of the texts, with which both lists begin; null for the first of them. */
  readonly withoutLastText: TermChoice | null;
}

/** A search by words, as terms: each of them must be there, and not all of those that were looked for before. */
export interface WordSearch {
  readonly required: readonly TermChoice[];
  /** Null where nothing was. */
  readonly excluded: readonly TermChoice[] | null;
}

const wordsOf = ({ name, indexes }: AnyView) => {
  if (!indexes.words) throw new Error(`${name}: the view declares no words to search`);
  return indexes.words;
};

/** For each of the texts, what a document must have for the words to be found in it or in those before it. */
const placesOf = (view: AnyView, words: readonly SearchWord[], ids: Filter['named'] = []) => {
  const { named } = view.indexes;
  const places: TermChoice[][] = [];
  for (const place of wordsOf(view).keys()) {
    const before = places.at(-1);
    const terms = words.map(({ whole, prefix }, nth): TermChoice => {
      const known = before?.[nth] ?? null;
      const names = named?.place === place ? (ids[nth] ?? []).map(nameOf) : [];
      return {
        whole: [...(known?.whole ?? []), ...[...whole, ...names].map((word) => termOf(place, word))],
        prefixes: [...(known?.prefixes ?? []), ...(prefix === null ? [] : [termOf(place, prefix)])],
        withoutLastText: known,
      };
    });
    places.push(terms);
  }
  return places;
};

/** A query of which an engine need only know terms. */
export interface TermQuery<Query extends Filter = Find> {
  readonly query: Query;
  readonly wordSearch: WordSearch | null;
}

/** Every document that has all the words, wherever; null for a search that nothing can be found by. */
export const termQueryOf = <Query extends Filter>(view: AnyView, query: Query): TermQuery<Query> | null => {
  if (query.words === undefined) return { query, wordSearch: null };
  const words = searchWordsIn(query.words);
  const all = placesOf(view, words, query.named).at(-1) ?? [];
  return words.length > 0 ? { query, wordSearch: { required: all, excluded: null } } : null;
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
export interface RankedQuery {
  readonly query: Find;
  /** What must be there for each of the places or those before it. */
  readonly places: readonly (readonly TermChoice[])[];
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
  find: Finding<TermQuery>,
  findFew?: (asked: RankedQuery) => Page<unknown> | null,
): Promise<Page<Document>> => {
  const words = searchWordsIn(query.words ?? '');
  const places = placesOf(view, words, query.named);
  const start = startOf(cursor, places.length);
  if (words.length === 0) return nothing;
  const from = start.within === undefined ? {} : { cursor: start.within };
  const few = findFew?.({ query: { ...query, ...from }, places, from: start.place });
  if (few) return few as Page<Document>;
  const findAt = (place: number, limit: number, within?: string) => {
    const asked = { ...query, limit, ...(within === undefined ? {} : { cursor: within }) };
    return find({ query: asked, wordSearch: { required: places[place] ?? [], excluded: places[place - 1] ?? null } });
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
