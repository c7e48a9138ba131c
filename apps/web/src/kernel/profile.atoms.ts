import { atom } from 'jotai';
import { get as read } from './send.ts';
import { sessionAtom } from './session.ts';
import type { Role } from './session.ts';
import { store } from './store.ts';

interface Profile {
  readonly role: Role;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly brand_name?: string;
}

const current = atom<Profile | null>(null);

/** The signed-in account's own row; null for a visitor, and until it has been read. */
export const profileAtom = atom((get) => {
  const profile = get(current);
  return profile?.user_id === get(sessionAtom)?.userId ? profile : null;
});

let readFor: string | undefined;

const follow = () => {
  const userId = store.get(sessionAtom)?.userId;
  if (userId === readFor) return;
  readFor = userId;
  store.set(current, null);
  if (!userId) return;
  read<Profile>('/api/profile').then(
    (profile) => {
      if (readFor === userId) store.set(current, profile);
    },
    // A missing profile is no news: every page stands without it.
    () => undefined,
  );
};

store.sub(sessionAtom, follow);
follow();
