import { useAtomValue } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import type { MarketItem } from './offers.ts';

/** Whether the viewer is the creator of the item, and edits it instead of buying it. */
export const useIsOwn = ({ creator_id }: MarketItem): boolean => {
  const session = useAtomValue(sessionAtom, { store });
  return session?.role === 'creator' && session.userId === creator_id;
};
