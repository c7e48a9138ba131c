import type { ContentRow, MarketplacePage } from '@tessera/contract/content';
import { everybody } from '@tessera/domain/content/row';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { watch } from '../kernel/reading/live.ts';
import { ApiError, get as read } from '../kernel/send.ts';
import { chipsOf, isFiltered, matches, queryOf, sorted } from './filters/filter.ts';
import type { Filter } from './filters/filter.ts';
import { samples } from './samples.ts';
import { emptyWall, missingFrom, withChange, withNextPage, withRemoval } from './wall/wall.ts';
import type { Wall } from './wall/wall.ts';

const pageItemsMax = 24;
/** The most items that the server returns in one answer. */
const serverItemsMax = 500;
/** How many lists are kept, so that Back returns to them as they were. */
const wallsMax = 8;
const retryDelaysMs = [500];
const staleAfterMs = 5 * 60_000;
const notFoundStatus = 404;
const isPreview = import.meta.env['VITE_PREVIEW'] === 'true';

/** `count`, but at least a page and at most what the server returns in one answer. */
const pageLimit = (count: number) => Math.min(Math.max(count, pageItemsMax), serverItemsMax);

/** Walls by their query string; the most recently shown is last. */
const walls = atom<ReadonlyMap<string, Wall>>(new Map());

/** The wall for a filter; empty and loading until it has been requested with `showAtom`. */
export const wallAtomOf = (filter: Filter): Atom<Wall> => {
  const query = queryOf(filter);
  const nothing = emptyWall(filter);
  return atom((get) => get(walls).get(query) ?? nothing);
};

/** An item that is on one of the walls, as last received. */
export const listedItemAtom = (id: string) =>
  atom((get) => [...get(walls).values()].flatMap(({ items }) => items).find((item) => item.id === id));

const tags = atom<readonly string[]>([]);
export const chipsAtom = atom((get) => get(tags));

const shownQueryAtom = atom('');

const putWall = atom(null, (_get, set, query: string, wall: Wall) =>
  set(walls, (before) => {
    const others = [...before].filter(([known]) => known !== query);
    return new Map([...others.slice(1 - wallsMax), [query, wall]]);
  }),
);

const changeWall = atom(null, (_get, set, query: string, changed: (wall: Wall) => Wall) =>
  set(walls, (before) => {
    const wall = before.get(query);
    return wall ? new Map(before).set(query, changed(wall)) : before;
  }),
);

const readPage = (filter: Filter, limit: number, cursor: string | null = null): Promise<MarketplacePage> => {
  const query = new URLSearchParams(queryOf(filter));
  query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  return read<MarketplacePage>(`/api/marketplace?${query}`, { retryDelaysMs });
};

/** Whether nothing at all is for sale, as opposed to nothing that matches. */
const isEmptyShop = async (answer: MarketplacePage, filter: Filter): Promise<boolean> => {
  if (answer.fallback === 'empty') return true;
  if (answer.items.length > 0) return false;
  if (!isFiltered(filter)) return true;
  return (await read<MarketplacePage>('/api/marketplace?limit=1', { retryDelaysMs })).items.length === 0;
};

interface WallAnswer extends Pick<Wall, 'status' | 'items' | 'nextCursor' | 'meant' | 'position' | 'total'> {
  readonly tags: readonly string[];
}

const samplesFor = (filter: Filter, status: 'loaded' | 'failed', position: number): WallAnswer => {
  const found = samples.filter((item) => matches(item, filter));
  return {
    status,
    position,
    items: sorted(found, filter),
    total: found.length,
    tags: samples.flatMap((item) => item.tags),
    nextCursor: null,
    meant: null,
  };
};

const readWall = async (filter: Filter, count: number): Promise<WallAnswer> => {
  if (isPreview) return samplesFor(filter, 'loaded', Infinity);
  try {
    const answer = await readPage(filter, count);
    const { items, position, next_cursor } = answer;
    if (answer.fallback === 'error') return samplesFor(filter, 'failed', position);
    if (await isEmptyShop(answer, filter)) return samplesFor(filter, 'loaded', position);
    return {
      status: 'loaded',
      items,
      tags: answer.tags,
      nextCursor: next_cursor,
      // A server that is still being replaced doesn't send it.
      meant: answer.meant ?? null,
      total: answer.total ?? null,
      position,
    };
  } catch {
    return samplesFor(filter, 'failed', -1);
  }
};

