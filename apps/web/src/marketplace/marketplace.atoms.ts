import type { ContentRow } from '@tessera/domain/content/row';
import { everybody } from '@tessera/domain/content/marketplace.view';
import { atom } from 'jotai';
import { watch } from '../kernel/live.ts';
import { ApiError, get as read } from '../kernel/send.ts';
import { chipsOf, matches } from './filter.ts';
import type { Filter } from './filter.ts';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const pageItemsMax = 24;
const retryDelaysMs = [500];
const staleAfterMs = 5 * 60_000;
const notFoundStatus = 404;
const isPreview = import.meta.env['VITE_PREVIEW'] === 'true';

interface Answer {
  readonly items: readonly ContentRow[];
  readonly tags: readonly string[];
  readonly next_cursor: string | null;
  /** Of the log: what was published or changed up to it is in the answer. */
  readonly position: number;
  readonly fallback: 'empty' | 'error' | null;
}

interface Wall {
  readonly filter: Filter;
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly items: readonly MarketItem[];
  /** The ids of what has left the marketplace while it hangs here. */
  readonly gone: ReadonlySet<string>;
  readonly tags: readonly string[];
  readonly nextCursor: string | null;
  /** Of the answer that the items came with. */
  readonly position: number;
  /** Items published since the list was read; they wait until somebody asks for them. */
  readonly news: readonly ContentRow[];
  readonly readingMore: boolean;
  /** ms since 1970; 0 until read. */
  readonly readAt: number;
}

const nothing = {
  status: 'loading',
  items: [],
  gone: new Set<string>(),
  nextCursor: null,
  position: -1,
  news: [],
  readingMore: false,
  readAt: 0,
} as const;
const wall = atom<Wall>({ ...nothing, filter: { search: '', tag: '' }, tags: [] });

/** What hangs on the wall at the moment. */
export const wallAtom = atom((get) => get(wall));

const sameFilter = (one: Filter, other: Filter) => one.search === other.search && one.tag === other.tag;

const addressOf = ({ search, tag }: Filter, cursor: string | null): string => {
  const query = new URLSearchParams({ limit: String(pageItemsMax) });
  if (search.trim()) query.set('search', search.trim());
  if (tag) query.set('tag', tag);
  if (cursor) query.set('cursor', cursor);
  return `/api/marketplace?${query}`;
};

const samplesFor = (filter: Filter, status: 'loaded' | 'failed', position: number): Partial<Wall> => ({
  status,
  position,
  items: samples.filter((item) => matches(item, filter)),
  tags: chipsOf(samples.flatMap((item) => item.tags)),
  nextCursor: null,
});

const isEmptyShop = (answer: Answer, { search, tag }: Filter) =>
  answer.fallback === 'empty' || (answer.items.length === 0 && !search.trim() && !tag);

const shown = async (filter: Filter): Promise<Partial<Wall>> => {
  if (isPreview) return samplesFor(filter, 'loaded', Infinity);
  try {
    const answer = await read<Answer>(addressOf(filter, null), { retryDelaysMs });
    const { items, position } = answer;
    if (answer.fallback === 'error') return samplesFor(filter, 'failed', position);
    if (isEmptyShop(answer, filter)) return samplesFor(filter, 'loaded', position);
    return { status: 'loaded', items, tags: chipsOf(answer.tags), nextCursor: answer.next_cursor, position };
  } catch {
    return samplesFor(filter, 'failed', -1);
  }
};

/** A changed item is exchanged where it hangs; a new one is announced, so that nothing moves under the finger. */
const withChange = (current: Wall, row: ContentRow): Wall => {
  if (current.items.some((item) => item.id === row.id)) {
    const items = current.items.map((item) => (item.id === row.id ? row : item));
    const gone = new Set(current.gone);
    gone.delete(row.id);
    return { ...current, items, gone };
  }
  // An item older than all that hang here may hang further down, where nobody has looked yet.
  const oldest = (current.nextCursor && current.items.at(-1)?.created_at) || '';
  const isNew = row.created_at > oldest && matches(row, current.filter);
  if (!isNew || current.news.some((item) => item.id === row.id)) return current;
  return { ...current, news: [...current.news, row] };
};

