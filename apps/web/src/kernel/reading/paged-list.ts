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
/** Few, so that the first of them stand soon. */
const firstPageItems = 60;
const furtherPageItems = 200;

interface Page<Row> extends CountedPage {
  readonly items: readonly Row[];
  /** Noted here, on the first page of a list: up to where nothing is missed any more, and ids that are announced. */
  readonly caughtUpTo?: number | undefined;
  readonly announced?: readonly string[];
}

type Pages<Row> = InfiniteData<Page<Row>, string | null>;

/** A row as it was at a position of the log. */
interface Told<Row> {
  readonly row: Row;
  readonly position: number;
}

type ToldById<Row> = ReadonlyMap<string, Told<Row>>;
const nothingTold: ToldById<never> = new Map<string, never>();

export interface PagedList<Row> {
  readonly status: 'loading' | 'loaded' | 'failed';
  /** Which answer is on its way, whatever is shown meanwhile. */
  readonly reading: 'open' | 'start' | 'more' | null;
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  /** How many rows all pages hold together; null until that is known. */
  readonly total: number | null;
  /** A further page could not be read; the pages before it stand. */
  readonly moreFailed: boolean;
  /** Ids of rows that belong among those that are shown. They wait until somebody asks, so that nothing moves. */
  readonly news: readonly string[];
}

/** How many rows there are in all, read or not, in words such as '180 licenses'; empty until there are some. */
export const countText = <Row>({ status, items, nextCursor, total }: PagedList<Row>, noun: string): string => {
  const count = nextCursor === null ? items.length : total;
  return status === 'loaded' && count !== null && count > 0 ? plural(count, noun) : '';
};

/** What stands of a list: its first rows, up to the last that was read. */
type Standing<Row> = Pick<PagedList<Row>, 'items' | 'nextCursor'> & {
  /** The part of the address that says which rows, and in which order. */
  readonly query: string;
};

interface Options<Row> {
  readonly path: string;
  /** Whether a row that is not among those read belongs there, rather than further down where nobody has been. */
  readonly belongs: (row: Row, list: Standing<Row>) => boolean;
  readonly onFailure: (error: Error) => void;
}

/** Each row once, as it was last told: by its page, or over the connection since. */
const rowsOf = <Row extends { readonly id: string }>({ pages }: Pages<Row>, told: ToldById<Row>): Told<Row>[] => {
  const rows = new Map<string, Told<Row>>();
  for (const { items, position } of pages) {
    for (const row of items) {
      const later = told.get(row.id);
      if (!rows.has(row.id)) rows.set(row.id, later && later.position > position ? later : { row, position });
    }
  }
  return [...rows.values()];
};

