import { ChakraProvider } from '@chakra-ui/react';
import { render, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { server } from '../testing/server.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { pass, settled } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';

const mara = { id: 'mara', email: 'mara@studio.test', user_metadata: { userType: 'creator' } };
const untyped = { ...mara, user_metadata: {} };

const token = 'POST /auth/v1/token';
const renewal = `${token}?grant_type=refresh_token`;
const logout = 'POST /auth/v1/logout';
const readProfile = 'GET /api/profile';

interface Announcement {
  readonly data: { readonly event: string; readonly session: null };
}
type Listener = (message: Announcement) => Promise<void>;

/** To the other tabs: each client opens one, and announces there what becomes of the session. */
class FakeChannel {
  static opened = 0;
  static events: string[] = [];
  static listeners: Listener[] = [];
  constructor() {
    FakeChannel.opened += 1;
  }
  addEventListener(_type: string, listener: Listener) {
    FakeChannel.listeners.push(listener);
  }
  postMessage({ event }: Announcement['data']) {
    FakeChannel.events.push(event);
  }
}

const tokenOf = (user: object, expiresInSeconds = 900) => ({
  access_token: 'a.b.c',
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: expiresInSeconds,
  expires_at: Math.floor(Date.now() / 1_000) + expiresInSeconds,
  user,
});

const profile = { role: 'creator', user_id: 'mara', name: 'Mara', email: mara.email };

const userBecomes = (user: object) =>
  ['GET', 'PUT'].forEach((method) => server.answer(`${method} /auth/v1/user`, user));

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  // Otherwise one test's application would act as another tab of the next one's.
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.assign(FakeChannel, { opened: 0, events: [], listeners: [] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.answer(readProfile, profile);
  userBecomes(mara);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Starts the application at the current address, with what the browser has stored. */
const start = async () => {
  const [session, profiles, { store }] = await Promise.all([
    import('./session.ts'),
    import('../accounts/profile/profile.atoms.ts'),
    import('./store.ts'),
  ]);
  const names: (string | undefined)[] = [];
  store.sub(profiles.profileAtom, () => names.push(store.get(profiles.profileAtom)?.name));
  let failure: string | null | undefined;
  void session.arrivalFailure.then((found) => (failure = found));
  await waitFor(() => expect(failure).not.toBeUndefined());
  return {
    ...session,
    names,
    failure,
    session: () => store.get(session.sessionAtom),
    hasEnded: () => store.get(session.sessionEndedAtom),
    profile: () => store.get(profiles.profileAtom),
  };
};

const keep = (user: object, expiresInSeconds?: number) =>
  localStorage.setItem('tessera-session', JSON.stringify(tokenOf(user, expiresInSeconds)));

const signIn = async ({ openAuth }: Awaited<ReturnType<typeof start>>, user: object = mara) => {
  const auth = await openAuth();
  server.answer(token, tokenOf(user));
  const { error } = await auth.signInWithPassword({ email: mara.email, password: 'secret-12' });
  expect(error).toBeNull();
};

test('[AUTH-87][AUTH-72] signing in loads the user type, from the metadata if it names one, and the profile', async () => {
  const app = await start();
  expect(app.session()).toBeNull();
  server.answer(readProfile, { ...profile, role: 'brand' });
  await signIn(app);
  expect(app.session()).toMatchObject({ userId: 'mara', role: 'creator' });
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara' }));
  expect(app.session()).toMatchObject({ role: 'creator' });
});

test('[GAL-22] a session with a good token shows the account before the client is opened, which follows it later', async () => {
  keep(mara);
  const app = await start();
  expect(app.session()).toMatchObject({ userId: 'mara', role: 'creator', accessToken: 'a.b.c' });
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara' }));
  expect(await app.accessToken()).toBe('a.b.c');
  expect(FakeChannel.opened).toBe(0);
  await pass(3_000);
  await waitFor(() => expect(FakeChannel.opened).toBe(1));
  expect(app.session()).toMatchObject({ userId: 'mara' });
});

test('[GAL-22] a session that awaits its second factor, or that can’t be read, shows no account', async () => {
  keep({ ...mara, factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }] });
  const app = await start();
  expect(app.session()).toBeNull();
  expect(await app.accessToken()).toBeNull();
  for (const unreadable of ['{"expires_at":', '{"expires_at":99999999999,"access_token":"a.b.c"}']) {
    vi.resetModules();
    localStorage.setItem('tessera-session', unreadable);
    expect((await start()).session()).toBeNull();
  }
});

test('[GAL-22] a token that expires before the client is opened is renewed at once', async () => {
  const nowMs = Date.now();
  server.answer(renewal, { ...tokenOf(mara), access_token: 'new' });
  keep(mara, 130);
  const app = await start();
  vi.setSystemTime(nowMs + 60_000);
  expect(await app.accessToken()).toBe('new');
});

test('[GAL-22] a visitor loads no client until someone signs in in another tab', async () => {
  const app = await start();
  expect(app.session()).toBeNull();
  expect(await app.accessToken()).toBeNull();
  window.dispatchEvent(new StorageEvent('storage', { key: 'tessera-cart', newValue: '{}' }));
  await pass(60_000);
  expect(FakeChannel.opened).toBe(0);
  keep(mara);
  const newValue = localStorage.getItem('tessera-session');
  window.dispatchEvent(new StorageEvent('storage', { key: 'tessera-session', newValue }));
  await waitFor(() => expect(app.session()).toMatchObject({ userId: 'mara', role: 'creator' }));
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara' }));
});

test('[AUTH-73] without a type in the metadata, the table that has a row for the account decides', async () => {
  const app = await start();
  server.answer(readProfile, { ...profile, role: 'brand' });
  await signIn(app, untyped);
  expect(app.session()).toBeUndefined();
  await waitFor(() => expect(app.session()).toMatchObject({ userId: 'mara', role: 'brand' }));
});

test.each([
  ['not_found', 404],
  ['PGRST116', 406],
])('[ERR-09] a missing profile (%s) is not reported as an error', async (code, status) => {
  const app = await start();
  const { Toasts } = await import('./toast.tsx');
  render(createElement(ChakraProvider, { value: system, children: createElement(Toasts) }));
  server.refuse(readProfile, status, { code });
  await signIn(app, untyped);
  await waitFor(() => expect(app.session()).toMatchObject({ userId: 'mara', role: null }));
  expect(app.profile()).toBeNull();
  await pass(100);
  expect(toasts()).toEqual([]);
});

test('[AUTH-88] signing out clears user, type and profile, and nothing of them is kept', async () => {
  const app = await start();
  await signIn(app);
  await waitFor(() => expect(app.profile()).not.toBeNull());
  server.answer(logout);
  await app.signOut();
  expect(app.session()).toBeNull();
  expect(app.profile()).toBeNull();
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

test('[AUTH-92] there is no demo user: what a browser keeps under a demo’s names signs nobody in', async () => {
  for (const name of ['demoMode', 'demo-mode', 'isDemoMode', 'demoUser']) localStorage.setItem(name, 'true');
  window.history.replaceState(null, '', '/?demo=true');
  const app = await start();
  expect(app.session()).toBeNull();
});

test('[AUTH-90] an updated user reloads session and profile', async () => {
  const app = await start();
  await signIn(app);
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara' }));
  server.answer(readProfile, { ...profile, name: 'Mara Lind' });
  userBecomes({ ...mara, email: 'mara@lind.test' });
  await (await app.openAuth()).updateUser({ password: 'secret-13' });
  expect(app.session()).toMatchObject({ email: 'mara@lind.test' });
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara Lind' }));
});

test('a profile that can’t be reloaded stays as it was', async () => {
  const app = await start();
  await signIn(app);
  await waitFor(() => expect(app.profile()).not.toBeNull());
  userBecomes(mara);
  server.refuse(readProfile, 403, { code: 'forbidden' });
  await (await app.openAuth()).updateUser({ password: 'secret-13' });
  await waitFor(() => expect(server.asked(readProfile)).toHaveLength(2));
  server.answer(readProfile, { ...profile, name: 'Mara Lind' });
  await (await app.openAuth()).updateUser({ password: 'secret-14' });
  await waitFor(() => expect(app.profile()).toMatchObject({ name: 'Mara Lind' }));
  expect(app.names).toEqual(['Mara', 'Mara Lind']);
});

test('[API-10] the session is refreshed when less than 90 seconds remain, and not before', async () => {
  const nowMs = Date.now();
  server.answer(renewal, { ...tokenOf(mara), access_token: 'new' });
  keep(mara, 300);
  const app = await start();
  vi.setSystemTime(nowMs + 209_000);
  expect(await app.accessToken()).toBe('a.b.c');
  expect(server.asked(renewal)).toEqual([]);
  vi.setSystemTime(nowMs + 211_000);
  expect(await app.accessToken()).toBe('new');
  expect(server.bodies(renewal)).toEqual([{ refresh_token: 'r1' }]);
});

test('[AUTH-91] a refreshed token is adopted without reading the profile again', async () => {
  const app = await start();
  await signIn(app);
  await waitFor(() => expect(app.profile()).not.toBeNull());
  server.answer(token, { ...tokenOf(mara), access_token: 'new' });
  await (await app.openAuth()).refreshSession();
  expect(FakeChannel.events).toContain('TOKEN_REFRESHED');
  expect(app.session()).toMatchObject({ accessToken: 'new' });
  expect(server.asked(readProfile)).toHaveLength(1);
});

const hash = '#access_token=a.b.c&refresh_token=r1&expires_in=900&token_type=bearer';

test('[API-45][AUTH-91][RESET-22] a session in the address’s hash is adopted; its tab knows if it is a recovery', async () => {
  window.history.replaceState(null, '', `/auth/reset-password${hash}&type=recovery`);
  const app = await start();
  expect(app.failure).toBeNull();
  expect(app.session()).toMatchObject({ userId: 'mara', accessToken: 'a.b.c' });
  expect(FakeChannel.events).toContain('PASSWORD_RECOVERY');
  expect(app.isRecovering('mara')).toBe(true);
  expect(app.isRecovering('somebody-else')).toBe(false);
  expect(window.location.href).not.toContain('a.b.c');
});

test('[FIX-01] a recovery is a new session: that the one before it ended is no longer said', async () => {
  localStorage.setItem('tessera-session-ended', 'true');
  window.history.replaceState(null, '', `/auth/reset-password${hash}&type=recovery`);
  const app = await start();
  expect([app.session()?.userId, app.hasEnded()]).toEqual(['mara', false]);
});

test('[RESET-22] a session in the hash that is not from a reset email is no recovery, and signing out ends one', async () => {
  window.history.replaceState(null, '', `/auth${hash}&type=signup`);
  const confirmed = await start();
  expect(confirmed.session()).toMatchObject({ userId: 'mara' });
  expect(confirmed.isRecovering('mara')).toBe(false);
  vi.resetModules();
  window.history.replaceState(null, '', `/auth/reset-password${hash}&type=recovery`);
  const app = await start();
  expect(app.isRecovering('mara')).toBe(true);
  server.answer(logout);
  await app.signOut();
  expect(app.isRecovering('mara')).toBe(false);
});

test('[API-46] a code in the address is exchanged for a session with the secret that this browser stored', async () => {
  localStorage.setItem('tessera-session-code-verifier', JSON.stringify('the-secret/recovery'));
  window.history.replaceState(null, '', '/auth/reset-password?code=one-time-code');
  server.answer(`${token}?grant_type=pkce`, tokenOf(mara));
  const app = await start();
  expect(server.bodies(`${token}?grant_type=pkce`)).toEqual([
    { auth_code: 'one-time-code', code_verifier: 'the-secret' },
  ]);
  expect(app.session()).toMatchObject({ userId: 'mara' });
  expect(app.isRecovering('mara')).toBe(true);
  expect(window.location.search).toBe('');
});

test('a failed link says why, and keeps the existing session', async () => {
  keep(mara);
  const said = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  window.history.replaceState(null, '', `/auth/reset-password${said}`);
  const app = await start();
  expect(app.failure).toBe('Email link is invalid or has expired');
  expect(app.session()).toMatchObject({ userId: 'mara' });
  expect(app.isRecovering('mara')).toBe(false);
});

const order = 'GET /api/orders/o1';
const notSignedIn = { code: 'not_signed_in', message: 'Ended.' };

test('[FIX-01] a token that the server refuses is renewed, and the call is sent once more with the next one', async () => {
  const app = await start();
  await signIn(app);
  const { get } = await import('./send.ts');
  server.answer(token, { ...tokenOf(mara), access_token: 'new' });
  server.refuseOnce(order, 401, notSignedIn);
  server.answer(order, { value: 1 });
  expect(await get('/api/orders/o1')).toEqual({ value: 1 });
  expect(app.session()).toMatchObject({ accessToken: 'new' });
});

test('[FIX-01] a session that is refused a new token has ended, for every tab; signing in begins another', async () => {
  const app = await start();
  await signIn(app);
  const { get } = await import('./send.ts');
  server.answer(token, () => Response.json({ code: 400, error_code: 'refresh_token_not_found' }, { status: 400 }));
  server.refuse(order, 401, notSignedIn);
  await expect(get('/api/orders/o1')).rejects.toMatchObject({ status: 401 });
  expect(app.session()).toBeNull();
  expect(app.hasEnded()).toBe(true);
  vi.resetModules();
  expect((await start()).hasEnded()).toBe(true);
  await signIn(app);
  expect(app.hasEnded()).toBe(false);
});

test('[FIX-01] of several calls that find the session ended, none ends the one begun meanwhile', async () => {
  const app = await start();
  await signIn(app);
  const { get } = await import('./send.ts');
  server.answer(token, () => Response.json({ code: 400, error_code: 'refresh_token_not_found' }, { status: 400 }));
  server.refuse(order, 401, notSignedIn);
  const [first, second] = [server.hold(logout), server.hold(logout)];
  const calls = [get('/api/orders/o1'), get('/api/orders/o1')].map((call) => call.catch(() => null));
  await settled();
  await first.answer();
  expect(app.session()).toBeNull();
  await signIn(app);
  await second.answer();
  await Promise.all(calls);
  expect(app.session()).toMatchObject({ userId: 'mara' });
});

test('[FIX-01] a session that is found to have ended as its account is read has a reason as well; signing out has none', async () => {
  const app = await start();
  await signIn(app);
  const gone = () => Response.json({ code: 403, error_code: 'session_not_found' }, { status: 403 });
  server.answer('GET /auth/v1/user', gone);
  await (await app.openAuth()).getUser();
  expect([app.session(), app.hasEnded()]).toEqual([null, true]);
  await signIn(app);
  server.answer(logout, gone);
  await app.signOut();
  expect([app.session(), app.hasEnded()]).toEqual([null, false]);
});

test('[FIX-01] a session that another tab ended is known to have ended, even if its message arrives before what it stored', async () => {
  const app = await start();
  await signIn(app);
  const { store } = await import('./store.ts');
  const reasons: boolean[] = [];
  store.sub(app.sessionAtom, () => reasons.push(app.hasEnded()));
  const signedOut = { data: { event: 'SIGNED_OUT', session: null } };
  for (const listener of FakeChannel.listeners) await listener(signedOut);
  localStorage.setItem('tessera-session-ended', 'true');
  localStorage.removeItem('tessera-session');
  window.dispatchEvent(new StorageEvent('storage', { key: 'tessera-session', newValue: null }));
  expect(app.session()).toBeNull();
  expect(reasons).toEqual([true]);
});

test('[FIX-01] while the server doesn’t answer, a refused token doesn’t end the session', async () => {
  const app = await start();
  await signIn(app);
  const { get } = await import('./send.ts');
  server.refuse(token, 503);
  server.refuse(order, 401, notSignedIn);
  // The client keeps asking for a new token for half a minute.
  const refused = expect(get('/api/orders/o1')).rejects.toMatchObject({ status: 401 });
  await pass(30_000);
  await refused;
  expect(app.session()).toMatchObject({ userId: 'mara' });
  expect(app.hasEnded()).toBe(false);
});

test('a rate-limit refusal says how many seconds to wait', async () => {
  const app = await start();
  server.answer(token, () =>
    Response.json(
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Slow down' },
      {
        status: 429,
        headers: { 'retry-after': '42' },
      },
    ),
  );
  const { error } = await (await app.openAuth()).signInWithPassword({ email: mara.email, password: 'secret-12' });
  expect(error).toMatchObject({ status: 429, message: 'Slow down' });
  expect(app.secondsToWait()).toBe(42);
});

test.each([20, -20])(
  '[FIX-30] a device’s clock that is %i minutes wrong neither renews each call’s token nor keeps it too long',
  async (minutes) => {
    const serverNow = Date.now();
    vi.setSystemTime(serverNow + minutes * 60_000);
    const app = await start();
    const auth = await app.openAuth();
    server.answer(token, { ...tokenOf(mara), expires_at: serverNow / 1_000 + 900 });
    await auth.signInWithPassword({ email: mara.email, password: 'secret-12' });
    const asked = server.asked(renewal).length;
    for (let call = 0; call < 5; call += 1) expect(await app.accessToken()).toBe('a.b.c');
    expect(server.asked(renewal)).toHaveLength(asked);
    expect(JSON.parse(localStorage.getItem('tessera-session') ?? '{}')).toMatchObject({
      expires_at: Math.round(Date.now() / 1_000) + 900,
    });
  },
);

const refuseData = (name: string) => (): never => {
  throw new DOMException('refused', name);
};

test('[FIX-30] a browser without space for a renewed token stays signed in', async () => {
  keep(mara, 60);
  server.answer(renewal, { ...tokenOf(mara), access_token: 'd.e.f', refresh_token: 'r2' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuseData('QuotaExceededError'));
  const app = await start();
  expect(app.session()).toMatchObject({ userId: 'mara', accessToken: 'd.e.f' });
  expect(await app.accessToken()).toBe('d.e.f');
});

test('[FIX-30] where site data is blocked, one can sign in, for as long as the page stays', async () => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, name, 'get').mockImplementation(refuseData('SecurityError'));
  }
  const app = await start();
  expect(app.session()).toBeNull();
  await signIn(app);
  expect(app.session()).toMatchObject({ userId: 'mara' });
  expect(await app.accessToken()).toBe('a.b.c');
});
