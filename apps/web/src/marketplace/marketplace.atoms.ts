import type { ContentRow } from '@tessera/domain/content/row';
import { everybody } from '@tessera/domain/content/marketplace.view';
import { atom } from 'jotai';
import { watch } from '../kernel/live.ts';
import { get as read } from '../kernel/send.ts';
import { chipsOf, matches } from './filter.ts';
import type { Filter } from './filter.ts';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const pageItemsMax = 24;
const retryDelaysMs = [500];
const staleAfterMs = 5 * 60_000;
const isPreview = import.meta.env['VITE_PREVIEW'] === 'true';

interface Answer {
  readonly items: readonly ContentRow[];
  readonly tags: readonly string[];
  readonly next_cursor: string | null;
  readonly fallback: 'empty' | 'error' | null;
}

interface Wall {
  readonly filter: Filter;
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly items: readonly MarketItem[];
  readonly tags: readonly string[];
  readonly nextCursor: string | null;
  /** Items published since the list was read; they wait until somebody asks for them. */
  readonly news: readonly ContentRow[];
  readonly readingMore: boolean;
  /** ms since 1970; 0 until read. */
  readonly readAt: number;
}

const nothing = { status: 'loading', items: [], nextCursor: null, news: [], readingMore: false, readAt: 0 } as const;
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

const samplesFor = (filter: Filter, status: 'loaded' | 'failed'): Partial<Wall> => ({
  status,
  items: samples.filter((item) => matches(item, filter)),
  tags: chipsOf(samples.flatMap((item) => item.tags)),
  nextCursor: null,
});

const isEmptyShop = (answer: Answer, { search, tag }: Filter) =>
  answer.fallback === 'empty' || (answer.items.length === 0 && !search.trim() && !tag);

const shown = async (filter: Filter): Promise<Partial<Wall>> => {
  if (isPreview) return samplesFor(filter, 'loaded');
  try {
    const answer = await read<Answer>(addressOf(filter, null), { retryDelaysMs });
    if (answer.fallback === 'error') return samplesFor(filter, 'failed');
    if (isEmptyShop(answer, filter)) return samplesFor(filter, 'loaded');
    return { status: 'loaded', items: answer.items, tags: chipsOf(answer.tags), nextCursor: answer.next_cursor };
  } catch {
    return samplesFor(filter, 'failed');
  }
};

/** Shows what matches; what was read less than five minutes ago isn't read again unless `again`. */
export const showAtom = atom(null, async (get, set, filter: Filter, { again = false } = {}) => {
  const before = get(wall);
  const isKnown = sameFilter(before.filter, filter) && before.status === 'loaded';
  if (!again && isKnown && Date.now() - before.readAt < staleAfterMs) return;
  // A refresh keeps the old list in its place until the new one is there.
  set(wall, isKnown ? before : { ...before, ...nothing, filter });
  const next = await shown(filter);
  if (!sameFilter(get(wall).filter, filter)) return;
  set(wall, (current) => ({ ...current, news: [], readingMore: false, readAt: Date.now(), ...next }));
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

/** A changed item is exchanged where it hangs; a new one is announced, so that nothing moves under the finger. */
const withChange = (current: Wall, row: ContentRow): Wall => {
  if (current.items.some((item) => item.id === row.id)) {
    return { ...current, items: current.items.map((item) => (item.id === row.id ? row : item)) };
  }
  const newest = current.items.find((item) => !item.sample)?.created_at ?? '';
  const isNew = row.created_at > newest && matches(row, current.filter);
  if (!isNew || current.news.some((item) => item.id === row.id)) return current;
  return { ...current, news: [...current.news, row] };
};

const isRow = (value: unknown): value is ContentRow =>
  typeof value === 'object' && value !== null && 'created_at' in value;

/** Follows the marketplace; returns how to stop. */
export const followMarketplaceAtom = atom(null, (_get, set) =>
  watch('marketplace', everybody, ({ value }) => {
    if (isRow(value)) set(wall, (current) => (current.status === 'loaded' ? withChange(current, value) : current));
  }),
);
