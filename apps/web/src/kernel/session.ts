import { GoTrueClient } from '@supabase/auth-js';
import type { Session as AuthSession } from '@supabase/auth-js';
import { atom } from 'jotai';
import { store } from './store.ts';

export type Role = 'creator' | 'brand';

export interface Session {
  readonly userId: string;
  readonly email: string;
  /** From the session's metadata: it chooses screens only. The server decides from its own record. */
  readonly role: Role | null;
  readonly accessToken: string;
}

/** The client of the accounts service; it keeps the session in local storage and refreshes its token. */
export const auth = new GoTrueClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: 'tessera-session',
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
});

export const roleOf = (value: unknown): Role | null => (value === 'creator' || value === 'brand' ? value : null);

const sessionOf = (session: AuthSession | null): Session | null =>
  session && {
    userId: session.user.id,
    email: session.user.email ?? '',
    role: roleOf(session.user.user_metadata['userType']),
    accessToken: session.access_token,
  };

const currentSession = atom<Session | null | undefined>(undefined);

/** `undefined` until the stored session has been read, `null` for a visitor. */
export const sessionAtom = atom((get) => get(currentSession));

auth.onAuthStateChange((_event, session) => store.set(currentSession, sessionOf(session)));

/** The token for the next call, refreshed when it is about to end; null for a visitor. */
export const accessToken = async (): Promise<string | null> => {
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
};

/** Ends the session here and on the server. Throws when the server could not be told. */
export const signOut = async (): Promise<void> => {
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) throw error;
};
