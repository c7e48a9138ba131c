import { atom } from 'jotai';
import type { OwnContentRow } from '@tessera/contract/content';
import type { LicenseRow } from '@tessera/contract/licenses';
import { watch } from '../../kernel/reading/live.ts';
import { pagedList } from '../../kernel/reading/paged-list.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { contentQueryOf, isBefore, matches } from './content-query.ts';

export const myContent = pagedList<OwnContentRow>({
  path: '/api/content/mine',
  belongs: (item, { items, nextCursor, query }) => {
    const wanted = contentQueryOf(new URLSearchParams(query));
    const last = items.at(-1);
    return matches(item, wanted) && (!nextCursor || !last || isBefore(item, last, wanted.sort));
  },
  onFailure: () => toast.error('Error Loading Content', 'There was a problem loading your content.'),
});

export const soldLicenses = pagedList<LicenseRow>({
  path: '/api/licenses',
  belongs: () => false,
  onFailure: () => toast.error('Error loading licenses', 'There was a problem loading your licenses.'),
});

/** The query key of the best sellers, which are loaded again when a live update was missed. */
export const bestSellersKey = 'best-sellers';

const isRow = (value: unknown): value is OwnContentRow =>
  typeof value === 'object' && value !== null && 'net_cents' in value;

/** Keeps the item list and the best sellers up to date with the server; returns a function that stops it. */
export const followOwnContentAtom = atom(null, (get, set) => {
  const userId = get(sessionAtom)?.userId;
  if (!userId) return undefined;
  let connections = 0;
  return watch(
    'own-content',
    userId,
    ({ position, value }) => {
      if (isRow(value)) set(myContent.receiveAtom, { row: value, position });
      else {
        connections += 1;
        void set(myContent.noteMissedAtom, position, { inPlace: connections > 1 });
        if (connections > 1) void queries.invalidateQueries({ queryKey: [userId, bestSellersKey] });
      }
    },
    { ofMany: true },
  );
});

const showError = (title: string, error: unknown) =>
  toast.error(title, error instanceof Error ? error.message : String(error));

export const relistAtom = atom(null, async (_get, set, { id, title }: OwnContentRow) => {
  try {
    await post(`/api/content/${id}/relist`);
    set(myContent.patchRowAtom, id, { status: 'on_sale' });
    toast.success('Back on sale', `“${title}” is in the marketplace again.`);
  } catch (error) {
    showError('Couldn’t put the item back on sale', error);
  }
});

/** Withdraws an item from sale; returns whether it worked. */
export const withdrawAtom = atom(null, async (_get, set, item: OwnContentRow): Promise<boolean> => {
  try {
    await post(`/api/content/${item.id}/withdraw`);
    set(myContent.patchRowAtom, item.id, { status: 'withdrawn' });
    toast.success('Withdrawn from sale', `“${item.title}” has left the marketplace.`, {
      label: 'Undo',
      onSelect: () => void set(relistAtom, item),
    });
    return true;
  } catch (error) {
    showError('Couldn’t withdraw the item', error);
    return false;
  }
});
