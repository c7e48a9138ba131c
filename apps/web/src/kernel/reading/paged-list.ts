import type { CountedPage } from '@tessera/contract/kernel/answers';
import type { InfiniteData } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { Getter } from 'jotai';
import { atomWithInfiniteQuery, atomWithQuery } from 'jotai-tanstack-query';
import { plural } from '../plural.ts';
import { queries, userIdAtom } from './queries.ts';
import { get as read } from '../send.ts';

const staleAfterMs = 5 * 60_000;
const retryDelaysMs = [1_000, 1_000, 1_000];
/** Few, so that the first rows appear quickly. */
const firstPageItems = 60;
const laterPageItems = 200;

interface Page<Row> extends CountedPage {
  readonly items: readonly Row[];
  /** Added here, to a list's first page only: the position up to which no change is missing, and ids of rows not shown yet. */
  readonly caughtUpTo?: number | undefined;
  readonly announced?: readonly string[];
}

type Pages<Row> = InfiniteData<Page<Row>, string | null>;

/** A row as of a position of the log. */
interface RowVersion<Row> {
  readonly row: Row;
  readonly position: number;
}

type RowVersions<Row> = ReadonlyMap<string, RowVersion<Row>>;
const noUpdates: RowVersions<never> = new Map<string, never>();

export interface PagedList<Row> {
  readonly status: 'loading' | 'loaded' | 'failed';
  /** Which answer is on its way, regardless of what is shown meanwhile. */
  readonly reading: 'open' | 'start' | 'more' | null;
  readonly items: readonly Row[];
  /** The rows are still those of the query before; the answer to this one is on its way. */
  readonly isOutdated: boolean;
  readonly nextCursor: string | null;
  /** The number of rows on all pages; null until it is known. */
  readonly total: number | null;
  /** A further page could not be read; the pages before it are still shown. */
  readonly moreFailed: boolean;
  /** Ids of rows that belong among those that are shown. They stay hidden until the user asks, so that nothing moves. */
  readonly newIds: readonly string[];
}

/** The total number of rows, loaded or not, such as '180 licenses'; empty while there are none or it isn't known. */
export const countText = <Row>({ status, items, nextCursor, total }: PagedList<Row>, noun: string): string => {
  const count = nextCursor === null ? items.length : total;
  return status === 'loaded' && count !== null && count > 0 ? plural(count, noun) : '';
};

/** The loaded rows of a list: its first ones, up to the last that was read. */
type ListRows<Row> = Pick<PagedList<Row>, 'items' | 'nextCursor'> & {
  /** The part of the address that selects and sorts the rows. */
  readonly query: string;
};

interface Options<Row> {
  readonly path: string;
  /** Whether a row that isn't loaded belongs among the loaded ones, rather than further down on a later page. */
  readonly belongs: (row: Row, list: ListRows<Row>) => boolean;
  readonly onFailure: (error: Error) => void;
}

/** Each row once, in its latest version: from its page, or received over the connection since. */
const rowsOf = <Row extends { readonly id: string }>(
  { pages }: Pages<Row>,
  updates: RowVersions<Row>,
): RowVersion<Row>[] => {
  const rows = new Map<string, RowVersion<Row>>();
  for (const { items, position } of pages) {
    for (const row of items) {
      const later = updates.get(row.id);
      if (!rows.has(row.id)) rows.set(row.id, later && later.position > position ? later : { row, position });
    }
  }
  return [...rows.values()];
};

