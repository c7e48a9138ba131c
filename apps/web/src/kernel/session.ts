import type { AuthChangeEvent, GoTrueClient, Session as AuthSession } from '@supabase/auth-js';
import { atom } from 'jotai';
import { loadWithRetry } from './load-with-retry.ts';
import { store } from './store.ts';
import { localStore, tabStore } from './browser/storage.ts';

export type Role = 'creator' | 'brand';

export interface Session {
  readonly userId: string;
  readonly email: string;
  /** Only chooses which screens to show: the server decides from its own record. Null if the account has none. */
  readonly role: Role | null;
  readonly accessToken: string;
}

/** How long the accounts service asked to wait in its last rate-limit refusal. */
let retryAfterSeconds: number | null = null;

/** Set in local storage, for every tab, if the session ended because the server refused it, not by signing out. */
const endedKey = 'tessera-session-ended';

const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

const errorCodeOf = async (response: Response): Promise<unknown> => {
  try {
    return ((await response.clone().json()) as { readonly error_code?: unknown }).error_code;
  } catch {
    return undefined;
  }
};

/** Whether an answer says that the session was ended elsewhere, or has expired. The client then removes it. */
const saysEnded = async (address: string, response: Response) => {
  if (!isRefusal(response) || address.includes('/logout')) return false;
  return address.includes('grant_type=refresh_token') || (await errorCodeOf(response)) === 'session_not_found';
};

/**
 * Without the moment at which its token expires: the client then counts the token's life by the clock of this device,
 * which it compares with, and which may be wrong.
 */
const byOwnClock = async (response: Response): Promise<Response> => {
  const answer: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (typeof answer !== 'object' || answer === null || !('expires_in' in answer)) return response;
  const { status, headers } = response;
  return Response.json({ ...answer, expires_at: undefined }, { status, headers });
};

const authFetch: typeof fetch = async (input, init) => {
  retryAfterSeconds = null;
  const response = await fetch(input, init);
  if (response.status === 429) retryAfterSeconds = Number(response.headers.get('retry-after')) || null;
  if (await saysEnded(addressOf(input), response)) localStore.setItem(endedKey, 'true');
  return byOwnClock(response);
};

/** How many seconds to wait after the refusal that just arrived; null if it named no time. */
export const secondsToWait = () => retryAfterSeconds;

const storageKey = 'tessera-session';

/** A stored token that expires sooner is left to the client, which renews tokens 90 seconds before they expire. */
const freshMinMs = 120_000;

/** The session that the client stored; null if there is none, or it can't be read. */
const storedSession = (): AuthSession | null => {
  try {
    const stored = JSON.parse(localStore.getItem(storageKey) ?? 'null') as AuthSession | null;
    return stored?.user.user_metadata ? stored : null;
  } catch {
    return null;
  }
};

/** The stored session, if its token is good for a while; null if there is none, or it needs renewing. */
const freshSession = (): AuthSession | null => {
  const stored = storedSession();
  const expiresAtMs = (stored?.expires_at ?? 0) * 1_000;
  return expiresAtMs > Date.now() + freshMinMs ? stored : null;
};

// Read before the client removes the session from the address.
const initialAddress = new URL(window.location.href);
const hasCode = initialAddress.searchParams.has('code');
const hasSession = initialAddress.hash.includes('access_token=');
const hasFailure = /[?#&]error(_code|_description)?=/.test(initialAddress.href);

let opened: Promise<GoTrueClient> | undefined;

const openClient = async (): Promise<GoTrueClient> => {
  const { newClient } = await loadWithRetry(() => import('./auth-client.ts'));
  const client = newClient({ storageKey, flowType: hasCode ? 'pkce' : 'implicit', fetch: authFetch });
  // The client has read it by now. A token must not stay in the browser's history.
  const { hash, pathname, search } = window.location;
  if (hash.includes('access_token=')) window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  client.onAuthStateChange(updateSession);
  return client;
};

/**
 * The client of the accounts service; it keeps the session in local storage and refreshes its token. It also takes a
 * session from the page's address: directly from the hash, or in exchange for a code that this browser requested. Links
 * in the product's own emails carry the session itself, so that they also work in a browser that didn't request them.
 * The client is large, so it is loaded at its first use, and never for a visitor who doesn't sign in.
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

/** The token's assurance level: `aal2` once a second factor was given. Null for a token that can't be read. */
const levelOf = (token: string): unknown => {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return (JSON.parse(claims) as { readonly aal?: unknown }).aal;
  } catch {
    return null;
  }
};

/** Whether the account has a second factor, and whether this session has yet to give it. */
export type SecondFactor = 'off' | 'awaited' | 'given';

const factorKindsOf = (session: AuthSession | null): readonly string[] =>
  session?.user.factors?.filter(({ status }) => status === 'verified').map(({ factor_type }) => factor_type) ?? [];

const secondFactorOf = (session: AuthSession | null): SecondFactor => {
  if (!session || factorKindsOf(session).length === 0) return 'off';
  return levelOf(session.access_token) === 'aal2' ? 'given' : 'awaited';
};

const currentSecondFactor = atom<SecondFactor>('off');

/** While it is awaited, nobody counts as signed in: the server accepts nothing but the second factor. */
export const secondFactorAtom = atom((get) => get(currentSecondFactor));

const currentFactorKinds = atom<readonly string[]>([]);

/** The account's second factors: `totp` for an authenticator app, `webauthn` for a passkey. */
export const factorKindsAtom = atom((get) => get(currentFactorKinds));

