import type { ContentDetails, ContentRow, MarketplacePage, SimilarItems } from '@tessera/contract/content';
import { everybody } from '@tessera/domain/content/marketplace.view';
import type { QueryKey, QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { watch } from '../../kernel/reading/live.ts';
import { isUnknown, queries, useQuery, userIdAtom } from '../../kernel/reading/queries.ts';
import { get as read } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { sampleCreator } from '../../licenses/public.ts';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';

/** How long Back returns to a page as it was left. */
const cacheMs = 30 * 60_000;
const othersMax = 8;

/** The file that one licenses. */
export interface Original {
  /** What kind of file it is, such as `JPEG`. */
  readonly format: string;
  /** Null where they are not known. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  readonly bytes: number | null;
}

/** An item as its page shows it. */
export interface ItemState {
  readonly status: 'loading' | 'loaded' | 'missing' | 'failed';
  readonly item: MarketItem | null;
  /** null until it is known. */
  readonly creatorName: string | null;
  /** Of the creator's public page; null where there is none, and until it is known. */
  readonly creatorHandle: string | null;
  /** Where the creator’s portrait is; null for none, and until it is known. */
  readonly creatorPortrait: string | null;
  /** null until it is known. */
  readonly original: Original | null;
  /** It left the marketplace while one looks at it, or is withdrawn and one's own. */
  readonly gone: boolean;
}

type KnownItem = Omit<ItemState, 'status' | 'item'> & { readonly item: MarketItem };

const readItem = async (id: string): Promise<KnownItem> => {
  const { creator_name, creator_handle, creator_portrait_url, status, ...rest } = await read<ContentDetails>(
    `/api/content/${encodeURIComponent(id)}`,
  );
  const { format, original_width, original_height, bytes, ...item } = rest;
  const pixels = original_width && original_height ? { width: original_width, height: original_height } : null;
  return {
    item,
    creatorName: creator_name,
    creatorHandle: creator_handle,
    creatorPortrait: creator_portrait_url,
    original: { format, pixels, bytes },
    gone: status === 'withdrawn',
  };
};

const stateOf = ({ data, error }: QueryObserverResult<KnownItem>): ItemState => {
  if (data) return { ...data, status: 'loaded', gone: data.gone || isUnknown(error) };
  const status = error === null ? 'loading' : isUnknown(error) ? 'missing' : 'failed';
  return {
    status,
    item: null,
    creatorName: null,
    creatorHandle: null,
    creatorPortrait: null,
    original: null,
    gone: false,
  };
};

/** What its list knew of it. */
const knownFromList = (item: MarketItem): KnownItem => ({
  item,
  creatorName: item.creator_name ?? null,
  creatorHandle: null,
  creatorPortrait: null,
  original: null,
  gone: false,
});

const isRowOf = (id: string, value: unknown): value is ContentRow =>
  typeof value === 'object' && value !== null && 'id' in value && value.id === id;

/** Follows the item; returns how to stop. A message that comes while an answer is on its way has the last word. */
const followItem = (id: string, queryKey: QueryKey): (() => void) => {
  const readAnew = () => {
    void queries.cancelQueries({ queryKey }, { silent: true, revert: false });
    void queries.refetchQueries({ queryKey });
  };
  return watch(
    'marketplace',
    everybody,
    ({ value, removed }) => {
      // A room of many tells null when it can't say what was missed.
      if (removed === undefined && value === null) return readAnew();
      if (removed !== id && !isRowOf(id, value)) return;
      queries.setQueryData<KnownItem>(queryKey, (before) =>
        isRowOf(id, value)
          ? {
              creatorName: null,
              creatorHandle: null,
              creatorPortrait: null,
              original: null,
              ...before,
              item: value,
              gone: false,
            }
          : before && { ...before, gone: true },
      );
      if (queries.isFetching({ queryKey }) > 0) readAnew();
    },
    { ofMany: true },
  );
};

/** The item while somebody looks at it; what is `known` of it already is shown at once. */
export const itemAtom = (id: string, known: MarketItem | undefined): Atom<ItemState> => {
  const sample = samples.find((entry) => entry.id === id);
  if (sample)
    return atom<ItemState>({
      status: 'loaded',
      item: sample,
      creatorName: sampleCreator,
      creatorHandle: null,
      creatorPortrait: null,
      original: null,
      gone: false,
    });
  // To its creator an item is there that has left the marketplace for all others.
  const keyAtom = atom((get) => [get(userIdAtom), 'item', id]);
  const queryAtom = atomWithQuery<KnownItem>(
    (get) => ({
      queryKey: get(keyAtom),
      queryFn: () => readItem(id),
      enabled: get(sessionAtom) !== undefined,
      gcTime: cacheMs,
      ...(known && { initialData: knownFromList(known) }),
    }),
    () => queries,
  );
  const subscriptionAtom = atom((get) => {
    const key = get(keyAtom);
    const following = atom(null);
    following.onMount = () => followItem(id, key);
    return following;
  });
  return atom((get) => {
    get(get(subscriptionAtom));
    return stateOf(get(queryAtom));
  });
};

/** The newest other work of an item's creator; none of a sample's. */
const readOtherWork = async ({ id, creator_id, sample }: MarketItem): Promise<readonly MarketItem[]> => {
  if (sample) return [];
  const query = new URLSearchParams({ creator: creator_id, limit: String(othersMax + 1) });
  const { items } = await read<MarketplacePage>(`/api/marketplace?${query}`);
  return items.filter((item) => item.id !== id).slice(0, othersMax);
};

const similarMax = 12;
/** On a wide screen. */
const rowLength = 4;
/** Nobody misses the last of what is merely similar: a row with one picture in it looks forgotten. */
const inWholeRows = (count: number) => (count < rowLength ? count : count - (count % rowLength));

/** What is most like an item; nothing is like a sample. */
const readSimilar = async ({ id, sample }: MarketItem): Promise<readonly MarketItem[]> =>
  sample ? [] : (await read<SimilarItems>(`/api/marketplace/${encodeURIComponent(id)}/similar`)).items;

/** As above; none until it is known, and none where that can't be read: the page stands without it. */
export const useOtherWork = (item: MarketItem): readonly MarketItem[] =>
  useQuery(['other-work', item.id], () => readOtherWork(item), { of: 'everybody', gcTime: cacheMs }).data ?? [];

/** What is most like it and is no other work shown of its creator. */
export const useSimilar = (item: MarketItem): readonly MarketItem[] => {
  const shown = new Set(useOtherWork(item).map(({ id }) => id));
  const similar =
    useQuery(['similar', item.id], () => readSimilar(item), { of: 'everybody', gcTime: cacheMs }).data ?? [];
  const others = similar.filter(({ id }) => !shown.has(id)).slice(0, similarMax);
  return others.slice(0, inWholeRows(others.length));
};
