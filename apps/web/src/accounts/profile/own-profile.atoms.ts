import type { Profile } from '@tessera/contract/accounts/profile';
import { useAtomValue } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { keepProfile } from './profile.atoms.ts';
import { queries, userIdAtom } from '../../kernel/reading/queries.ts';
import { ApiError, get as read } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';

const name = 'own-profile';

const ownProfileAtom = () =>
  atomWithQuery<Profile>(
    (get) => {
      const userId = get(userIdAtom);
      return {
        queryKey: [userId, name],
        queryFn: () => read('/api/profile'),
        enabled: userId !== undefined,
        // A form stays on screen when the session ends, and says so when it is saved; the next user never sees it.
        placeholderData: (before) => (userId === undefined ? before : undefined),
      };
    },
    () => queries,
  );

/** The signed-in user's complete profile, kept while it is in use. */
export const useOwnProfile = () => useAtomValue(useMemo(ownProfileAtom, []));

interface SaveWords {
  readonly saved: string;
  readonly failed: string;
  /** The message for an error that has none. */
  readonly unexplained: string;
  readonly notSignedIn: string;
}

const notSignedInStatus = 401;

/** Updates the cached profile; a change in several steps calls it after each step. */
export const keepOwnProfile = (changed: Profile) => queries.setQueryData([changed.user_id, name], changed);

/**
 * Makes a change, caches the profile that it returns, and shows the outcome in a toast.
 * @returns null if nobody is signed in
 * @throws the refusal
 */
export const saveOwnProfile = async (words: SaveWords, change: () => Promise<Profile>): Promise<Profile | null> => {
  const notSignedIn = () => {
    toast.error('Authentication error', words.notSignedIn);
    return null;
  };
  if (!store.get(sessionAtom)?.role) return notSignedIn();
  try {
    const changed = await change();
    keepOwnProfile(changed);
    keepProfile(changed);
    toast.success(words.saved);
    return changed;
  } catch (error) {
    if (error instanceof ApiError && error.status === notSignedInStatus) return notSignedIn();
    toast.error(words.failed, (error instanceof Error && error.message) || words.unexplained);
    throw error;
  }
};
