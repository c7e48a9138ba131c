import { useAtomValue } from 'jotai';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import type { MarketItem } from './offers.ts';

/** The viewer's relation to an item. Visitors count as buyers: they are shown what a brand sees. */
export type ViewerRole = 'buyer' | 'owner' | 'other creator';

/** Why a creator can't add an item to a cart. */
export const onlyBrandsBuy = 'Only brand accounts can license content.';

export const useViewerRole = ({ creator_id }: MarketItem): ViewerRole => {
  const session = useAtomValue(sessionAtom, { store });
  if (session?.role !== 'creator') return 'buyer';
  return session.userId === creator_id ? 'owner' : 'other creator';
};
