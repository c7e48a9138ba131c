import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { sessionAtom } from '../../kernel/session.ts';

const hasSavedItems = () => localStorage.getItem('saved-items') !== null;

/** Moves what was saved before signing in onto a board; its code is loaded where there is something. */
export const SavedItemsMover = () => {
  const session = useAtomValue(sessionAtom);
  const brandId = session?.role === 'brand' ? session.userId : null;
  useEffect(() => {
    if (brandId !== null && hasSavedItems()) void import('./move-saved-items.ts').then((code) => code.moveSavedItems());
  }, [brandId]);
  return null;
};