/** A paged list of the signed-in user's own rows, cached as long as the tab is open, and never shown to another user. */
export const pagedList = <Row extends { readonly id: string }>({ path, belongs, onFailure }: Options<Row>) => {
  const queryAtom = atom('');
  const refreshingAtom = atom(false);
  /** Changes up to this position may have been missed. */
  let missedUpTo = -1;

  const optionsAtom = atom((get) => {
    const [userId, query] = [get(userIdAtom), get(queryAtom)];
    return {
      queryKey: [userId, path, query],
      queryFn: ({ pageParam: cursor }: { readonly pageParam: string | null }) => {
        const address = new URLSearchParams(query);
        address.set('limit', String(cursor === null ? firstPageItems : laterPageItems));
        if (cursor !== null) address.set('cursor', cursor);
        return read<Page<Row>>(`${path}?${address}`, { retryDelaysMs, ...(missedUpTo > 0 && { after: missedUpTo }) });
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }: Page<Row>) => next_cursor,
      gcTime: Infinity,
      meta: { onFailure },
    };
  });

  const pagesAtom = atomWithInfiniteQuery<Page<Row>, Error, Pages<Row>, readonly unknown[], string | null>(
    (get) => {
      const options = get(optionsAtom);
      const [userId] = options.queryKey;
      return {
        ...options,
        // Only the atoms below start a read, not mounting.
        enabled: false,
        // The rows of another query stay until the answer replaces them; those of another user don't.
        placeholderData: (rows, query) => (query?.queryKey[0] === userId ? rows : undefined),
      };
    },
    () => queries,
  );

  /** Row versions received since their page was read. Kept apart, so that an answer already on its way can't undo them. */
  const updatesKey = (get: Getter) => ['row-updates', path, get(userIdAtom)];
  queries.setQueryDefaults(['row-updates', path], { gcTime: Infinity });
  const updatesQueryAtom = atomWithQuery<RowVersions<Row>>(
    (get) => ({ queryKey: updatesKey(get), enabled: false }),
    () => queries,
  );
  const updatesAtom = atom((get) => get(updatesQueryAtom).data ?? noUpdates);
  const applyUpdates = (get: Getter, rows: readonly RowVersion<Row>[]) =>
    queries.setQueryData<RowVersions<Row>>(updatesKey(get), (before = noUpdates) => {
      const newer = rows.filter(({ row, position }) => position > (before.get(row.id)?.position ?? -1));
      return new Map([...before, ...newer.map((update) => [update.row.id, update] as const)]);
    });

  const listRowsOf = (pages: Pages<Row>, updates: RowVersions<Row>, query: string) => {
    const [first] = pages.pages;
    const rows = rowsOf(pages, updates);
    const items = rows.map(({ row }) => row);
    const list = { items, nextCursor: pages.pages.at(-1)?.next_cursor ?? null, query };
    const since = [...updates.values()].filter(({ position }) => position > (first?.position ?? -1));
    const newIds = new Set(first?.announced);
    for (const { row } of since) if (!newIds.has(row.id) && belongs(row, list)) newIds.add(row.id);
    for (const { id } of items) newIds.delete(id);
    return { ...list, first, rows, newIds: [...newIds] };
  };

  /** The cached state of the current query's list, mounted or not; null while there is none. */
  const cachedListOf = (get: Getter) => {
    const { queryKey } = get(optionsAtom);
    const { data, fetchStatus } = queries.getQueryState<Pages<Row>>(queryKey) ?? {};
    if (!data) return null;
    const updates = queries.getQueryData<RowVersions<Row>>(updatesKey(get)) ?? noUpdates;
    const list = listRowsOf(data, updates, get(queryAtom));
    const upTo = list.first?.caughtUpTo ?? list.first?.position ?? -1;
    return { queryKey, pages: data.pages, isReading: fetchStatus !== 'idle', upTo, ...list };
  };

  const listAtom = atom((get): PagedList<Row> => {
    const { data, isPlaceholderData, isError, isFetchNextPageError, isFetching, isFetchingNextPage } = get(pagesAtom);
    const { items, ...list } = listRowsOf(data ?? { pages: [], pageParams: [] }, get(updatesAtom), get(queryAtom));
    const reading = isFetchingNextPage ? 'more' : get(refreshingAtom) ? 'start' : 'open';
    const isWhole = data !== undefined && !isPlaceholderData;
    return {
      status: isError && !isFetchNextPageError ? 'failed' : data ? 'loaded' : 'loading',
      reading: isFetching ? reading : null,
      items,
      isOutdated: isPlaceholderData,
      nextCursor: isWhole ? list.nextCursor : null,
      total: (isWhole && list.first?.total) || null,
      moreFailed: isFetchNextPageError,
      newIds: isWhole ? list.newIds : [],
    };
  });

  /** Changes the first page without making it count as fresher. */
  const patchFirstPage = (queryKey: readonly unknown[], change: Partial<Page<Row>>) =>
    queries.setQueryData<Pages<Row>>(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page, at) => (at === 0 ? { ...page, ...change } : page)) },
      { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt },
    );

  /** Catches up on missed changes: in place or, if the user hasn't seen the rows yet, by replacing the whole list. */
  const catchUpAtom = atom(null, async (get, _set, { inPlace }: { inPlace: boolean }) => {
    const before = cachedListOf(get);
    if (!before || before.isReading || missedUpTo <= before.upTo) return;
    const { meta: _, ...options } = get(optionsAtom);
    const queryKey = [...options.queryKey, 'again'];
    const again = await queries
      .fetchInfiniteQuery({ ...options, queryKey, gcTime: 0, pages: before.pages.length })
      .catch(() => null);
    const now = cachedListOf(get);
    const isSame = now?.queryKey === before.queryKey && now.upTo === before.upTo && !now.isReading;
    if (!again || !isSame) return;
    if (!inPlace) queries.setQueryData(now.queryKey, again);
    else {
      const { rows, items, first } = listRowsOf(again, noUpdates, now.query);
      applyUpdates(get, rows);
      patchFirstPage(now.queryKey, {
        total: first?.total,
        caughtUpTo: first?.position,
        announced: [...now.newIds, ...items.map(({ id }) => id)],
      });
    }
  });

  const readFirstAtom = atom(null, async (get, set, staleTime: number) => {
    if (get(userIdAtom) === undefined) return;
    // `onFailure` has already reported a failure.
    await queries.fetchInfiniteQuery({ ...get(optionsAtom), staleTime, pages: 1 }).catch(() => undefined);
    await set(catchUpAtom, { inPlace: true });
  });

  /** Reads the first page again, including everything up to the log position `after`, such as a purchase just made. */
  const refreshAtom = atom(null, async (get, set, after: number = -1) => {
    missedUpTo = Math.max(missedUpTo, after);
    set(refreshingAtom, true);
    void queries.cancelQueries({ queryKey: get(optionsAtom).queryKey, exact: true }, { silent: true, revert: false });
    await set(readFirstAtom, 0);
    set(refreshingAtom, false);
  });

  /** Switches to another query, and reads its first page if that is missing or stale; with `after`, in any case. */
  const openAtom = atom(null, (get, set, query: string, after?: number) => {
    if (query !== get(queryAtom)) {
      // An earlier result of this query may lack what has happened since.
      queries.removeQueries({ queryKey: [get(userIdAtom), path] });
      set(queryAtom, query);
    }
    return after === undefined ? set(readFirstAtom, staleAfterMs) : set(refreshAtom, after);
  });

  const moreAtom = atom(null, async (get, set) => {
    await get(pagesAtom).fetchNextPage();
    await set(catchUpAtom, { inPlace: true });
  });

  /** Replaces a changed row in place; one that belongs here but isn't shown is added to the new ids. */
  const receiveAtom = atom(null, (get, set, update: RowVersion<Row>) => {
    applyUpdates(get, [update]);
    const list = cachedListOf(get);
    // An empty list can be reloaded immediately, because no row can move.
    if (list?.items.length === 0 && list.newIds.length > 0 && !list.isReading) void set(refreshAtom);
  });

  /** Changes up to this position may have been missed. */
  const noteMissedAtom = atom(null, (_get, set, position: number, options: { inPlace: boolean }) => {
    missedUpTo = Math.max(missedUpTo, position);
    return set(catchUpAtom, options);
  });

  /** Adds new rows of which only the ids are known. */
  const announceAtom = atom(null, (get, _set, ids: readonly string[]) => {
    const list = cachedListOf(get);
    if (list && !list.isReading) patchFirstPage(list.queryKey, { announced: [...list.newIds, ...ids] });
  });

  /** Applies a change that the server has just confirmed, until the whole row arrives at a later position. */
  const patchRowAtom = atom(null, (get, _set, id: string, change: Partial<Row>) => {
    const known = cachedListOf(get)?.rows.find(({ row }) => row.id === id);
    if (known) applyUpdates(get, [{ row: { ...known.row, ...change }, position: known.position + 0.5 }]);
  });

  return {
    listAtom,
    updatesAtom,
    openAtom,
    refreshAtom,
    moreAtom,
    receiveAtom,
    noteMissedAtom,
    announceAtom,
    patchRowAtom,
  };
};
