import type { ContentRow, MarketplacePage } from '@tessera/contract/content';
import { matches, ranksBefore } from '../filters/filter.ts';
import type { Filter } from '../filters/filter.ts';
import type { MarketItem } from '../offers.ts';

/** One list as it was requested, and what has happened to it since. */
export interface Wall {
  readonly filter: Filter;
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly items: readonly MarketItem[];
  /** The ids of what has left the marketplace while it hangs here. */
  readonly gone: ReadonlySet<string>;
  readonly nextCursor: string | null;
  /** How many were found, as far as they are counted; null where nobody did. */
  readonly total: number | null;
  /** Of the log: what was published or changed up to it is in the answer that the items came with. */
  readonly position: number;
  /** Items published since the list was read; they wait until someone asks for them. */
  readonly newItems: readonly ContentRow[];
  readonly moreStatus: 'idle' | 'reading' | 'failed';
  /** Counts how often the list was started again: what was requested before that is no part of it. */
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
  total: null,
  position: -1,
  newItems: [],
  moreStatus: 'idle',
  generation: 0,
  readAt: 0,
});

type Page = Pick<MarketplacePage, 'items' | 'next_cursor' | 'position'>;

/** A changed item is exchanged where it hangs; a new one is announced, so that nothing moves under the finger. */
export const withChange = (wall: Wall, row: ContentRow): Wall => {
  if (wall.items.some((item) => item.id === row.id)) {
    // What is told of a change doesn't say how its creator is called.
    const items = wall.items.map((item) => (item.id === row.id ? { ...item, ...row } : item));
    const gone = new Set(wall.gone);
    gone.delete(row.id);
    return { ...wall, items, gone };
  }
  // What stands below all that hangs here may hang further down, where nobody has looked yet.
  const last = wall.nextCursor ? wall.items.at(-1) : undefined;
  const isNew = matches(row, wall.filter) && (!last || ranksBefore(row, last, wall.filter));
  if (!isNew || wall.newItems.some((item) => item.id === row.id)) return wall;
  return { ...wall, newItems: [...wall.newItems, row] };
};

/** What left keeps its place, so that nothing moves under the finger; it is no news anymore. */
export const withRemoval = (wall: Wall, id: string): Wall => ({
  ...wall,
  gone: new Set(wall.gone).add(id),
  newItems: wall.newItems.filter((item) => item.id !== id),
});

/** The next page below the last item; what came up from it meanwhile hangs here already. */
export const withNextPage = (wall: Wall, page: Page | null): Wall => {
  if (!page) return { ...wall, moreStatus: 'failed' };
  const known = new Set(wall.items.map(({ id }) => id));
  const added = page.items.filter(({ id }) => !known.has(id));
  return { ...wall, items: [...wall.items, ...added], nextCursor: page.next_cursor, moreStatus: 'idle' };
};

/** What hangs here as far down as the page reaches, and isn't in it: it left, or no longer matches. */
export const missingFrom = (page: Page, { items, gone, filter }: Wall): readonly string[] => {
  const last = page.next_cursor ? page.items.at(-1) : undefined;
  const known = new Set(page.items.map(({ id }) => id));
  return items
    .filter((item) => !item.sample && !known.has(item.id) && !gone.has(item.id))
    .filter((item) => !last || ranksBefore(item, last, filter))
    .map(({ id }) => id);
};
