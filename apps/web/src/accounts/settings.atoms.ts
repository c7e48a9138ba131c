import type { Profile } from '@tessera/domain/accounts/profile';
import { atom } from 'jotai';
import { reloadProfile } from '../kernel/profile.atoms.ts';
import { ApiError, get as read, patch } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';

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

const notSignedInStatus = 401;
const notSignedIn = () => {
  toast.error('Authentication error', 'You must be logged in to update your profile');
  return null;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again.');

/** Says how it went; null when nobody is signed in. @throws what the server refused with */
export const changeProfile = async (changes: Readonly<Record<string, unknown>>): Promise<Profile | null> => {
  if (!store.get(sessionAtom)?.role) return notSignedIn();
  try {
    const changed = await patch<Profile>('/api/profile', changes);
    store.set(state, changed);
    toast.success('Profile updated');
    await reloadProfile();
    return changed;
  } catch (error) {
    if (error instanceof ApiError && error.status === notSignedInStatus) return notSignedIn();
    toast.error('Profile update failed', messageOf(error));
    throw error;
  }
};
