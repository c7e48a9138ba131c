import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { sessionAtom } from '../../kernel/session.ts';
import { localStore } from '../../kernel/browser/storage.ts';
import { loadWithRetry } from '../../kernel/load-with-retry.ts';

const hasSavedItems = () => localStore.getItem('saved-items') !== null;

/** Moves items saved before signing in onto a board. The code is loaded only if there are any. */
export const SavedItemsMover = () => {
  const session = useAtomValue(sessionAtom);
  const brandId = session?.role === 'brand' ? session.userId : null;
  useEffect(() => {
    if (brandId === null || !hasSavedItems()) return;
    void loadWithRetry(() => import('./move-saved-items.ts')).then((code) => code.moveSavedItems());
  }, [brandId]);
  return null;
};
