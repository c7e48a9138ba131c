import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { sessionAtom } from '../../kernel/session.ts';

const hasSavedItems = () => localStorage.getItem('saved-items') !== null;

/** Moves items saved before signing in onto a board. The code is loaded only if there are any. */
export const SavedItemsMover = () => {
  const session = useAtomValue(sessionAtom);
  const brandId = session?.role === 'brand' ? session.userId : null;
  useEffect(() => {
    if (brandId !== null && hasSavedItems()) void import('./move-saved-items.ts').then((code) => code.moveSavedItems());
  }, [brandId]);
  return null;
};
