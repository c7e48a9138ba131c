import type { AdminItem, ItemPinChanged } from '@tessera/contract/showcase';
import { useAtomValue } from 'jotai';
import { useQuery } from '../../kernel/reading/queries.ts';
import { post } from '../../kernel/send.ts';
import { liveQueries } from '../live-queries.ts';

const items = liveQueries('items', ({ stream }) => /^(content|report|showcase)-/.test(stream));

const pathOf = (id: string) => `/api/admin/items/${encodeURIComponent(id)}`;

export const useItem = (id: string) => {
  useAtomValue(items.watchAtom);
  return useQuery<AdminItem>(['items', id], () => items.load(pathOf(id)), { of: 'admin' });
};

/** @throws ApiError if the home page is full, or the item has left the marketplace */
export const changePin = (id: string, change: 'pin' | 'unpin') =>
  items.change((options) => post<ItemPinChanged>(`${pathOf(id)}/${change}`, {}, options));
