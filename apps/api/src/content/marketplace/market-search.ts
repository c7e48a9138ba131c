import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import type { CreatorNames } from '../../accounts/public.ts';
import type { Find, Page, ReadStore } from '../../kernel/views/port.ts';

/** What is looked for; without an order, what fits best comes first. */
export interface MarketSearch extends Pick<Find, 'where' | 'range' | 'sort'> {
  /** Empty where nothing is. */
  readonly text: string;
}

/** What was found, and by which query of the view: the words, or else any piece of a text. */
export interface Found {
  readonly query: Omit<Find, 'limit' | 'cursor'>;
  readonly page: Page<ItemForSale>;
}

export const newestFirst = { field: 'created_at', descending: true } as const;
/** Begins the cursors of a search that goes on through pieces of texts. */
const inPieces = 'piece:';

const find = (views: ReadStore, query: Find) => views.find<ItemForSale>('marketplace', query);

const byPieces = async (views: ReadStore, query: Found['query'], asked: Pick<Find, 'limit' | 'cursor'>) => {
  const { items, next } = await find(views, { ...query, ...asked });
  return { query, page: { items, next: next && inPieces + next } };
};

/** A page of the items that have all the words; where none has, of those that have the text as it was written. */
export const searchItems = async (
  views: ReadStore,
  names: Pick<CreatorNames, 'idsByWord'>,
  { text, sort, ...filter }: MarketSearch,
  { limit, cursor }: Pick<Find, 'limit' | 'cursor'>,
): Promise<Found> => {
  const ranked = sort === undefined;
  const sorted = { ...filter, sort: sort ?? newestFirst };
  const asked = { limit, ...(cursor === undefined ? {} : { cursor }) };
  if (text === '') {
    return { query: sorted, page: await find(views, { ...sorted, ...asked }) };
  }
  if (cursor?.startsWith(inPieces)) {
    return byPieces(views, { ...sorted, text }, { limit, cursor: cursor.slice(inPieces.length) });
  }
  const query = { ...sorted, words: text, named: await names.idsByWord(text), ranked };
  const page = await find(views, { ...query, ...asked });
  if (page.items.length > 0 || cursor !== undefined) return { query, page };
  return byPieces(views, { ...sorted, text }, asked);
};
