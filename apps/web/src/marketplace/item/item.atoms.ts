import type { ContentDetails, ContentRow, MarketplacePage, SimilarItems } from '@tessera/contract/content';
import { everybody } from '@tessera/domain/content/row';
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

/** How long Back returns to a page as it was. */
const cacheMs = 30 * 60_000;
const othersMax = 8;

/** The file that is licensed. */
export interface Original {
  /** The file format, such as `JPEG`. */
  readonly format: string;
  /** Null if unknown. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  readonly bytes: number | null;
}

/** An item as its page shows it. */
export interface ItemState {
  readonly status: 'loading' | 'loaded' | 'missing' | 'failed';
  readonly item: MarketItem | null;
  /** Null until known. */
  readonly creatorName: string | null;
  /** The handle of the creator's public page; null if there is none, and until known. */
  readonly creatorHandle: string | null;
  /** The path of the creator's portrait; null if there is none, and until known. */
  readonly creatorPortrait: string | null;
  /** Null until known. */
  readonly original: Original | null;
  /** It left the marketplace while the page was open, or it is the creator's own withdrawn item. */
  readonly gone: boolean;
}

type KnownItem = Omit<ItemState, 'status' | 'item'> & { readonly item: MarketItem };

const unknownFields = { creatorName: null, creatorHandle: null, creatorPortrait: null, original: null } as const;

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
  return { ...unknownFields, status, item: null, gone: false };
};

/** As much as a list knew about the item. */
const knownFromList = (item: MarketItem): KnownItem => ({
  ...unknownFields,
  item,
  creatorName: item.creator_name ?? null,
  gone: false,
});

const isRowOf = (id: string, value: unknown): value is ContentRow =>
  typeof value === 'object' && value !== null && 'id' in value && value.id === id;

/**
 * Subscribes to changes of the item. A message that arrives while an answer is on its way wins over that answer.
 *
 * @returns a function that unsubscribes
 */
const followItem = (id: string, queryKey: QueryKey): (() => void) => {
  const readAnew = () => {
    void queries.cancelQueries({ queryKey }, { silent: true, revert: false });
    void queries.refetchQueries({ queryKey });
  };
  return watch(
    'marketplace',
    everybody,
    ({ value, removed }) => {
      // The room sends null if it can't say what was missed.
      if (removed === undefined && value === null) return readAnew();
      if (removed !== id && !isRowOf(id, value)) return;
      queries.setQueryData<KnownItem>(queryKey, (before) =>
        isRowOf(id, value)
          ? { ...unknownFields, ...before, item: value, gone: false }
          : before && { ...before, gone: true },
      );
      if (queries.isFetching({ queryKey }) > 0) readAnew();
    },
    { ofMany: true },
  );
};

/** The item, followed live while the atom is mounted. `known` is shown until the item has been read. */
export const itemAtom = (id: string, known: MarketItem | undefined): Atom<ItemState> => {
  const sample = samples.find((entry) => entry.id === id);
  if (sample) {
    return atom<ItemState>({
      ...unknownFields,
      status: 'loaded',
      item: sample,
      creatorName: sampleCreator,
      gone: false,
    });
  }
  // The key includes the account: a creator still sees an own item that has left the marketplace for everyone else.
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

/** The newest other work of an item's creator; empty for a sample. */
const readOtherWork = async ({ id, creator_id, sample }: MarketItem): Promise<readonly MarketItem[]> => {
  if (sample) return [];
  const query = new URLSearchParams({ creator: creator_id, limit: String(othersMax + 1) });
  const { items } = await read<MarketplacePage>(`/api/marketplace?${query}`);
  return items.filter((item) => item.id !== id).slice(0, othersMax);
};

const similarMax = 12;
/** Tiles per row on a wide screen. */
const rowLength = 4;
/**
 * Cuts to whole rows: a last row with a single picture looks like a mistake, and nobody misses the least similar items.
 */
const inWholeRows = (count: number) => (count < rowLength ? count : count - (count % rowLength));

/** The items most similar to an item; none for a sample. */
const readSimilar = async ({ id, sample }: MarketItem): Promise<readonly MarketItem[]> =>
  sample ? [] : (await read<SimilarItems>(`/api/marketplace/${encodeURIComponent(id)}/similar`)).items;

/** The newest other work of an item's creator; empty until known, and on failure: the page does without it. */
export const useOtherWork = (item: MarketItem): readonly MarketItem[] =>
  useQuery(['other-work', item.id], () => readOtherWork(item), { of: 'everybody', gcTime: cacheMs }).data ?? [];

/** The items most similar to an item, without those that are shown as its creator's other work. */
export const useSimilar = (item: MarketItem): readonly MarketItem[] => {
  const shown = new Set(useOtherWork(item).map(({ id }) => id));
  const similar =
    useQuery(['similar', item.id], () => readSimilar(item), { of: 'everybody', gcTime: cacheMs }).data ?? [];
  const others = similar.filter(({ id }) => !shown.has(id)).slice(0, similarMax);
  return others.slice(0, inWholeRows(others.length));
};
