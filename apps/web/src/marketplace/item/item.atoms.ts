import type { ContentDetails, ContentRow, MarketplacePage } from '@tessera/contract/content';
import { everybody } from '@tessera/domain/content/marketplace.view';
import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { watch } from '../../kernel/live.ts';
import { ApiError, get as read } from '../../kernel/send.ts';
import { sampleCreator } from '../../licenses/public.ts';
import type { MarketItem } from '../offers.ts';
import { samples } from '../samples.ts';

const notFoundStatus = 404;
/** Pages that Back returns to as they were left. */
const keptMax = 24;
const othersMax = 8;

/** An item as its page shows it. */
export interface Seen {
  readonly status: 'loading' | 'loaded' | 'missing' | 'failed';
  readonly item: MarketItem | null;
  /** null until it is known. */
  readonly creatorName: string | null;
  /** It left the marketplace while one looks at it, or is withdrawn and one's own. */
  readonly gone: boolean;
}

const unseen: Seen = { status: 'loading', item: null, creatorName: null, gone: false };

const isRow = (value: unknown): value is ContentRow => typeof value === 'object' && value !== null && 'id' in value;

const afterFailure = (before: Seen, error: unknown): Seen => {
  if (!(error instanceof ApiError) || error.status !== notFoundStatus)
    return before.item ? before : { ...before, status: 'failed' };
  return before.item ? { ...before, gone: true } : { ...before, status: 'missing' };
};

const isTold = (id: string, value: unknown): value is ContentRow => isRow(value) && value.id === id;

/** Reads the item and follows it; a message that came while an answer was on its way has the last word. */
const followItem = (id: string, set: (change: (before: Seen) => Seen) => void): (() => void) => {
  let messages = 0;
  const look = async (): Promise<void> => {
    const heardBefore = messages;
    try {
      const {
        creator_name: creatorName,
        status,
        ...item
      } = await read<ContentDetails>(`/api/content/${encodeURIComponent(id)}`);
      if (messages !== heardBefore) return void look();
      set(() => ({ status: 'loaded', item, creatorName, gone: status === 'withdrawn' }));
    } catch (error) {
      set((before) => afterFailure(before, error));
    }
  };
  void look();
  return watch(
    'marketplace',
    everybody,
    ({ value, removed }) => {
      // A room of many tells null when it can't say what was missed.
      if (removed === undefined && !isRow(value)) return void look();
      if (removed !== id && !isTold(id, value)) return;
      messages += 1;
      set((before) => (isTold(id, value) ? { ...before, item: value, gone: false } : { ...before, gone: true }));
    },
    { ofMany: true },
  );
};

const itemAtomOf = (id: string, known: MarketItem | undefined): Atom<Seen> => {
  const sample = samples.find((entry) => entry.id === id);
  if (sample) return atom<Seen>({ status: 'loaded', item: sample, creatorName: sampleCreator, gone: false });
  const seen = atom<Seen>(known ? { ...unseen, status: 'loaded', item: known } : unseen);
  seen.onMount = (set) => followItem(id, set);
  return atom((get) => get(seen));
};

/** Makes one atom for each name and keeps the newest of them. */
const keep = <Kept>() => {
  const kept = new Map<string, Kept>();
  return (name: string, make: () => Kept): Kept => {
    const known = kept.get(name) ?? make();
    kept.delete(name);
    kept.set(name, known);
    for (const oldest of [...kept.keys()].slice(0, -keptMax)) kept.delete(oldest);
    return known;
  };
};

const keptItem = keep<Atom<Seen>>();

/** The item while somebody looks at it; what is `known` of it already is shown at once. */
export const itemAtom = (id: string, known: MarketItem | undefined): Atom<Seen> =>
  keptItem(id, () => itemAtomOf(id, known));

const keptOthers = keep<Atom<readonly MarketItem[]>>();

/** The newest other work of an item's creator; none until it is known, and none of a sample's. */
export const otherWorkAtom = ({ id, creator_id, sample }: MarketItem): Atom<readonly MarketItem[]> =>
  keptOthers(id, () => {
    const others = atom<readonly MarketItem[]>([]);
    others.onMount = (set) => {
      if (sample) return;
      const query = new URLSearchParams({ creator: creator_id, limit: String(othersMax + 1) });
      read<MarketplacePage>(`/api/marketplace?${query}`).then(
        ({ items }) => set(items.filter((item) => item.id !== id).slice(0, othersMax)),
        // The page stands without it.
        () => undefined,
      );
    };
    return atom((get) => get(others));
  });