const isFromLink = hasCode || hasSession || hasFailure;
const mayHaveSession = localStore.getItem(storageKey) !== null || isFromLink;

const currentSession = atom<Session | null | undefined>(mayHaveSession ? undefined : null);

/** The signed-in account, known before its role is; `undefined` for a visitor. */
export const accountIdAtom = atom((get) => get(currentSession)?.userId);

const currentUpdates = atom(0);

/** How many times the account's data was updated here. */
export const accountUpdatesAtom = atom((get) => get(currentUpdates));

interface FoundRole {
  readonly userId: string;
  readonly role: Role | null;
}

/** The role according to the account's profile, which decides if the session's metadata names none. */
export const foundRoleAtom = atom<FoundRole | null>(null);

/** `undefined` until the stored session has been read and its role is known; `null` for a visitor. */
export const sessionAtom = atom((get): Session | null | undefined => {
  const session = get(currentSession);
  if (!session || session.role) return session;
  const found = get(foundRoleAtom);
  return found?.userId === session.userId ? { ...session, role: found.role } : undefined;
});

const ended = atom(localStore.getItem(endedKey) !== null);

/** Whether the last session here ended without a sign-out in this browser: it expired, or was ended elsewhere. */
export const sessionEndedAtom = atom((get) => get(ended));

const recoveryKey = 'tessera-recovery';

/** Whether this tab was opened by the link in a password-reset email, and that account is still signed in. */
export const isRecovering = (userId: string) => tabStore.getItem(recoveryKey) === userId;

export const endRecovery = () => tabStore.removeItem(recoveryKey);

const showSession = (session: AuthSession | null) => {
  const secondFactor = secondFactorOf(session);
  store.set(currentSecondFactor, secondFactor);
  store.set(currentFactorKinds, factorKindsOf(session));
  store.set(currentSession, secondFactor === 'awaited' ? null : sessionOf(session));
};

const updateSession = (event: AuthChangeEvent, session: AuthSession | null) => {
  // Another tab's message can arrive before what it stored, such as why the session ended. A storage event follows.
  if (event === 'SIGNED_OUT' && localStore.getItem(storageKey) !== null) return;
  // Every tab receives this event, but the emailed link was opened in only one of them.
  if (event === 'PASSWORD_RECOVERY' && session && (hasSession || hasCode)) {
    tabStore.setItem(recoveryKey, session.user.id);
  }
  if (event === 'SIGNED_OUT') endRecovery();
  if (event === 'SIGNED_IN' || event === 'PASSWORD_RECOVERY') localStore.removeItem(endedKey);
  store.set(ended, localStore.getItem(endedKey) !== null);
  showSession(session);
  if (event === 'USER_UPDATED') store.set(currentUpdates, (count) => count + 1);
};

/** By then a page has shown its first view, which loads faster without the client. */
const openClientAfterMs = 3_000;

const restoreSession = async (): Promise<string | null> => {
  if (!mayHaveSession) return null;
  const fresh = isFromLink ? null : freshSession();
  if (fresh) {
    showSession(fresh);
    // From then on it renews the token, and follows other tabs.
    setTimeout(() => void openAuth(), openClientAfterMs);
    return null;
  }
  const { error } = await (await openAuth()).initialize();
  // The client notifies its listeners of a recovery in a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  return error && error.message;
};

/** Settles once the session or code in the page's address has been processed: with what was wrong with it, or null. */
export const arrivalFailure = restoreSession();

// Someone signed in or out in another tab. Once the client is open, it follows those who sign in on its own.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== storageKey) return;
  if (newValue === null) updateSession('SIGNED_OUT', null);
  else void openAuth();
});

/**
 * Removes a session that the server has ended; storage tells the other tabs. The client would keep it until its token
 * expires, or ask the server once more, by whose answer somebody may have signed in again.
 */
export const forgetSession = () => {
  localStore.removeItem(storageKey);
  updateSession('SIGNED_OUT', null);
};

const tokenOf = (session: AuthSession | null): string | null =>
  secondFactorOf(session) === 'awaited' ? null : (session?.access_token ?? null);

/** The token for the next call, refreshed if it is about to expire; null for a visitor, or while a factor is awaited. */
export const accessToken = async (): Promise<string | null> => {
  if (!opened) {
    if (!store.get(currentSession)) return null;
    const fresh = freshSession();
    if (fresh) return tokenOf(fresh);
  }
  return tokenOf((await (await openAuth()).getSession()).data.session);
};

/**
 * After the server refused a token: the session's next one, or null if the session itself has ended, of which every tab
 * is then notified. Never throws: without a connection it returns null, and the session stays.
 */
export const renewedToken = async (refused: string): Promise<string | null> => {
  const current = await accessToken();
  if (current !== refused) return current;
  const { data } = await (await openAuth()).refreshSession();
  const hasEnded = localStore.getItem(endedKey) !== null;
  if (hasEnded && storedSession()?.access_token === refused) forgetSession();
  return data.session?.access_token ?? null;
};

/** Ends the session here and on the server. @throws if the server can't be reached */
export const signOut = async (): Promise<void> => {
  const { error } = await (await openAuth()).signOut({ scope: 'local' });
  if (error) throw error;
};

/** Ends every other session of the account. @throws if the server can't be reached */
export const signOutOthers = async (): Promise<void> => {
  const { error } = await (await openAuth()).signOut({ scope: 'others' });
  if (error) throw error;
};
