import type { Profile } from '@tessera/contract/accounts/profile';
import { atom } from 'jotai';
import { ApiError, get as read } from '../../kernel/send.ts';
import { accountIdAtom, accountUpdatesAtom, foundRoleAtom, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';

const current = atom<Profile | null>(null);

/** The signed-in account's profile; null for a visitor, until it has been read, and for an account without one. */
export const profileAtom = atom((get) => {
  const profile = get(current);
  return profile?.user_id === get(sessionAtom)?.userId ? profile : null;
});

/** The path of a creator's portrait; null if there is none. */
export const portraitAtom = atom((get) => {
  const profile = get(profileAtom);
  return profile?.role === 'creator' ? profile.portrait_url : null;
});

/** A brand's own name; null for anyone else. */
export const brandNameAtom = atom((get) => {
  const profile = get(profileAtom);
  return profile?.role === 'brand' ? profile.brand_name : null;
});

const notFoundStatus = 404;

/** Neither a missing profile nor one that can't be read is an error: every page works without it. */
const readProfile = async (before: Profile | null): Promise<Profile | null> => {
  try {
    return await read<Profile>('/api/profile');
  } catch (error) {
    return error instanceof ApiError && error.status === notFoundStatus ? null : before;
  }
};

let readFor: string | undefined;

/** Stores the profile that a change returned. */
export const keepProfile = (changed: Profile): void => {
  if (changed.user_id === readFor) store.set(current, changed);
};

const reloadProfile = async (): Promise<void> => {
  const userId = readFor;
  if (!userId) return;
  const profile = await readProfile(store.get(current));
  if (readFor !== userId) return;
  store.set(current, profile);
  store.set(foundRoleAtom, { userId, role: profile?.role ?? null });
};

const onAccountChange = (): void => {
  const userId = store.get(accountIdAtom);
  if (userId === readFor) return;
  store.set(current, null);
  readFor = userId;
  void reloadProfile();
};

// A refreshed token or a refocused tab needs no reload; a different or updated account does.
store.sub(accountIdAtom, onAccountChange);
store.sub(accountUpdatesAtom, () => void reloadProfile());
onAccountChange();
