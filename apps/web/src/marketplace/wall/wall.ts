import type { ContentRow, MarketplacePage } from '@tessera/contract/content';
import { matches, ranksBefore } from '../filters/filter.ts';
import type { Filter } from '../filters/filter.ts';
import type { MarketItem } from '../offers.ts';

/** A list of items as it was requested, and what has happened to it since. */
export interface Wall {
  readonly filter: Filter;
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly items: readonly MarketItem[];
  /** The ids of items on this wall that have left the marketplace since. */
  readonly gone: ReadonlySet<string>;
  readonly nextCursor: string | null;
  /**
   * Similar words, because the filter's find nothing: those that were searched for instead, unless the search is exact.
   * Null if there are none.
   */
  readonly meant: string | null;
  /** How many items were found, up to `countedItemsMax`; null if they weren't counted. */
  readonly total: number | null;
  /** The log position up to which `items` includes everything that was published or changed. */
  readonly position: number;
  /** Items published since the list was read, which are shown only on request. */
  readonly newItems: readonly ContentRow[];
  readonly moreStatus: 'idle' | 'reading' | 'failed';
  /** Counts how often the list was restarted: answers to requests of an earlier generation are dropped. */
  readonly generation: number;
  /** ms since 1970; 0 until read. */
  readonly readAt: number;
}

export const emptyWall = (filter: Filter): Wall => ({
  filter,
  status: 'loading',
  items: [],
  gone: new Set<string>(),
  nextCursor: null,
  meant: null,
  total: null,
  position: -1,
  newItems: [],
  moreStatus: 'idle',
  generation: 0,
  readAt: 0,
});

/** What is really on the wall. */
const shownFilter = ({ filter, meant }: Wall): Filter =>
  meant === null || filter.exact ? filter : { ...filter, search: meant };

type Page = Pick<MarketplacePage, 'items' | 'next_cursor' | 'position'>;

/** Replaces a changed item in its place; announces a new one, so that nothing moves under the visitor's finger. */
export const withChange = (wall: Wall, row: ContentRow): Wall => {
  if (wall.items.some((item) => item.id === row.id)) {
    // A live message doesn't carry the creator's name, so the one that is known stays.
    const items = wall.items.map((item) => (item.id === row.id ? { ...item, ...row } : item));
    const gone = new Set(wall.gone);
    gone.delete(row.id);
    return { ...wall, items, gone };
  }
  // An item that ranks below the last loaded one may be on a page that isn't loaded yet, so it isn't news.
  const last = wall.nextCursor ? wall.items.at(-1) : undefined;
  const filter = shownFilter(wall);
  const isNew = matches(row, filter) && (!last || ranksBefore(row, last, filter));
  if (!isNew || wall.newItems.some((item) => item.id === row.id)) return wall;
  return { ...wall, newItems: [...wall.newItems, row] };
};

/**
 * An item that left keeps its place, so that nothing moves under the visitor's finger; it is no longer announced as
 * new.
 */
export const withRemoval = (wall: Wall, id: string): Wall => ({
  ...wall,
  gone: new Set(wall.gone).add(id),
  newItems: wall.newItems.filter((item) => item.id !== id),
});

/** Adds the next page below the last item, without items that have moved up since and are on the wall already. */
export const withNextPage = (wall: Wall, page: Page | null): Wall => {
  if (!page) return { ...wall, moreStatus: 'failed' };
  const listedIds = new Set(wall.items.map(({ id }) => id));
  const added = page.items.filter(({ id }) => !listedIds.has(id));
  return { ...wall, items: [...wall.items, ...added], nextCursor: page.next_cursor, moreStatus: 'idle' };
};

/** The ids of the items that should be on this page of the list but aren't: they left, or no longer match. */
export const missingFrom = (page: Page, wall: Wall): readonly string[] => {
  const { items, gone } = wall;
  const filter = shownFilter(wall);
  const last = page.next_cursor ? page.items.at(-1) : undefined;
  const pageIds = new Set(page.items.map(({ id }) => id));
  return items
    .filter((item) => !item.sample && !pageIds.has(item.id) && !gone.has(item.id))
    .filter((item) => !last || ranksBefore(item, last, filter))
    .map(({ id }) => id);
};