const hasLeft = (id: string): Promise<boolean> =>
  read(`/api/content/${encodeURIComponent(id)}`, { retryDelaysMs }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === notFoundStatus,
  );

/** The newest log position in any message of the live connection. */
const newestPositionAtom = atom(-1);

/**
 * Reads the shown wall again if changes were missed or it is stale, and merges the answer in place, so that nobody loses
 * their position.
 */
const catchUp = atom(null, async (get, set, { stale = false } = {}) => {
  const query = get(shownQueryAtom);
  const wallNow = () => get(walls).get(query);
  // An answer may be older than a message that arrived while it was on its way: then the wall is read once more.
  for (let triedFor = -1, mustRead = stale; mustRead || get(newestPositionAtom) > triedFor; mustRead = false) {
    const before = wallNow();
    if (before?.status !== 'loaded') return;
    triedFor = get(newestPositionAtom);
    if (!mustRead && triedFor <= before.position) return;
    const answer = await readPage(before.filter, pageLimit(before.items.length)).catch(() => null);
    const left: string[] = [];
    for (const id of answer ? missingFrom(answer, before) : []) if (await hasLeft(id)) left.push(id);
    set(changeWall, query, (current) => {
      if (!answer || current.generation !== before.generation || answer.position < current.position) return current;
      const changed = left.reduce(withRemoval, answer.items.reduceRight(withChange, current));
      return { ...changed, position: answer.position, readAt: Date.now() };
    });
  }
});

const isStale = ({ readAt }: Wall) => Date.now() - readAt >= staleAfterMs;

interface ShowOptions {
  /** Starts the list over. */
  readonly refresh?: boolean;
  /**
   * How many items were loaded when the list was last shown; what doesn't fit into one answer is loaded later as
   * needed.
   */
  readonly count?: number | undefined;
}

/** Shows the wall for a filter. A list that was read less than five minutes ago isn't read again. */
export const showAtom = atom(null, async (get, set, filter: Filter, { refresh, count = 0 }: ShowOptions = {}) => {
  const query = queryOf(filter);
  const before = get(walls).get(query) ?? emptyWall(filter);
  set(shownQueryAtom, query);
  // While refreshing, the old list stays until the new one has arrived.
  set(putWall, query, before);
  const showsSamples = before.items.some((item) => item.sample);
  const canStay = before.status === 'loaded' && !(showsSamples && isStale(before));
  if (!refresh && canStay) return set(catchUp, { stale: isStale(before) });
  const { tags: named, ...list } = await readWall(filter, pageLimit(count));
  const generation = before.generation + 1;
  set(tags, chipsOf(named));
  set(changeWall, query, () => ({ ...emptyWall(filter), ...list, generation, readAt: Date.now() }));
  return get(shownQueryAtom) === query ? set(catchUp) : undefined;
});

export const showMoreAtom = atom(null, async (get, set) => {
  const query = get(shownQueryAtom);
  const before = get(walls).get(query);
  if (!before?.nextCursor || before.moreStatus === 'reading') return;
  set(changeWall, query, (current) => ({ ...current, moreStatus: 'reading' }));
  const answer = await readPage(before.filter, pageItemsMax, before.nextCursor).catch(() => null);
  set(changeWall, query, (current) =>
    current.generation === before.generation ? withNextPage(current, answer) : current,
  );
});

const isRow = (value: unknown): value is ContentRow =>
  typeof value === 'object' && value !== null && 'created_at' in value;

/** Subscribes to changes of the marketplace. @returns a function that unsubscribes */
export const followMarketplaceAtom = atom(null, (_get, set) =>
  watch(
    'marketplace',
    everybody,
    ({ position, value, removed }) => {
      set(newestPositionAtom, (before) => Math.max(before, position));
      if (removed === undefined && !isRow(value)) return void set(catchUp);
      const withMessage = (wall: Wall): Wall => {
        if (wall.status !== 'loaded' || position <= wall.position) return wall;
        if (removed !== undefined) return withRemoval(wall, removed);
        return isRow(value) ? withChange(wall, value) : wall;
      };
      return set(walls, (before) => new Map([...before].map(([query, wall]) => [query, withMessage(wall)])));
    },
    { ofMany: true },
  ),
);
