import { searchWordsIn, type SearchWord, wordsIn } from '@tessera/domain/kernel/search-words';
import type { AnyView } from '@tessera/domain/kernel/view';
import { BadCursor, type Filter, type Find, type Page, type Stored } from './port.ts';

/** The term for a word and the index (0 to 9) of the first text that contains it. */
export const termOf = (place: number, word: string) => `${place}${word}`;

/** The term for a person by id; no word begins with `@`. */
const nameOf = (id: string) => `@${id}`;

/** What all terms for people begin with, if this term is for one; otherwise null. */
export const nameStartOf = (term: string): string | null => (term.charAt(1) === nameOf('') ? term.slice(0, 2) : null);

/** The terms by which a document is found in a search by words, each word only once; that for a person comes last. */
export const termsOf = ({ indexes: { words = [], named } }: AnyView, document: unknown): readonly string[] => {
  const known = new Set<string>();
  const wordTerms = words.flatMap((textOf, place) => {
    const added = wordsIn(textOf(document)).filter((word) => !known.has(word));
    for (const word of added) known.add(word);
    return added.map((word) => termOf(place, word));
  });
  return named ? [...wordTerms, termOf(named.place, nameOf(named.by(document)))] : wordTerms;
};

/** Alternatives for one word: a document must have at least one of these terms, or contain the part. */
export interface TermChoice {
  readonly whole: readonly string[];
  readonly prefixes: readonly string[];
  /** Letters and digits that the view's text contains somewhere; null if they must be a term. */
  readonly part: string | null;
  /** The same without what the last text adds, which comes last in both lists; null for the first text. */
  readonly withoutLastText: TermChoice | null;
}

/** A search for words, in terms: a document must match each of `required`, and not all of `excluded`. */
export interface WordSearch {
  readonly required: readonly TermChoice[];
  /** What an earlier search has already found; null if there was none. */
  readonly excluded: readonly TermChoice[] | null;
}

const wordsOf = ({ name, indexes }: AnyView) => {
  if (!indexes.words) throw new Error(`${name}: the view declares no words to search`);
  return indexes.words;
};

/**
 * For each text, what a document must have for the words to be found in that text or earlier ones; and then, for words
 * that are only contained in others, or in names, what it must have at all.
 */
const placesOf = (view: AnyView, words: readonly SearchWord[], { named: ids = [], partlyNamed = [] }: Filter) => {
  const { named, text } = view.indexes;
  const namesAt = (nth: number, all: NonNullable<Filter['named']>) => (all[nth] ?? []).map(nameOf);
  const places: TermChoice[][] = [];
  for (const place of wordsOf(view).keys()) {
    const before = places.at(-1);
    const terms = words.map(({ whole, prefix }, nth): TermChoice => {
      const known = before?.[nth] ?? null;
      const names = named?.place === place ? namesAt(nth, ids) : [];
      return {
        whole: [...(known?.whole ?? []), ...[...whole, ...names].map((word) => termOf(place, word))],
        prefixes: [...(known?.prefixes ?? []), ...(prefix === null ? [] : [termOf(place, prefix)])],
        part: null,
        withoutLastText: known,
      };
    });
    places.push(terms);
  }
  if (!text) return places;
  const contained = words.map(({ part }, nth): TermChoice => {
    const known = places.at(-1)?.[nth] ?? null;
    const names = named ? namesAt(nth, partlyNamed).map((word) => termOf(named.place, word)) : [];
    return {
      whole: [...(known?.whole ?? []), ...names],
      prefixes: known?.prefixes ?? [],
      part,
      withoutLastText: known,
    };
  });
  return [...places, contained];
};

/** A query whose search for words is translated into terms, which are all that an engine needs. */
export interface TermQuery<Query extends Filter = Find> {
  readonly query: Query;
  readonly wordSearch: WordSearch | null;
}

/** A query for every document that has or contains all the words, in whichever text; null for a search that can't find anything. */
export const termQueryOf = <Query extends Filter>(view: AnyView, query: Query): TermQuery<Query> | null => {
  if (query.words === undefined) return { query, wordSearch: null };
  const words = searchWordsIn(query.words);
  const all = placesOf(view, words, query).at(-1) ?? [];
  return words.length > 0 ? { query, wordSearch: { required: all, excluded: null } } : null;
};

const nothing = { items: [], next: null };

/** A cursor of ranked results: the index of the text, and a cursor within the matches of that text. */
const placed = /^(?<place>\d)\.(?<within>.*)$/u;

const startOf = (cursor: string | undefined, places: number) => {
  if (cursor === undefined) return { place: 0, within: undefined };
  const { place, within } = placed.exec(cursor)?.groups ?? {};
  if (place === undefined || Number(place) >= places) {
    throw new BadCursor('The cursor does not belong to this list: ask for the first page again');
  }
  return { place: Number(place), within: within || undefined };
};

/** A query for all matches, ranked by the text that they were found in. */
export interface RankedQuery {
  readonly query: Find;
  /** For each text, what a document must have for the words to be found in it or earlier ones. */
  readonly places: readonly (readonly TermChoice[])[];
  /** The index of the text in which the page begins. */
  readonly from: number;
}

export const rankedCursor = (place: number, within: string) => `${place}.${within}`;

type Finding<Query> = (query: Query) => Page<unknown> | Promise<Page<unknown>>;

/**
 * Returns a page of the matches of one text after another, those of each text in the order of `sort`.
 *
 * @param findFew returns the whole page if few documents match, otherwise null
 */
export const findRanked = async <Document>(
  view: AnyView,
  { ranked: _ranked, cursor, ...query }: Find,
  find: Finding<TermQuery>,
  findFew?: (query: RankedQuery) => Page<unknown> | null,
): Promise<Page<Document>> => {
  const words = searchWordsIn(query.words ?? '');
  const places = placesOf(view, words, query);
  const start = startOf(cursor, places.length);
  if (words.length === 0) return nothing;
  const from = start.within === undefined ? {} : { cursor: start.within };
  const few = findFew?.({ query: { ...query, ...from }, places, from: start.place });
  if (few) return few as Page<Document>;
  const findAt = (place: number, limit: number, within?: string) => {
    const part = { ...query, limit, ...(within === undefined ? {} : { cursor: within }) };
    return find({ query: part, wordSearch: { required: places[place] ?? [], excluded: places[place - 1] ?? null } });
  };
  const items: Stored<Document>[] = [];
  for (let { place, within } = start; place < places.length; place += 1, within = undefined) {
    const left = query.limit - items.length;
    // If the page is full, finds out whether another page follows.
    const page = await findAt(place, Math.max(left, 1), within);
    if (left === 0 && page.items.length > 0) return { items, next: rankedCursor(place, '') };
    items.push(...(page.items as readonly Stored<Document>[]));
    if (page.next !== null) return { items, next: rankedCursor(place, page.next) };
  }
  return { items, next: null };
};
