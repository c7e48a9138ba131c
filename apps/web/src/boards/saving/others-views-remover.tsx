import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { sessionAtom } from '../../kernel/session.ts';
import { forgetViewsOfOthers } from './viewed-keys.ts';

/** Whatever an account looked at leaves this browser when the account does. */
export const OthersViewsRemover = () => {
  const session = useAtomValue(sessionAtom);
  const isKnown = session !== undefined;
  const userId = session?.userId;
  useEffect(() => {
    if (isKnown) forgetViewsOfOthers(userId);
  }, [isKnown, userId]);
  return null;
};
