import type { Profile } from '@tessera/domain/accounts/profile';
import { atom } from 'jotai';
import { keepProfile } from './profile.atoms.ts';
import { ApiError, get as read } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';

type Read = Profile | 'reading' | 'failed';

const state = atom<Read>('reading');

/** Asks the server; what was read before stays on the screen until the answer is there. */
export const readOwnProfile = async (): Promise<void> => {
  try {
    store.set(state, await read<Profile>('/api/profile'));
  } catch {
    store.set(state, 'failed');
  }
};

state.onMount = (set) => {
  void readOwnProfile();
  return () => set('reading');
};

/** The whole of the own profile, while somebody looks at it. */
export const ownProfileAtom = atom((get) => get(state));

interface SaveWords {
  readonly saved: string;
  readonly failed: string;
  /** What to say of a failure that brought no words of its own. */
  readonly unexplained: string;
  readonly notSignedIn: string;
}

const notSignedInStatus = 401;

/** What is known of a change; one in several steps keeps each of them as soon as it is done. */
export const keepOwnProfile = (changed: Profile): void => store.set(state, changed);

/** Keeps what `change` answers, and says how it went; null when nobody is signed in. @throws what it was refused with */
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
