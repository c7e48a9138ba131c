import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { searchWordsIn } from '@tessera/domain/kernel/search-words';
import type { CreatorNames } from '../../accounts/public.ts';
import type { Filter, Find, Page, ReadStore } from '../../kernel/views/port.ts';

/** A search of the marketplace. Without `sort`, the best match comes first. */
export interface MarketSearch extends Pick<Find, 'where' | 'range' | 'sort'> {
  /** Empty when no words are searched for. */
  readonly text: string;
  /** Whether nothing else is searched for if nothing is found. */
  readonly exact: boolean;
}

/** A page of results, and the query of the view that found them. */
export interface SearchResult {
  readonly query: Omit<Find, 'limit' | 'cursor'>;
  readonly page: Page<ItemForSale>;
}

export const newestFirst = { field: 'created_at', descending: true } as const;

/** The condition for a search. What has no words, such as '%', is found as it is written. */
const conditionFor = async (names: Pick<CreatorNames, 'idsByWord'>, text: string): Promise<Filter> => {
  if (text === '') return {};
  return searchWordsIn(text).length === 0 ? { text } : { words: text, ...(await names.idsByWord(text)) };
};

/** Returns a page of the items that have or contain every word, wherever it is. */
export const searchItems = async (
  views: ReadStore,
  names: Pick<CreatorNames, 'idsByWord'>,
  { text, sort, ...filter }: Omit<MarketSearch, 'exact'>,
  paging: Pick<Find, 'limit' | 'cursor'>,
): Promise<SearchResult> => {
  const condition = await conditionFor(names, text);
  const ranked = sort === undefined && condition.words !== undefined;
  const query = { ...filter, ...condition, sort: sort ?? newestFirst, ranked };
  return { query, page: await views.find<ItemForSale>('marketplace', { ...query, ...paging }) };
};

/**
 * A result, and the similar words that were searched for instead of those that find nothing, or that an exact search
 * would find something by; null if there are none.
 */
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
 * Searches as `searchItems` does; if nothing is found, for what was probably meant. An exact search only says what
 * that is.
 *
 * @param alternativesTo similar searches, the closest first
 */
export const searchForgivingly = async (
  views: ReadStore,
  names: Pick<CreatorNames, 'idsByWord'>,
  alternativesTo: (search: string) => Promise<readonly string[]>,
  { exact, ...search }: MarketSearch,
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
    if (found.page.items.length > 0) return exact ? { ...asked, meant: words } : found;
  }
  return { ...asked, meant: null };
};
