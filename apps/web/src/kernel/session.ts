import type { AuthChangeEvent, GoTrueClient, Session as AuthSession } from '@supabase/auth-js';
import { atom } from 'jotai';
import { loadWithRetry } from './load-with-retry.ts';
import { store } from './store.ts';

export type Role = 'creator' | 'brand';

export interface Session {
  readonly userId: string;
  readonly email: string;
  /** It chooses screens only: the server decides from its own record. Null when none can be found. */
  readonly role: Role | null;
  readonly accessToken: string;
}

/** Seconds that the accounts service asked to wait, when it last refused for haste. */
let askedToWaitSeconds: number | null = null;

/** In local storage, where every tab finds it: the session was not left by its owner, it was refused a new token. */
const endedKey = 'tessera-session-ended';

const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

const asksForToken = (input: RequestInfo | URL) =>
  (input instanceof Request ? input.url : input.toString()).includes('grant_type=refresh_token');

const fetchAsAccounts: typeof fetch = async (input, init) => {
  askedToWaitSeconds = null;
  const response = await fetch(input, init);
  if (response.status === 429) askedToWaitSeconds = Number(response.headers.get('retry-after')) || null;
  if (isRefusal(response) && asksForToken(input)) localStorage.setItem(endedKey, 'true');
  return response;
};

/** What the refusal that just arrived asks to wait, in seconds; null when it named no time. */
export const secondsToWait = () => askedToWaitSeconds;

const storageKey = 'tessera-session';

// Read before the client takes the session out of the address.
const arrival = new URL(window.location.href);
const broughtCode = arrival.searchParams.has('code');
const broughtSession = arrival.hash.includes('access_token=');
const broughtFailure = /[?#&]error(_code|_description)?=/.test(arrival.href);

let opened: Promise<GoTrueClient> | undefined;
let tellOpened: (client: GoTrueClient) => void;

/** The client, once something has opened it: with most visitors nothing does. */
export const openedAuth = new Promise<GoTrueClient>((resolve) => {
  tellOpened = resolve;
});

const openClient = async (): Promise<GoTrueClient> => {
  const { newClient } = await loadWithRetry(() => import('./auth-client.ts'));
  const client = newClient({ storageKey, flowType: broughtCode ? 'pkce' : 'implicit', fetch: fetchAsAccounts });
  // The client has read it by now. A token must not stay in the browser's history.
  const { hash, pathname, search } = window.location;
  if (hash.includes('access_token=')) window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  client.onAuthStateChange(noteSession);
  tellOpened(client);
  return client;
};

/**
 * The client of the accounts service; it keeps the session in local storage and refreshes its token. It takes a session
 * from the address it is opened at: as it stands in the hash, or for a code that this browser once asked for. The links
 * that the product itself asks for carry the session, so that they also work in another browser than the asking one.
 * It is large, and loaded at its first use.
 */
export const openAuth = (): Promise<GoTrueClient> => (opened ??= openClient());

export const roleOf = (value: unknown): Role | null => (value === 'creator' || value === 'brand' ? value : null);

const sessionOf = (session: AuthSession | null): Session | null =>
  session && {
    userId: session.user.id,
    email: session.user.email ?? '',
    role: roleOf(session.user.user_metadata['userType']),
    accessToken: session.access_token,
  };

/** How sure the server is who holds the token: `aal2` once a code was given. Null for a token that can't be read. */
const levelOf = (token: string): unknown => {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return (JSON.parse(claims) as { readonly aal?: unknown }).aal;
  } catch {
    return null;
  }
};

/** Whether a sign-in asks for a code as well, and whether this session still waits for one. */
export type SecondFactor = 'off' | 'awaited' | 'given';

const factorKindsOf = (session: AuthSession | null): readonly string[] =>
  session?.user.factors?.filter(({ status }) => status === 'verified').map(({ factor_type }) => factor_type) ?? [];

const secondFactorOf = (session: AuthSession | null): SecondFactor => {
  if (!session || factorKindsOf(session).length === 0) return 'off';
  return levelOf(session.access_token) === 'aal2' ? 'given' : 'awaited';
};

const currentSecondFactor = atom<SecondFactor>('off');

