import type { AdminSession } from '@tessera/contract/admin';
import type { AdminSignInForm } from '@tessera/domain/admin/forms';
import { atom } from 'jotai';
import { openLive } from '../kernel/reading/live.ts';
import { ApiError, del, post } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { serverAheadMsAtom } from '../kernel/browser/server-time.ts';
import { tabStore } from '../kernel/browser/storage.ts';

/** Kept in session storage, so for as long as the tab is open. */
const storageKey = 'adminSession';

const expiryMs = ({ expires_at }: AdminSession) => expires_at * 1_000;

const restore = (): AdminSession | null => {
  try {
    const stored = JSON.parse(tabStore.getItem(storageKey) ?? 'null') as AdminSession | null;
    return stored && expiryMs(stored) > Date.now() ? stored : null;
  } catch {
    return null;
  }
};

const sessionState = atom<AdminSession | null>(restore());

/** The admin's session, separate from that of creators and brands; null while no admin is signed in. */
export const adminSessionAtom = atom(
  (get) => get(sessionState),
  (_get, set, session: AdminSession | null) => {
    if (session) tabStore.setItem(storageKey, JSON.stringify(session));
    else tabStore.removeItem(storageKey);
    set(sessionState, session);
  },
);

export const adminSignIn = async (email: string, password: string): Promise<void> => {
  const session = await post<AdminSession>('/api/admin/session', { email, password } satisfies AdminSignInForm);
  // By the clock of this device, with which it is compared.
  const aheadSeconds = store.get(serverAheadMsAtom) / 1_000;
  store.set(adminSessionAtom, { ...session, expires_at: session.expires_at - aheadSeconds });
};

/** Ends the session in this browser in any case, and on the server if it can be reached. */
export const adminSignOut = async (): Promise<void> => {
  const session = store.get(adminSessionAtom);
  store.set(adminSessionAtom, null);
  if (session) await del('/api/admin/session', { token: session.access_token }).catch(() => undefined);
};

/** The admin's own live connection. */
export const adminLive = openLive(
  { current: async () => store.get(adminSessionAtom)?.access_token ?? null },
  atom((get) => get(adminSessionAtom)?.access_token),
);

/** Calls the API as the admin. If the session has ended, signs out, which leads back to the login form. */
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
