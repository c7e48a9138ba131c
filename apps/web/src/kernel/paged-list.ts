import type { CountedPage } from '@tessera/contract/answers';
import { atom } from 'jotai';
import { plural } from './plural.ts';
import { get as read } from './send.ts';
import { sessionAtom } from './session.ts';

const staleAfterMs = 5 * 60_000;
const retryDelaysMs = [1_000, 1_000, 1_000];
/** Few, so that the first of them stand soon. */
const firstPageItems = 60;
const furtherPageItems = 200;
const pageItemsMax = 500;

interface Page<Row> extends CountedPage {
  readonly items: readonly Row[];
}

/** 'open' reads only what isn't there or is stale; 'start' reads again; 'more' adds the next page. */
type Reading = 'open' | 'start' | 'more';

export interface PagedList<Row> {
  readonly status: 'loading' | 'loaded' | 'failed';
  /** Which answer is on its way, whatever is shown meanwhile. */
  readonly reading: Reading | null;
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  /** How many rows all pages hold together; null until that is known. */
  readonly total: number | null;
  /** A further page could not be read; the pages before it stand. */
  readonly moreFailed: boolean;
  /** Ids of rows that belong among those that are shown. They wait until somebody asks, so that nothing moves. */
  readonly news: readonly string[];
  /** The part of the address that says which rows, and in which order. */
  readonly query: string;
}

/** How many rows there are in all, read or not, in words such as '180 licenses'; empty until there are some. */
export const countOf = <Row>({ status, items, nextCursor, total }: PagedList<Row>, noun: string): string => {
  const count = nextCursor === null ? items.length : total;
  return status === 'loaded' && count !== null && count > 0 ? plural(count, noun) : '';
};

interface Kept<Row> extends PagedList<Row> {
  readonly userId: string | undefined;
  /** ms since 1970. */
  readonly readAt: number;
  /** Of the answer that the first rows came with. */
  readonly position: number;
}

interface Heard<Row> {
  readonly row: Row;
  readonly position: number;
}

interface Options<Row> {
  readonly path: string;
  /** Whether a row that is not among those read belongs there, rather than further down where nobody has been. */
  readonly belongs: (row: Row, list: PagedList<Row>) => boolean;
  readonly onFailure: () => void;
}

const nothing = {
  status: 'loading',
  reading: null,
  items: [],
  nextCursor: null,
  total: null,
  moreFailed: false,
  news: [],
  query: '',
  userId: undefined,
  readAt: 0,
  position: -1,
} as const;

const withNews = <Row extends { readonly id: string }>(kept: Kept<Row>, ids: readonly string[]): Kept<Row> => {
  const known = new Set([...kept.items.map(({ id }) => id), ...kept.news]);
  const news = ids.filter((id) => !known.has(id));
  return news.length === 0 ? kept : { ...kept, news: [...kept.news, ...news] };
};

