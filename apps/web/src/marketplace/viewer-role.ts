import { useAtomValue } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import type { MarketItem } from './offers.ts';

/** What someone is to an item; visitors are shown the shop as the brands they may become. */
export type ViewerRole = 'buyer' | 'owner' | 'other creator';

/** Why an item can't be put into a cart. */
export const onlyBrandsBuy = 'Only brand accounts can license content.';

export const useViewerRole = ({ creator_id }: MarketItem): ViewerRole => {
  const session = useAtomValue(sessionAtom, { store });
  if (session?.role !== 'creator') return 'buyer';
  return session.userId === creator_id ? 'owner' : 'other creator';
};
