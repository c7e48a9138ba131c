import type { GoTrueClient } from '@supabase/auth-js';
import { brandProfile, claimsOf, creatorProfile, newStorage, startAccounts } from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';

const minuteMs = 60_000;
const password = 'quiet-harbour';

let accounts: AccountsApp;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts?.close());

let count = 0;
const newEmail = () => `reader${(count += 1)}@example.com`;

const signUp = async (client: GoTrueClient, email = newEmail()) => {
  const data = { userType: 'creator', profile: creatorProfile(email) };
  const answer = await client.signUp({ email, password, options: { data } });
  if (answer.error || !answer.data.session) throw answer.error ?? new Error('no session');
  return { email, session: answer.data.session };
};

const signIn = async (email: string, storage = newStorage()) => {
  const client = accounts.client({ storage });
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
};

/** Whether the server accepts the client's current session. */
const isSignedIn = async (client: GoTrueClient) => (await client.getUser()).error === null;

/** Refreshes now, as a browser would whose clock moved on with the server's: the client's own clock says it is too early. */
const refresh = async (client: GoTrueClient, refresh_token?: string) => {
  const { data, error } = await client.refreshSession(refresh_token ? { refresh_token } : undefined);
  return { session: data.session, code: error ? (error.code ?? error.name) : null };
};