/** An own list of the API in pages, kept while the tab lives, never shown to another user of it. */
export const pagedList = <Row extends { readonly id: string }>({ path, belongs, onFailure }: Options<Row>) => {
  const keptAtom = atom<Kept<Row>>(nothing);
  let latest = 0;
  /** What was told while an answer was on its way: it may be newer than the answer. */
  let heardMeanwhile: Heard<Row>[] = [];
  /** What happened up to here, happened partly without being told. */
  let missedUpTo = -1;

  const ownAtom = atom((get): Kept<Row> => {
    const kept = get(keptAtom);
    const userId = get(sessionAtom)?.userId;
    return kept.userId === userId ? kept : { ...nothing, userId };
  });
  const listAtom = atom((get): PagedList<Row> => get(ownAtom));

  const pageOf = (query: string, cursor: string | null, limit: number) => {
    const address = new URLSearchParams(query);
    address.set('limit', String(limit));
    if (cursor) address.set('cursor', cursor);
    return read<Page<Row>>(`${path}?${address}`, { retryDelaysMs, ...(missedUpTo > 0 && { after: missedUpTo }) });
  };

  /** A changed row is exchanged where it stands; one that belongs here and is not shown waits among the news. */
  const withHeard = (kept: Kept<Row>, { row, position }: Heard<Row>): Kept<Row> => {
    if (kept.status !== 'loaded' || position <= kept.position) return kept;
    if (kept.items.some(({ id }) => id === row.id))
      return { ...kept, items: kept.items.map((item) => (item.id === row.id ? row : item)) };
    return belongs(row, kept) ? withNews(kept, [row.id]) : kept;
  };

  const answered = (kept: Kept<Row>, page: Page<Row>, more: boolean): Kept<Row> => {
    const known = new Set(more ? kept.items.map(({ id }) => id) : []);
    const added = page.items.filter(({ id }) => !known.has(id));
    const next: Kept<Row> = {
      ...kept,
      status: 'loaded',
      reading: null,
      moreFailed: false,
      items: more ? [...kept.items, ...added] : page.items,
      nextCursor: page.next_cursor,
      total: more ? kept.total : (page.total ?? null),
      news: more ? kept.news : [],
      readAt: more ? kept.readAt : Date.now(),
      position: more ? kept.position : page.position,
    };
    const newer = heardMeanwhile.filter(({ position }) => position > page.position);
    heardMeanwhile = [];
    return newer.reduce(withHeard, next);
  };

  /** As many rows as are shown, as they are now. */
  const readAgain = async ({ query, items }: Kept<Row>) => {
    const rows: Row[] = [];
    let page = await pageOf(query, null, Math.min(pageItemsMax, Math.max(firstPageItems, items.length)));
    const { position, total = null } = page;
    rows.push(...page.items);
    while (page.next_cursor && rows.length < items.length) {
      page = await pageOf(query, page.next_cursor, Math.min(pageItemsMax, items.length - rows.length));
      rows.push(...page.items);
    }
    return { rows, position, total, nextCursor: page.next_cursor };
  };

  /** Takes in what was missed: in place, or, as long as nobody has read anything, as the list now is. */
  const catchUpAtom = atom(null, async (get, set, { inPlace }: { inPlace: boolean }) => {
    const before = get(ownAtom);
    if (before.status !== 'loaded' || before.reading || missedUpTo <= before.position) return;
    const again = await readAgain(before).catch(() => null);
    const current = get(ownAtom);
    if (!again || current.readAt !== before.readAt || current.query !== before.query || current.reading) return;
    const { rows, position, total, nextCursor } = again;
    if (!inPlace) set(keptAtom, { ...current, items: rows, position, total, nextCursor, news: [] });
    else {
      const fresh = new Map(rows.map((row) => [row.id, row]));
      const items = current.items.map((item) => fresh.get(item.id) ?? item);
      set(
        keptAtom,
        withNews(
          { ...current, items, position, total },
          rows.map(({ id }) => id),
        ),
      );
    }
  });

  /** Reads for who is signed in; with everything up to the log position `after`, such as that of a purchase just made. */
  const readAtom = atom(null, async (get, set, reading: Reading, query?: string, after?: number) => {
    const before = get(ownAtom);
    if (!before.userId) return;
    missedUpTo = Math.max(missedUpTo, after ?? -1);
    const asked = query ?? before.query;
    const changed = asked !== before.query;
    if (reading === 'open' && !changed && before.status === 'loaded' && Date.now() - before.readAt < staleAfterMs)
      return;
    latest += 1;
    const mine = latest;
    heardMeanwhile = [];
    const cursor = reading === 'more' && !changed ? before.nextCursor : null;
    const more = cursor !== null;
    // Rows of another question stay until the answer takes their place, but have no further pages.
    set(keptAtom, {
      ...before,
      ...(changed && { query: asked, nextCursor: null, total: null, news: [] }),
      ...(before.status === 'failed' && before.items.length === 0 && { status: 'loading' }),
      reading,
      moreFailed: false,
    });
    try {
      const page = await pageOf(asked, cursor, more ? furtherPageItems : firstPageItems);
      if (mine !== latest) return;
      set(keptAtom, answered(get(keptAtom), page, more));
      await set(catchUpAtom, { inPlace: true });
    } catch {
      if (mine !== latest) return;
      const kept = get(keptAtom);
      if (more) set(keptAtom, { ...kept, reading: null, moreFailed: true });
      else set(keptAtom, { ...kept, items: changed ? [] : kept.items, status: 'failed', reading: null });
      onFailure();
    }
  });

  const hearAtom = atom(null, (get, set, heard: Heard<Row>) => {
    const kept = get(ownAtom);
    if (kept.reading) heardMeanwhile.push(heard);
    const next = withHeard(kept, heard);
    set(keptAtom, next);
    // Where nothing stands, nothing can move.
    if (next.items.length === 0 && next.news.length > 0 && !kept.reading) void set(readAtom, 'start');
  });

  /** What happened up to this position happened without being told. */
  const missAtom = atom(null, async (_get, set, position: number, options: { inPlace: boolean }) => {
    missedUpTo = Math.max(missedUpTo, position);
    await set(catchUpAtom, options);
  });

  /** Rows of which only the ids are known. */
  const announceAtom = atom(null, (get, set, ids: readonly string[]) => {
    const kept = get(ownAtom);
    if (kept.status === 'loaded' && !kept.reading) set(keptAtom, withNews(kept, ids));
  });

  /** What the server has just confirmed of one row, until it tells the whole of it. */
  const changeAtom = atom(null, (get, set, id: string, change: Partial<Row>) => {
    const kept = get(ownAtom);
    set(keptAtom, { ...kept, items: kept.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });
  });

  return { listAtom, readAtom, hearAtom, missAtom, announceAtom, changeAtom };
};
