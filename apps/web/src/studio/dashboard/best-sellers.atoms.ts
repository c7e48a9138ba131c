import { atom } from 'jotai';
import { queryAtom } from '../../kernel/reading/queries.ts';
import type { OwnContentPage, OwnContentRow } from '@tessera/contract/content';
import { get as read } from '../../kernel/send.ts';
import { bestSellersName, myContent } from '../content/lists.atoms.ts';

const shownMax = 5;

const sellingOrders = ['licenses', 'earnings'] as const;
export type SellingOrder = (typeof sellingOrders)[number];

const figureOf: Readonly<Record<SellingOrder, (row: OwnContentRow) => number>> = {
  licenses: (row) => row.licenses,
  earnings: (row) => row.gross_cents,
};

interface Heard {
  readonly row: OwnContentRow;
  readonly position: number;
}

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
 * best of each order, and what was heard since, are all that has to be known.
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

const topOf = async (order: SellingOrder): Promise<readonly Heard[]> => {
  const { items, position } = await read<OwnContentPage>(`/api/content/mine?sort=${order}&limit=${shownMax}`);
  return items.map((row) => ({ row, position }));
};

/** The first few of each order, as they were read. */
export const readBestAtom = queryAtom(
  [bestSellersName],
  async () => (await Promise.all(sellingOrders.map(topOf))).flat(),
  { gcTime: Infinity },
);

export type BestSellersByOrder = Readonly<Record<SellingOrder, readonly OwnContentRow[]>>;

/** What sells best of the signed-in creator's items, as it is told; `undefined` until it was read. */
export const bestSellersAtom = atom((get): BestSellersByOrder | undefined => {
  const { data } = get(readBestAtom);
  if (!data) return undefined;
  const heard = best([...data, ...get(myContent.updatesAtom).values()]);
  const top = (order: SellingOrder) => ranked(heard, order).map(({ row }) => row);
  return { licenses: top('licenses'), earnings: top('earnings') };
});
