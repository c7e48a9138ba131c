import type { AdminSession } from '@tessera/contract/admin';
import { atom } from 'jotai';
import { openLive } from '../kernel/reading/live.ts';
import { ApiError, del, post } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';

/** The browser keeps it for as long as its tab lives. */
const storageKey = 'adminSession';

const expiryMs = ({ expires_at }: AdminSession) => expires_at * 1_000;

const restore = (): AdminSession | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as AdminSession | null;
    return kept && expiryMs(kept) > Date.now() ? kept : null;
  } catch {
    return null;
  }
};

const keptAtom = atom<AdminSession | null>(restore());

/** The admin's session, apart from that of creators and brands; null while nobody is signed in as admin. */
export const adminSessionAtom = atom(
  (get) => get(keptAtom),
  (_get, set, session: AdminSession | null) => {
    if (session) sessionStorage.setItem(storageKey, JSON.stringify(session));
    else sessionStorage.removeItem(storageKey);
    set(keptAtom, session);
  },
);

export const adminSignIn = async (email: string, password: string): Promise<void> => {
  store.set(adminSessionAtom, await post<AdminSession>('/api/admin/session', { email, password }));
};

/** Ends the session here in any case, and at the server if it can be reached. */
export const adminSignOut = async (): Promise<void> => {
  const session = store.get(adminSessionAtom);
  store.set(adminSessionAtom, null);
  if (session) await del('/api/admin/session', { token: session.access_token }).catch(() => undefined);
};

/** What admins watch is sent over a connection of its own. */
export const adminLive = openLive(
  { current: async () => store.get(adminSessionAtom)?.access_token ?? null },
  atom((get) => get(adminSessionAtom)?.access_token),
);

/** Calls the API as admin; a session that has ended leads back to the login form. */
export const asAdmin = async <T>(call: (options: { token: string }) => Promise<T>): Promise<T> => {
  const session = store.get(adminSessionAtom);
  if (!session) throw new ApiError(401, 'not_signed_in', 'Authentication required', 'Please sign in as admin.');
  try {
    return await call({ token: session.access_token });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) store.set(adminSessionAtom, null);
    throw error;
  }
};