/** Until the code was given nobody is signed in: the server answers nothing else. */
export const secondFactorAtom = atom((get) => get(currentSecondFactor));

const currentFactorKinds = atom<readonly string[]>([]);

/** What the account has beside its password: `totp` for an authenticator app, `webauthn` for a passkey. */
export const factorKindsAtom = atom((get) => get(currentFactorKinds));

const isSomethingToRead = localStorage.getItem(storageKey) !== null || broughtCode || broughtSession || broughtFailure;

const currentSession = atom<Session | null | undefined>(isSomethingToRead ? undefined : null);

interface FoundRole {
  readonly userId: string;
  readonly role: Role | null;
}

/** Written by the profile's reader: whose table holds a row decides where the session's metadata names no role. */
export const foundRoleAtom = atom<FoundRole | null>(null);

/** `undefined` until the stored session has been read and its role is known, `null` for a visitor. */
export const sessionAtom = atom((get): Session | null | undefined => {
  const session = get(currentSession);
  if (!session || session.role) return session;
  const found = get(foundRoleAtom);
  return found?.userId === session.userId ? { ...session, role: found.role } : undefined;
});

const ended = atom(localStorage.getItem(endedKey) !== null);

/** Whether the last session here came to its end without being left: it expired, or was ended elsewhere. */
export const sessionEndedAtom = atom((get) => get(ended));

const recoveryKey = 'tessera-recovery';

/** Whether this tab was opened by the link of a reset email, and that account is still the one signed in. */
export const isRecovering = (userId: string) => sessionStorage.getItem(recoveryKey) === userId;

export const endRecovery = () => sessionStorage.removeItem(recoveryKey);

const noteSession = (event: AuthChangeEvent, session: AuthSession | null) => {
  // Every tab hears of a recovery, but the emailed link was opened in one.
  if (event === 'PASSWORD_RECOVERY' && session && (broughtSession || broughtCode)) {
    sessionStorage.setItem(recoveryKey, session.user.id);
  }
  if (event === 'SIGNED_OUT') endRecovery();
  if (event === 'SIGNED_IN') localStorage.removeItem(endedKey);
  store.set(ended, localStorage.getItem(endedKey) !== null);
  const secondFactor = secondFactorOf(session);
  store.set(currentSecondFactor, secondFactor);
  store.set(currentFactorKinds, factorKindsOf(session));
  store.set(currentSession, secondFactor === 'awaited' ? null : sessionOf(session));
};

const dealWithArrival = async (): Promise<string | null> => {
  if (!isSomethingToRead) return null;
  const { error } = await (await openAuth()).initialize();
  // The client tells its listeners of a recovery in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  return error && error.message;
};

/** Settles when whatever the address brought has been dealt with, with what was wrong with it. */
export const arrivalFailure = dealWithArrival();

// Somebody signs in in another tab. Of all that follows the client hears by itself.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey && newValue !== null) void openAuth();
});

/** The token for the next call, refreshed when it is about to end; null for a visitor. */
export const accessToken = async (): Promise<string | null> => {
  if (!opened) return null;
  const { session } = (await (await opened).getSession()).data;
  return secondFactorOf(session) === 'awaited' ? null : (session?.access_token ?? null);
};

/**
 * After the server refused a token: the next one of the session, or null where the session itself has ended, which every
 * tab then hears of. Throws nothing: without a connection the session stays, and null is answered.
 */
export const renewedToken = async (refused: string): Promise<string | null> => {
  const current = await accessToken();
  if (current !== refused) return current;
  const auth = await openAuth();
  const { data } = await auth.refreshSession();
  // The client keeps a session whose token has time left, though the server has ended it.
  if (localStorage.getItem(endedKey) !== null) await auth.signOut({ scope: 'local' });
  return data.session?.access_token ?? null;
};

/** Ends the session here and on the server. Throws when the server could not be told. */
export const signOut = async (): Promise<void> => {
  const { error } = await (await openAuth()).signOut({ scope: 'local' });
  if (error) throw error;
};

/** Ends every other session of the account. Throws when the server could not be told. */
export const signOutOthers = async (): Promise<void> => {
  const { error } = await (await openAuth()).signOut({ scope: 'others' });
  if (error) throw error;
};
