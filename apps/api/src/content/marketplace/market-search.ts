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