/** What left keeps its place, so that nothing moves under the finger; it is no news any more. */
const withRemoval = (current: Wall, id: string): Wall => ({
  ...current,
  gone: new Set(current.gone).add(id),
  news: current.news.filter((item) => item.id !== id),
});

/** What hangs here as far down as the answer reaches, and isn't in it: it left, or no longer matches. */
const missingFrom = (answer: Answer, { items, gone }: Wall): readonly string[] => {
  const oldest = (answer.next_cursor && answer.items.at(-1)?.created_at) || '';
  const known = new Set(answer.items.map(({ id }) => id));
  return items
    .filter((item) => !item.sample && item.created_at >= oldest && !known.has(item.id) && !gone.has(item.id))
    .map(({ id }) => id);
};

const hasLeft = (id: string): Promise<boolean> =>
  read(`/api/content/${encodeURIComponent(id)}`, { retryDelaysMs }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === notFoundStatus,
  );

/** The newest position that the live connection spoke of, with a change or without. */
const heardAtom = atom(-1);

/** Reads the first page again when something was missed, and takes from it what is new and what changed. */
const catchUpAtom = atom(null, async (get, set) => {
  // What is told while an answer is on its way may be put back by it to what it was: then it is read once more.
  for (let triedFor = -1; get(wall).status === 'loaded' && get(heardAtom) > triedFor;) {
    const before = get(wall);
    triedFor = get(heardAtom);
    if (triedFor <= before.position) return;
    const answer = await read<Answer>(addressOf(before.filter, null), { retryDelaysMs }).catch(() => null);
    const left: string[] = [];
    for (const id of answer ? missingFrom(answer, before) : []) if (await hasLeft(id)) left.push(id);
    set(wall, (current) => {
      if (!answer || current.readAt !== before.readAt || answer.position < current.position) return current;
      const changed = left.reduce(withRemoval, answer.items.reduceRight(withChange, current));
      return { ...changed, position: answer.position };
    });
  }
});

/** Shows what matches; what was read less than five minutes ago isn't read again unless `again`. */
export const showAtom = atom(null, async (get, set, filter: Filter, { again = false } = {}) => {
  const before = get(wall);
  const isKnown = sameFilter(before.filter, filter) && before.status === 'loaded';
  if (!again && isKnown && Date.now() - before.readAt < staleAfterMs) return;
  // A refresh keeps the old list in its place until the new one is there.
  set(wall, isKnown ? before : { ...before, ...nothing, filter });
  const next = await shown(filter);
  if (!sameFilter(get(wall).filter, filter)) return;
  set(wall, (current) => ({
    ...current,
    news: [],
    gone: nothing.gone,
    readingMore: false,
    readAt: Date.now(),
    ...next,
  }));
  await set(catchUpAtom);
});

export const showMoreAtom = atom(null, async (get, set) => {
  const before = get(wall);
  if (!before.nextCursor || before.readingMore) return;
  set(wall, { ...before, readingMore: true });
  const answer = await read<Answer>(addressOf(before.filter, before.nextCursor), { retryDelaysMs }).catch(() => null);
  if (get(wall).readAt !== before.readAt) return;
  set(wall, (current) => {
    const known = new Set(current.items.map((item) => item.id));
    const added = (answer?.items ?? []).filter((item) => !known.has(item.id));
    return {
      ...current,
      items: [...current.items, ...added],
      nextCursor: answer ? answer.next_cursor : current.nextCursor,
      readingMore: false,
    };
  });
});

const isRow = (value: unknown): value is ContentRow =>
  typeof value === 'object' && value !== null && 'created_at' in value;

/** Follows the marketplace; returns how to stop. */
export const followMarketplaceAtom = atom(null, (_get, set) =>
  watch(
    'marketplace',
    everybody,
    ({ position, value, removed }) => {
      set(heardAtom, (before) => Math.max(before, position));
      if (removed === undefined && !isRow(value)) return void set(catchUpAtom);
      return set(wall, (current) => {
        if (current.status !== 'loaded' || position <= current.position) return current;
        if (removed !== undefined) return withRemoval(current, removed);
        return isRow(value) ? withChange(current, value) : current;
      });
    },
    { ofMany: true },
  ),
);
