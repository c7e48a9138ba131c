import { atom } from 'jotai';
import { queryAtom } from '../../kernel/reading/queries.ts';
import type { OwnContentPage, OwnContentRow } from '@tessera/contract/content';
import { get as read } from '../../kernel/send.ts';
import { bestSellersKey, myContent } from '../content/lists.atoms.ts';

const shownMax = 5;

const sellingOrders = ['licenses', 'earnings'] as const;
export type SellingOrder = (typeof sellingOrders)[number];

const figureOf: Readonly<Record<SellingOrder, (row: OwnContentRow) => number>> = {
  licenses: (row) => row.licenses,
  earnings: (row) => row.gross_cents,
};

/** An item as it was at a position of the log. */
interface KnownRow {
  readonly row: OwnContentRow;
  readonly position: number;
}

const ranked = (rows: readonly KnownRow[], order: SellingOrder) =>
  rows
    .toSorted(
      ({ row: item }, { row: other }) =>
        figureOf[order](other) - figureOf[order](item) ||
        other.gross_cents - item.gross_cents ||
        (item.created_at < other.created_at ? -1 : 1),
    )
    .slice(0, shownMax);

/**
 * The newest version of each item that is among the best of an order. An item only ever gains licenses, so it can only
 * become a best seller through a change that arrives here: the best that were loaded, and later changes, are enough.
 */
const best = (rows: readonly KnownRow[]): readonly KnownRow[] => {
  const newest = new Map<string, KnownRow>();
  for (const entry of rows) {
    const known = newest.get(entry.row.id);
    if (entry.row.licenses > 0 && (!known || entry.position >= known.position)) newest.set(entry.row.id, entry);
  }
  const sold = [...newest.values()];
  return [...new Set(sellingOrders.flatMap((order) => ranked(sold, order)))];
};

const topOf = async (order: SellingOrder): Promise<readonly KnownRow[]> => {
  const { items, position } = await read<OwnContentPage>(`/api/content/mine?sort=${order}&limit=${shownMax}`);
  return items.map((row) => ({ row, position }));
};

/** The first few items of each order, as loaded. */
export const readBestAtom = queryAtom(
  [bestSellersKey],
  async () => (await Promise.all(sellingOrders.map(topOf))).flat(),
  { gcTime: Infinity },
);

export type BestSellersByOrder = Readonly<Record<SellingOrder, readonly OwnContentRow[]>>;

/** The signed-in creator's best sellers, kept current by live updates; `undefined` until they are loaded. */
export const bestSellersAtom = atom((get): BestSellersByOrder | undefined => {
  const { data } = get(readBestAtom);
  if (!data) return undefined;
  const rows = best([...data, ...get(myContent.updatesAtom).values()]);
  const top = (order: SellingOrder) => ranked(rows, order).map(({ row }) => row);
  return { licenses: top('licenses'), earnings: top('earnings') };
});
