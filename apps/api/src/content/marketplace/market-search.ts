import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import type { CreatorNames } from '../../accounts/public.ts';
import type { Find, Page, ReadStore } from '../../kernel/views/port.ts';

/** A search of the marketplace. Without `sort`, the best match comes first. */
export interface MarketSearch extends Pick<Find, 'where' | 'range' | 'sort'> {
  /** Empty when no words are searched for. */
  readonly text: string;
}

/** A page of results, and the query of the view that found them: by whole words, or else by any part of a text. */
export interface SearchResult {
  readonly query: Omit<Find, 'limit' | 'cursor'>;
  readonly page: Page<ItemForSale>;
}

export const newestFirst = { field: 'created_at', descending: true } as const;
/** The prefix of the cursors of a search for parts of a text. */
const substringCursorPrefix = 'piece:';

const find = (views: ReadStore, query: Find) => views.find<ItemForSale>('marketplace', query);

const searchSubstring = async (
  views: ReadStore,
  query: SearchResult['query'],
  paging: Pick<Find, 'limit' | 'cursor'>,
) => {
  const { items, next } = await find(views, { ...query, ...paging });
  return { query, page: { items, next: next && substringCursorPrefix + next } };
};

/** Returns a page of the items that contain all the words or, if none does, of those that contain the exact text. */
export const searchItems = async (
  views: ReadStore,
  names: Pick<CreatorNames, 'idsByWord'>,
  { text, sort, ...filter }: MarketSearch,
  { limit, cursor }: Pick<Find, 'limit' | 'cursor'>,
): Promise<SearchResult> => {
  const ranked = sort === undefined;
  const sorted = { ...filter, sort: sort ?? newestFirst };
  const paging = { limit, ...(cursor === undefined ? {} : { cursor }) };
  if (text === '') {
    return { query: sorted, page: await find(views, { ...sorted, ...paging }) };
  }
  if (cursor?.startsWith(substringCursorPrefix)) {
    return searchSubstring(views, { ...sorted, text }, { limit, cursor: cursor.slice(substringCursorPrefix.length) });
  }
  const query = { ...sorted, words: text, named: await names.idsByWord(text), ranked };
  const page = await find(views, { ...query, ...paging });
  if (page.items.length > 0 || cursor !== undefined) return { query, page };
  return searchSubstring(views, { ...sorted, text }, paging);
};

/** A result, and the words that were searched for instead of those that find nothing; null if none were. */
export interface ForgivingResult extends SearchResult {
  readonly meant: string | null;
}

/** The cursor of a search for other words names them, so that every page belongs to the same search. */
const meantCursor = /^meant:(?<length>\d{1,3}):(?<rest>.*)$/su;

const searchMeant = async (
  find: (words: string, cursor?: string) => Promise<SearchResult>,
  meant: string,
  cursor?: string,
) => {
  const { query, page } = await find(meant, cursor);
  const next = page.next === null ? null : `meant:${meant.length}:${meant}${page.next}`;
  return { query, page: { ...page, next }, meant };
};

/**
 * Searches as `searchItems` does; if nothing is found, for what was probably meant.
 *
 * @param alternativesTo similar searches, the closest first
 */
export const searchForgivingly = async (
  views: ReadStore,
  names: Pick<CreatorNames, 'idsByWord'>,
  alternativesTo: (search: string) => Promise<readonly string[]>,
  search: MarketSearch,
  { limit, cursor }: Pick<Find, 'limit' | 'cursor'>,
): Promise<ForgivingResult> => {
  const find = (text: string, from?: string) =>
    searchItems(views, names, { ...search, text }, { limit, ...(from !== undefined && { cursor: from }) });
  const { length, rest = '' } = meantCursor.exec(cursor ?? '')?.groups ?? {};
  if (length !== undefined) return searchMeant(find, rest.slice(0, Number(length)), rest.slice(Number(length)));
  const asked = await find(search.text, cursor);
  if (search.text === '' || cursor !== undefined || asked.page.items.length > 0) return { ...asked, meant: null };
  for (const words of await alternativesTo(search.text)) {
    const found = await searchMeant(find, words);
    if (found.page.items.length > 0) return found;
  }
  return { ...asked, meant: null };
};
