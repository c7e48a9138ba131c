import { atom } from 'jotai';
import type { OwnContentPage, OwnContentRow } from '@tessera/contract/content';
import { get as read } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';

const shownMax = 5;

export const sellingOrders = ['licenses', 'earnings'] as const;
export type SellingOrder = (typeof sellingOrders)[number];

const figureOf: Readonly<Record<SellingOrder, (row: OwnContentRow) => number>> = {
  licenses: (row) => row.licenses,
  earnings: (row) => row.gross_cents,
};

interface Heard {
  readonly row: OwnContentRow;
  readonly position: number;
}

interface Kept {
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly heard: readonly Heard[];
  readonly userId: string | undefined;
}

const nothing: Kept = { status: 'loading', heard: [], userId: undefined };

const ranked = (heard: readonly Heard[], order: SellingOrder) =>
  heard
    .toSorted(
      ({ row: one }, { row: other }) =>
        figureOf[order](other) - figureOf[order](one) ||
        other.gross_cents - one.gross_cents ||
        (one.created_at < other.created_at ? -1 : 1),
    )
    .slice(0, shownMax);

/**
 * An item only ever gains licenses, so one that is not among the best comes to be so by a change that is told: the
 * best of each order, and what was heard since, are all that has to be kept.
 */
const best = (heard: readonly Heard[]): readonly Heard[] => {
  const newest = new Map<string, Heard>();
  for (const entry of heard) {
    const known = newest.get(entry.row.id);
    if (entry.row.licenses > 0 && (!known || entry.position >= known.position)) newest.set(entry.row.id, entry);
  }
  const sold = [...newest.values()];
  return [...new Set(sellingOrders.flatMap((order) => ranked(sold, order)))];
};

const keptAtom = atom(nothing);
const ownAtom = atom((get): Kept => {
  const userId = get(sessionAtom)?.userId;
  const kept = get(keptAtom);
  return kept.userId === userId ? kept : { ...nothing, userId };
});

const topOf = async (order: SellingOrder): Promise<readonly Heard[]> => {
  const { items, position } = await read<OwnContentPage>(`/api/content/mine?sort=${order}&limit=${shownMax}`);
  return items.map((row) => ({ row, position }));
};

const readAtom = atom(null, async (get, set) => {
  set(keptAtom, { ...get(ownAtom), ...(get(ownAtom).status === 'failed' && { status: 'loading' }) });
  const { userId } = get(keptAtom);
  try {
    const tops = await Promise.all(sellingOrders.map(topOf));
    const current = get(ownAtom);
    if (current.userId === userId)
      set(keptAtom, { ...current, status: 'loaded', heard: best([...current.heard, ...tops.flat()]) });
  } catch {
    const current = get(ownAtom);
    if (current.userId === userId && current.status === 'loading') set(keptAtom, { ...current, status: 'failed' });
  }
});

const hearAtom = atom(null, (get, set, heard: Heard) => {
  const current = get(ownAtom);
  set(keptAtom, { ...current, heard: best([...current.heard, heard]) });
});

/** Best sellers of the signed-in creator's items: the first few of each order, kept as they are told. */
export const bestSellers = {
  statusAtom: atom((get) => get(ownAtom).status),
  topAtom: atom((get): Readonly<Record<SellingOrder, readonly OwnContentRow[]>> => {
    const { heard } = get(ownAtom);
    const top = (order: SellingOrder) => ranked(heard, order).map(({ row }) => row);
    return { licenses: top('licenses'), earnings: top('earnings') };
  }),
  readAtom,
  hearAtom,
};