describe('the browser’s own client library', () => {
  it('[API-01] [API-02] [API-03] [ENT-21] [ENT-22] signs up with the profile and is signed in', async () => {
    const client = accounts.client();
    const { session, email } = await signUp(client);
    expect(session.user).toMatchObject({ email, user_metadata: { userType: 'creator', name: 'Mira Lund' } });
    expect((await client.getSession()).data.session?.access_token).toBe(session.access_token);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('[API-07] [API-08] [API-11] signs in and reads its own account', async () => {
    const { email } = await signUp(accounts.client());
    const { client, session } = await signIn(email);
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({ id: session.user.id, email, user_metadata: { userType: 'creator' } });
    expect(claimsOf(session.access_token)).toMatchObject({ amr: [{ method: 'password' }], aal: 'aal1' });
  });

  it('[ERR-08] passes on a refusal in the server’s own words', async () => {
    const { email } = await signUp(accounts.client());
    const client = accounts.client();
    const seen = [
      await client.signInWithPassword({ email, password: 'wrong-harbour' }),
      await client.signUp({ email, password, options: { data: { userType: 'brand', profile: brandProfile(email) } } }),
      await client.signUp({ email: newEmail(), password: '12345', options: { data: { userType: 'brand' } } }),
      await client.refreshSession({ refresh_token: 'not-one-of-ours' }),
    ].map(({ error }) => [error?.status, error?.code, error?.message]);
    expect(seen).toEqual([
      [400, 'invalid_credentials', 'Invalid login credentials'],
      [422, 'user_already_exists', 'User already registered'],
      [400, 'validation_failed', 'Password must be at least 6 characters'],
      [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
    ]);
    expect((await client.getSession()).data.session).toBeNull();
  });

  it('[API-49] [API-16] is refused one-time passwords and single sign-on', async () => {
    const client = accounts.client();
    await signUp(client);
    const refusals = [
      (await client.signInWithOtp({ email: newEmail() })).error,
      (await client.signInWithSSO({ domain: 'example.com' })).error,
    ];
    for (const error of refusals) expect(error).toMatchObject({ status: 404, code: 'not_found' });
    expect(await isSignedIn(client)).toBe(true);
  });

  it('[API-09] refreshes fifty times concurrently: all get the same successor, and the session continues', async () => {
    const { session } = await signUp(accounts.client());
    const tabs = Array.from({ length: 50 }, () => accounts.client({ storage: newStorage() }));
    const answers = await Promise.all(tabs.map((tab) => refresh(tab, session.refresh_token)));
    const successors = new Set(answers.map((answer) => answer.session?.refresh_token));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(session.refresh_token);
    expect(await Promise.all(tabs.map(isSignedIn))).toEqual(tabs.map(() => true));
    accounts.clock.pass(minuteMs);
    expect((await refresh(tabs[17]!)).code).toBeNull();
  });

  it('[API-09] loses its session when its old token is used again later; the owner’s session on another device continues', async () => {
    const thief = accounts.client({ storage: newStorage() });
    const owner = accounts.client({ storage: newStorage() });
    const { email, session } = await signUp(owner);
    const elsewhere = await signIn(email);
    const latest = (await refresh(owner)).session?.refresh_token;
    accounts.clock.pass(11_000);
    expect((await refresh(thief, session.refresh_token)).code).toBe('refresh_token_already_used');
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(owner)).toBe(false);
    expect((await refresh(owner, latest)).code).toBe('refresh_token_not_found');
    expect(await isSignedIn(elsewhere.client)).toBe(true);
    expect((await refresh(elsewhere.client)).code).toBeNull();
  });

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('[API-13] [AUTH-96] signs out (%s)', async (scope, alive) => {
    const first = accounts.client({ storage: newStorage() });
    const { email, session } = await signUp(first);
    const devices = [
      { client: first, token: session.refresh_token },
      ...(await Promise.all([signIn(email), signIn(email)])).map((device) => ({
        client: device.client,
        token: device.session.refresh_token,
      })),
    ];
    expect((await first.signOut({ scope })).error).toBeNull();
    const after = await Promise.all(
      devices.map(({ token }) => refresh(accounts.client({ storage: newStorage() }), token)),
    );
    expect(after.map(({ code }) => code === null)).toEqual(alive);
    expect((await first.getSession()).data.session === null).toBe(scope !== 'others');
  });

  it('[API-12] [API-50] changes the password: this session continues, and the others end', async () => {
    const client = accounts.client({ storage: newStorage() });
    const { email } = await signUp(client);
    const elsewhere = await signIn(email);
    expect((await client.updateUser({ password: 'a-better-harbour', current_password: password })).error).toBeNull();
    expect([await isSignedIn(client), await isSignedIn(elsewhere.client)]).toEqual([true, false]);
    expect((await elsewhere.client.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await elsewhere.client.signInWithPassword({ email, password: 'a-better-harbour' })).error).toBeNull();
  });

  it('[ENT-22] has its session back after a reload', async () => {
    const storage = newStorage();
    const { session } = await signUp(accounts.client({ storage }));
    const reloaded = accounts.client({ storage });
    expect((await reloaded.getSession()).data.session?.refresh_token).toBe(session.refresh_token);
    expect(await isSignedIn(reloaded)).toBe(true);
    accounts.clock.pass(16 * minuteMs);
    expect(await isSignedIn(reloaded)).toBe(false);
    expect((await refresh(accounts.client({ storage }))).code).toBeNull();
    expect(await isSignedIn(accounts.client({ storage }))).toBe(true);
  });

  it('[API-09] [ENT-22] shares one session between two tabs, whichever refreshes it', async () => {
    const storage = newStorage();
    const [one, other] = [accounts.client({ storage }), accounts.client({ storage })];
    await signUp(one);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([refresh(one), refresh(other)]);
      // The library itself discards an answer if the other tab has stored one in the meantime.
      const refusals = answers.map(({ code }) => code).filter((code) => code !== 'AuthRefreshDiscardedError');
      expect(refusals.filter((code) => code !== null)).toEqual([]);
      expect(await Promise.all([isSignedIn(one), isSignedIn(other)])).toEqual([true, true]);
      accounts.clock.pass(minuteMs);
      expect((await refresh(round % 2 === 0 ? one : other)).code).toBeNull();
      accounts.clock.pass(minuteMs);
    }
    await one.signOut();
    expect((await other.getSession()).data.session).toBeNull();
  });
});