/** An own list of the API in pages, kept while the tab lives, never shown to another user of it. */
export const pagedList = <Row extends { readonly id: string }>({ path, belongs, onFailure }: Options<Row>) => {
  const queryAtom = atom('');
  const refreshingAtom = atom(false);
  /** What happened up to here, happened partly without being told. */
  let missedUpTo = -1;

  const optionsAtom = atom((get) => {
    const [userId, query] = [get(userIdAtom), get(queryAtom)];
    return {
      queryKey: [userId, path, query],
      queryFn: ({ pageParam: cursor }: { readonly pageParam: string | null }) => {
        const address = new URLSearchParams(query);
        address.set('limit', String(cursor === null ? firstPageItems : furtherPageItems));
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
        // Read when it is asked for below, not because somebody looks.
        enabled: false,
        // Rows of another question stay until the answer takes their place; those of another user don't.
        placeholderData: (rows, asked) => (asked?.queryKey[0] === userId ? rows : undefined),
      };
    },
    () => queries,
  );

  /** What was told of rows since their page was read; an answer that is on its way meanwhile doesn't put it back. */
  const toldKey = (get: Getter) => ['told', path, get(userIdAtom)];
  queries.setQueryDefaults(['told', path], { gcTime: Infinity });
  const readToldAtom = atomWithQuery<ToldById<Row>>(
    (get) => ({ queryKey: toldKey(get), enabled: false }),
    () => queries,
  );
  const updatesAtom = atom((get) => get(readToldAtom).data ?? nothingTold);
  const tell = (get: Getter, rows: readonly Told<Row>[]) =>
    queries.setQueryData<ToldById<Row>>(toldKey(get), (before = nothingTold) => {
      const newer = rows.filter(({ row, position }) => position > (before.get(row.id)?.position ?? -1));
      return new Map([...before, ...newer.map((told) => [told.row.id, told] as const)]);
    });

  const standingOf = (pages: Pages<Row>, told: ToldById<Row>, query: string) => {
    const [first] = pages.pages;
    const rows = rowsOf(pages, told);
    const items = rows.map(({ row }) => row);
    const list = { items, nextCursor: pages.pages.at(-1)?.next_cursor ?? null, query };
    const since = [...told.values()].filter(({ position }) => position > (first?.position ?? -1));
    const news = new Set(first?.announced);
    for (const { row } of since) if (!news.has(row.id) && belongs(row, list)) news.add(row.id);
    for (const { id } of items) news.delete(id);
    return { ...list, first, rows, news: [...news] };
  };

  /** What is kept of the list that is asked for, whether or not somebody looks; null while there is nothing. */
  const keptOf = (get: Getter) => {
    const { queryKey } = get(optionsAtom);
    const { data, fetchStatus } = queries.getQueryState<Pages<Row>>(queryKey) ?? {};
    if (!data) return null;
    const told = queries.getQueryData<ToldById<Row>>(toldKey(get)) ?? nothingTold;
    const standing = standingOf(data, told, get(queryAtom));
    const upTo = standing.first?.caughtUpTo ?? standing.first?.position ?? -1;
    return { queryKey, pages: data.pages, isReading: fetchStatus !== 'idle', upTo, ...standing };
  };

  const listAtom = atom((get): PagedList<Row> => {
    const { data, isPlaceholderData, isError, isFetchNextPageError, isFetching, isFetchingNextPage } = get(pagesAtom);
    const { items, ...list } = standingOf(data ?? { pages: [], pageParams: [] }, get(updatesAtom), get(queryAtom));
    const reading = isFetchingNextPage ? 'more' : get(refreshingAtom) ? 'start' : 'open';
    const isWhole = data !== undefined && !isPlaceholderData;
    return {
      status: isError && !isFetchNextPageError ? 'failed' : data ? 'loaded' : 'loading',
      reading: isFetching ? reading : null,
      items,
      nextCursor: isWhole ? list.nextCursor : null,
      total: (isWhole && list.first?.total) || null,
      moreFailed: isFetchNextPageError,
      news: isWhole ? list.news : [],
    };
  });

  /** Notes something on the first page, which is no fresher by it. */
  const note = (queryKey: readonly unknown[], noted: Partial<Page<Row>>) =>
    queries.setQueryData<Pages<Row>>(
      queryKey,
      (kept) => kept && { ...kept, pages: kept.pages.map((page, at) => (at === 0 ? { ...page, ...noted } : page)) },
      { updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt },
    );

  /** Takes in what was missed: in place, or, as long as nobody has read anything, as the list now is. */
  const catchUpAtom = atom(null, async (get, _set, { inPlace }: { inPlace: boolean }) => {
    const before = keptOf(get);
    if (!before || before.isReading || missedUpTo <= before.upTo) return;
    const { meta: _, ...options } = get(optionsAtom);
    const queryKey = [...options.queryKey, 'again'];
    const again = await queries
      .fetchInfiniteQuery({ ...options, queryKey, gcTime: 0, pages: before.pages.length })
      .catch(() => null);
    const now = keptOf(get);
    const isSame = now?.queryKey === before.queryKey && now.upTo === before.upTo && !now.isReading;
    if (!again || !isSame) return;
    if (!inPlace) queries.setQueryData(now.queryKey, again);
    else {
      const { rows, items, first } = standingOf(again, nothingTold, now.query);
      tell(get, rows);
      note(now.queryKey, {
        total: first?.total,
        caughtUpTo: first?.position,
        announced: [...now.news, ...items.map(({ id }) => id)],
      });
    }
  });

  const readFirstAtom = atom(null, async (get, set, staleTime: number) => {
    if (get(userIdAtom) === undefined) return;
    // A failure has been told.
    await queries.fetchInfiniteQuery({ ...get(optionsAtom), staleTime, pages: 1 }).catch(() => undefined);
    await set(catchUpAtom, { inPlace: true });
  });

  /** Reads the first page again; with everything up to the log position `after`, such as that of a purchase just made. */
  const refreshAtom = atom(null, async (get, set, after: number = -1) => {
    missedUpTo = Math.max(missedUpTo, after);
    set(refreshingAtom, true);
    void queries.cancelQueries({ queryKey: get(optionsAtom).queryKey, exact: true }, { silent: true, revert: false });
    await set(readFirstAtom, 0);
    set(refreshingAtom, false);
  });

  /** Asks for other rows, and reads the first page of them where it isn't there or is stale; with `after`, in any case. */
  const openAtom = atom(null, (get, set, query: string, after?: number) => {
    if (query !== get(queryAtom)) {
      // What was read for it once may lack what has happened since.
      queries.removeQueries({ queryKey: [get(userIdAtom), path] });
      set(queryAtom, query);
    }
    return after === undefined ? set(readFirstAtom, staleAfterMs) : set(refreshAtom, after);
  });

  const moreAtom = atom(null, async (get, set) => {
    await get(pagesAtom).fetchNextPage();
    await set(catchUpAtom, { inPlace: true });
  });

  /** A changed row is exchanged where it stands; one that belongs here and is not shown waits among the news. */
  const receiveAtom = atom(null, (get, set, told: Told<Row>) => {
    tell(get, [told]);
    const kept = keptOf(get);
    // Where nothing stands, nothing can move.
    if (kept?.items.length === 0 && kept.news.length > 0 && !kept.isReading) void set(refreshAtom);
  });

  /** What happened up to this position happened without being told. */
  const noteMissedAtom = atom(null, (_get, set, position: number, options: { inPlace: boolean }) => {
    missedUpTo = Math.max(missedUpTo, position);
    return set(catchUpAtom, options);
  });

  /** Rows of which only the ids are known. */
  const announceAtom = atom(null, (get, _set, ids: readonly string[]) => {
    const kept = keptOf(get);
    if (kept && !kept.isReading) note(kept.queryKey, { announced: [...kept.news, ...ids] });
  });

  /** What the server has just confirmed of one row, until it tells the whole of it at a later position. */
  const patchRowAtom = atom(null, (get, _set, id: string, change: Partial<Row>) => {
    const known = keptOf(get)?.rows.find(({ row }) => row.id === id);
    if (known) tell(get, [{ row: { ...known.row, ...change }, position: known.position + 0.5 }]);
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
