import type { GoTrueClient, MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { authenticator } from '../support/doubles/authenticator.ts';
import { claimsOf, creatorProfile, startAccounts } from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';
import { securityKey } from '../support/doubles/security-key.ts';
import type { SecurityKey } from '../support/doubles/security-key.ts';

const minuteMs = 60_000;
const password = 'quiet-harbour';

let accounts: AccountsApp;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts?.close());

let count = 0;

/** A browser with a new account that is signed in. */
const signUp = async () => {
  const email = `holder${(count += 1)}@example.com`;
  const client = accounts.client();
  const data = { userType: 'creator', profile: creatorProfile(email) };
  const { data: answer, error } = await client.signUp({ email, password, options: { data } });
  if (error || !answer.session) throw error ?? new Error('no session');
  return { client, email, id: answer.session.user.id };
};

const signIn = async (email: string) => {
  const client = accounts.client();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
};

const tokenOf = async (client: GoTrueClient) => (await client.getSession()).data.session?.access_token ?? '';

const enroll = async (client: GoTrueClient, friendlyName?: string) => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', ...(friendlyName ? { friendlyName } : {}) });
  if (error) throw error;
  return { ...data, app: authenticator(data.totp.uri, accounts.clock.now) };
};

/** An account with its app set up and the first code used. */
const withFactor = async () => {
  const holder = await signUp();
  const { id: factorId, app } = await enroll(holder.client);
  const { error } = await holder.client.mfa.challengeAndVerify({ factorId, code: app.codeAt(0) });
  if (error) throw error;
  return { ...holder, factorId, app };
};

/** Moves the clock by half a minute, so that the code is a new one. */
const later = ({ app }: { app: ReturnType<typeof authenticator> }) => {
  accounts.clock.pass(30_000);
  return app.codeAt(0);
};

const levels = async (client: GoTrueClient) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

const newCodes = async (token: string) => {
  const answer = await accounts.call('POST', '/api/account/recovery-codes', { token });
  return (answer.body as unknown as { codes: readonly string[] }).codes;
};

describe('an authenticator app through the browser’s own client library', () => {
  it('[SEC-19] is enrolled, challenged, verified, listed and unenrolled; the assurance level rises and falls with it', async () => {
    const { client, email } = await signUp();
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
    const { data: enrolled, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(error).toBeNull();
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const { qr_code, secret, uri } = enrolled!.totp;
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`Tessera:${email}`);
    const factorId = enrolled!.id;
    const listed = async () => (await client.mfa.listFactors()).data!;
    expect(await listed()).toMatchObject({ all: [{ id: factorId, status: 'unverified' }], totp: [] });

    const challenge = await client.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const code = authenticator(uri, accounts.clock.now).codeAt(0);
    const verified = await client.mfa.verify({ factorId, challengeId: challenge.data!.id, code });
    expect(verified.error).toBeNull();
    expect(verified.data).toMatchObject({ token_type: 'bearer', user: { factors: [{ status: 'verified' }] } });
    expect(claimsOf(verified.data!.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(await listed()).toMatchObject({
      totp: [{ id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }],
    });
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    const refreshed = (await client.refreshSession()).data.session!;
    expect(claimsOf(refreshed.access_token)).toMatchObject({ aal: 'aal2' });

    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await listed()).all).toEqual([]);
    await client.refreshSession();
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
  });

  it('[SEC-19] refuses unknown kinds and factors, taken names, old challenges and wrong codes with the protocol’s errors', async () => {
    const { client } = await signUp();
    const { id: factorId, app } = await enroll(client, 'Phone');
    const { data: other } = await client.mfa.challenge({ factorId });
    const { data: challenge } = await client.mfa.challenge({ factorId });
    const code = app.codeAt(0);
    const unknownFactor = '0190c0de-0000-7000-8000-000000000009';
    const seen = [
      await client.mfa.enroll({ factorType: 'phone', phone: '+14155550100' }),
      await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }),
      await client.mfa.challenge({ factorId: unknownFactor }),
      await client.mfa.unenroll({ factorId: unknownFactor }),
      await client.mfa.verify({ factorId, challengeId: other!.id, code }),
      await client.mfa.verify({ factorId, challengeId: challenge!.id, code: app.codeAt(7) }),
    ].map(({ error }) => [error?.status, error?.code]);
    expect(seen).toEqual([
      [400, 'validation_failed'],
      [422, 'mfa_factor_name_conflict'],
      [404, 'mfa_factor_not_found'],
      [404, 'mfa_factor_not_found'],
      [422, 'mfa_challenge_expired'],
      [422, 'mfa_verification_failed'],
    ]);
    for (let more = 0; more < 9; more += 1) await enroll(client);
    expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('too_many_enrolled_mfa_factors');
    accounts.clock.pass(5 * minuteMs);
    const late = await client.mfa.verify({ factorId, challengeId: challenge!.id, code: app.codeAt(0) });
    expect(late.error?.code).toBe('mfa_challenge_expired');
  });

  it('[SEC-08] accepts each code once, and the previous and next one because clocks differ, but no other', async () => {
    const { client, factorId, app } = await withFactor();
    const verify = async (code: string) =>
      (await client.mfa.challengeAndVerify({ factorId, code })).error?.code ?? 'taken';
    expect(await verify(app.codeAt(0))).toBe('mfa_verification_failed');
    expect(await verify(app.codeAt(-1))).toBe('mfa_verification_failed');
    expect(await verify(app.codeAt(2))).toBe('mfa_verification_failed');
    expect(await verify(app.codeAt(1))).toBe('taken');
    expect(await verify(app.codeAt(1))).toBe('mfa_verification_failed');
    accounts.clock.pass(4 * 30_000);
    expect(await verify(app.codeAt(-2))).toBe('mfa_verification_failed');
    expect(await verify(app.codeAt(-1))).toBe('taken');
    const code = app.codeAt(0);
    const { data } = await client.mfa.challenge({ factorId });
    const token = await tokenOf(client);
    const body = { challenge_id: data!.id, code };
    const tries = Array.from({ length: 8 }, () =>
      accounts.call('POST', `/auth/v1/factors/${factorId}/verify`, { token, body }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('[SEC-08] accepts no code, right or wrong, for fifteen minutes after ten wrong ones in a row', async () => {
    const { client, factorId, app } = await withFactor();
    const verify = async (code: string) =>
      (await client.mfa.challengeAndVerify({ factorId, code })).error?.code ?? 'taken';
    for (let wrong = 0; wrong < 10; wrong += 1) expect(await verify(app.codeAt(9))).toBe('mfa_verification_failed');
    accounts.clock.pass(30_000);
    expect(await verify(app.codeAt(0))).toBe('over_request_rate_limit');
    accounts.clock.pass(14 * minuteMs);
    expect(await verify(app.codeAt(0))).toBe('over_request_rate_limit');
    accounts.clock.pass(minuteMs);
    await client.refreshSession();
    expect(await verify(app.codeAt(0))).toBe('taken');
  });
});

describe('signing in to an account with a second factor', () => {
  it('[SEC-08] allows nothing until the code is entered except reading the own account, entering the code and signing out', async () => {
    const { email, factorId, ...holder } = await withFactor();
    const { client, token } = await signIn(email);
    expect(claimsOf(token)).toMatchObject({ aal: 'aal1' });
    expect(await levels(client)).toEqual(['aal1', 'aal2']);
    const refusedCalls = [
      ['GET', '/api/profile'],
      ['PATCH', '/api/profile'],
      ['GET', '/api/account/recovery-codes'],
      ['POST', '/api/account/recovery-codes'],
    ] as const;
    for (const [method, path] of refusedCalls) {
      const answer = await accounts.call(method, path, { token, ...(method === 'GET' ? {} : { body: {} }) });
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, 'second_factor_required']);
    }
    const refusals = [
      await client.updateUser({ password: 'a-better-harbour', current_password: password }),
      await client.mfa.enroll({ factorType: 'totp' }),
      await client.mfa.unenroll({ factorId }),
    ].map(({ error }) => [error?.status, error?.code]);
    expect(refusals).toEqual(refusals.map(() => [403, 'insufficient_aal']));
    expect((await client.refreshSession()).error).toBeNull();
    expect(await levels(client)).toEqual(['aal1', 'aal2']);
    expect((await client.mfa.challengeAndVerify({ factorId, code: later(holder) })).error).toBeNull();
    expect((await accounts.call('GET', '/api/profile', { token: await tokenOf(client) })).status).toBe(200);

    const left = await signIn(email);
    expect((await left.client.signOut({ scope: 'local' })).error).toBeNull();
    expect((await accounts.call('GET', '/auth/v1/user', { token: left.token })).body.error_code).toBe(
      'session_not_found',
    );
  });

  it('[SEC-08] setting up a factor ends every other session, and an unfinished setup unlocks nothing', async () => {
    const { client, email } = await signUp();
    const elsewhere = await signIn(email);
    const unfinished = await enroll(elsewhere.client);
    const { id: factorId, app } = await enroll(client);
    await client.mfa.challengeAndVerify({ factorId, code: app.codeAt(0) });
    expect((await elsewhere.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);

    const second = await enroll(client);
    const thief = await signIn(email);
    for (const begun of [unfinished, second]) {
      const verified = await thief.client.mfa.challengeAndVerify({ factorId: begun.id, code: begun.app.codeAt(0) });
      expect(['mfa_factor_not_found', 'insufficient_aal']).toContain(verified.error?.code);
    }
    expect(await levels(thief.client)).toEqual(['aal1', 'aal2']);
  });

  it('[SEC-08] its secret and its recovery codes are unencrypted nowhere: vault, events, log', async () => {
    const { client, id } = await signUp();
    const { id: factorId, totp, app } = await enroll(client);
    await client.mfa.challengeAndVerify({ factorId, code: app.codeAt(3) });
    await client.mfa.challengeAndVerify({ factorId, code: app.codeAt(0) });
    const [code = ''] = await newCodes(await tokenOf(client));
    const kept = JSON.stringify([
      await accounts.engines.vault.get('second-factors', id),
      await accounts.engines.events.readStream(`account-${id}`),
      accounts.logged,
    ]);
    expect(kept).toContain('SecondFactorAdded');
    expect(kept).toContain(factorId);
    for (const secret of [totp.secret, code, code.replace('-', '')]) expect(kept).not.toContain(secret);
  });
});

describe('recovery codes', () => {
  const use = (token: string, code: string) =>
    accounts.call('POST', '/api/account/recovery-codes/use', { token, body: { code } });

  it('[SEC-08] ten are shown, once; each works once in place of a code, however it is typed', async () => {
    const { client, email } = await withFactor();
    const codes = await newCodes(await tokenOf(client));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);

    const { token } = await signIn(email);
    expect((await use(token, 'AAAAA-AAAAA')).body.error.code).toBe('wrong_code');
    const typed = ` ${codes[3]!.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const { status, body } = await use(token, typed);
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, {}] });
    expect((await accounts.call('GET', '/api/profile', { token: body.access_token })).status).toBe(200);
    const left = await accounts.call('GET', '/api/account/recovery-codes', { token: body.access_token });
    expect(left.body).toEqual({ left: 9 });

    const again = await signIn(email);
    expect((await use(again.token, codes[3]!)).body.error.code).toBe('wrong_code');
    expect((await use(again.token, codes[4]!)).status).toBe(200);
  });

  it('[SEC-08] new ones invalidate the previous ones and are removed with the last factor', async () => {
    const { client, email, factorId } = await withFactor();
    const [old = ''] = await newCodes(await tokenOf(client));
    const [fresh = ''] = await newCodes(await tokenOf(client));
    const { token } = await signIn(email);
    expect((await use(token, old)).status).toBe(422);
    expect((await use(token, fresh)).status).toBe(200);
    await client.mfa.unenroll({ factorId });
    const without = await accounts.call('POST', '/api/account/recovery-codes', { token: await tokenOf(client) });
    expect(without.body.error.code).toBe('no_second_factor');
    expect((await use('not-a-token', fresh)).status).toBe(401);
  });

  it('[SEC-06] a session left open can’t set up a factor, remove one or create codes', async () => {
    const idle = await signUp();
    const { client, factorId, ...holder } = await withFactor();
    accounts.clock.pass(6 * minuteMs);
    const refusals = [
      await idle.client.mfa.enroll({ factorType: 'totp' }),
      await client.mfa.unenroll({ factorId }),
      await client.updateUser({ password: 'a-better-harbour', current_password: password }),
    ].map(({ error }) => error?.code);
    expect(refusals).toEqual(refusals.map(() => 'reauthentication_needed'));
    const codes = await accounts.call('POST', '/api/account/recovery-codes', { token: await tokenOf(client) });
    expect([codes.status, codes.body.error.code]).toEqual([403, 'confirmation_needed']);

    await client.mfa.challengeAndVerify({ factorId, code: later(holder) });
    expect((await client.updateUser({ password: 'a-better-harbour', current_password: password })).error).toBeNull();
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });
});

describe('a passkey', () => {
  /** The client library sends these values, but the service trusts only the operator's settings. */
  const clientSettings = { rpId: 'elsewhere.example', rpOrigins: ['https://elsewhere.example'] };
  const here = () => ({ origin: accounts.url, rpId: new URL(accounts.url).hostname });

  /** A browser's credential object, which the client library turns into JSON. */
  const inBrowser = <Kind extends 'create' | 'request'>(json: unknown) =>
    ({ toJSON: () => json }) as unknown as MFAVerifyWebauthnParams<Kind>['webauthn']['credential_response'];

  const ask = async (client: GoTrueClient, factorId: string) => {
    const { data, error } = await client.mfa.challenge({ factorId, webauthn: clientSettings });
    if (error) throw error;
    return { challengeId: data.id, ...data.webauthn, publicKey: data.webauthn.credential_options.publicKey };
  };

  const sendCreated = (client: GoTrueClient, where: { factorId: string; challengeId: string }, made: unknown) =>
    client.mfa.verify({
      ...where,
      webauthn: { ...clientSettings, type: 'create', credential_response: inBrowser<'create'>(made) },
    });
  const sendUsed = (client: GoTrueClient, where: { factorId: string; challengeId: string }, used: unknown) =>
    client.mfa.verify({
      ...where,
      webauthn: { ...clientSettings, type: 'request', credential_response: inBrowser<'request'>(used) },
    });

  const begin = async (client: GoTrueClient, friendlyName = '') => {
    const { data, error } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName });
    if (error) throw error;
    return { factorId: data.id, name: data.friendly_name };
  };

  const add = async (client: GoTrueClient, key: SecurityKey = securityKey(here()), friendlyName?: string) => {
    const { factorId, name } = await begin(client, friendlyName);
    const { challengeId, publicKey } = await ask(client, factorId);
    const { error } = await sendCreated(client, { factorId, challengeId }, key.create(publicKey));
    if (error) throw error;
    return { factorId, name, key };
  };

  const withPasskey = async () => {
    const holder = await signUp();
    return { ...holder, ...(await add(holder.client)) };
  };

  /** Gives the correct answer to a new challenge. */
  const show = async (client: GoTrueClient, { factorId, key }: { factorId: string; key: SecurityKey }) => {
    const { challengeId, publicKey } = await ask(client, factorId);
    return sendUsed(client, { factorId, challengeId }, key.get(publicKey));
  };

  it('[SEC-08] is added with or without a name and listed, and each one lets its owner in: aal2 by mfa/webauthn', async () => {
    const { client, email, id } = await signUp();
    const { factorId, name } = await begin(client);
    expect(name).toBe('Passkey 1');
    const key = securityKey(here());
    const asked = await ask(client, factorId);
    expect(asked).toMatchObject({
      type: 'create',
      publicKey: {
        rp: { id: here().rpId, name: 'Tessera' },
        user: { name: email },
        attestation: 'none',
        timeout: 5 * minuteMs,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    });
    const made = await sendCreated(client, { factorId, challengeId: asked.challengeId }, key.create(asked.publicKey));
    expect(claimsOf(made.data!.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    const second = await add(client, securityKey(here()));
    const third = await add(client, securityKey(here()), 'Blue key');
    expect([second.name, third.name]).toEqual(['Passkey 2', 'Blue key']);
    const { data: listed } = await client.mfa.listFactors();
    expect(listed!.webauthn).toMatchObject([
      { id: factorId, friendly_name: 'Passkey 1', factor_type: 'webauthn', status: 'verified' },
      { friendly_name: 'Passkey 2' },
      { friendly_name: 'Blue key' },
    ]);

    accounts.clock.pass(2 * minuteMs);
    const arriving = await signIn(email);
    expect(await levels(arriving.client)).toEqual(['aal1', 'aal2']);
    const { challengeId, type, publicKey } = await ask(arriving.client, factorId);
    expect({ type, publicKey }).toMatchObject({
      type: 'request',
      publicKey: { rpId: here().rpId, userVerification: 'preferred', timeout: 5 * minuteMs },
    });
    const allowed = (publicKey as PublicKeyCredentialRequestOptions).allowCredentials?.map((each) =>
      Buffer.from(each.id as ArrayBuffer).toString('base64url'),
    );
    expect(allowed).toEqual([key.id, second.key.id, third.key.id]);
    const used = await sendUsed(arriving.client, { factorId, challengeId }, third.key.get(publicKey));
    expect(claimsOf(used.data!.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] });
    const profile = await accounts.call('GET', '/api/profile', { token: used.data!.access_token });
    expect(profile.status).toBe(200);
    const rows = used.data!.user.factors!;
    const minuteBefore = new Date(accounts.clock.now().getTime() - minuteMs).toISOString();
    const usedSince = rows.filter(({ updated_at }) => updated_at > minuteBefore).map((row) => row.friendly_name);
    expect(usedSince).toEqual(['Blue key']);

    const kept = JSON.stringify([
      await accounts.engines.vault.get('second-factors', id),
      await accounts.engines.events.readStream(`account-${id}`),
      accounts.logged,
    ]);
    expect(kept).toContain(factorId);
    for (const hidden of [key.id, key.publicKey, third.key.id]) expect(kept).not.toContain(hidden);
  });

  it('[SEC-08] is removed on its own: recovery codes and level stay until the last factor of any kind is gone', async () => {
    const { client, factorId, app } = await withFactor();
    const { factorId: passkeyId } = await add(client);
    const [code = ''] = await newCodes(await tokenOf(client));
    accounts.clock.pass(30_000);
    expect((await client.mfa.challengeAndVerify({ factorId, code: app.codeAt(0) })).error).toBeNull();
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    const token = await tokenOf(client);
    expect((await accounts.call('GET', '/api/account/recovery-codes', { token })).body).toEqual({ left: 10 });
    const used = await accounts.call('POST', '/api/account/recovery-codes/use', { token, body: { code } });
    expect(used.status).toBe(200);
    expect((await client.mfa.unenroll({ factorId: passkeyId })).error).toBeNull();
    expect((await accounts.call('GET', '/api/account/recovery-codes', { token })).body).toEqual({ left: 0 });
  });

  describe('at sign-in', () => {
    type Client = Awaited<ReturnType<typeof signIn>>['client'];
    type Challenge = Awaited<ReturnType<typeof ask>>;
    interface Scene {
      readonly key: SecurityKey;
      readonly asked: Challenge;
    }
    const flipped = (signature: Buffer) => {
      const tampered = Buffer.from(signature);
      tampered[tampered.length - 1]! ^= 1;
      return tampered;
    };
    const refused = 'wrong_passkey';
    /** The passkey's use count, as last seen by the service. */
    let seen = 0;
    type Bend = (scene: Scene) => unknown;
    const tampered: readonly (readonly [string, string, Bend])[] = [
      [
        'from another origin',
        refused,
        ({ key, asked }) => key.get(asked.publicKey, { origin: 'https://tessera.evil' }),
      ],
      ['for another site', refused, ({ key, asked }) => key.get(asked.publicKey, { rpId: 'tessera.evil' })],
      ['to a challenge that it made up', refused, ({ key, asked }) => key.get(asked.publicKey, { challenge: 'AAAA' })],
      ['with a bit of its signature flipped', refused, ({ key, asked }) => key.get(asked.publicKey, {}, flipped)],
      [
        'of the kind for registration',
        refused,
        ({ key, asked }) => key.get(asked.publicKey, { type: 'webauthn.create' }),
      ],
      ['without user presence', refused, ({ key, asked }) => key.get(asked.publicKey, { isPresent: false })],
      ['without its PIN', refused, ({ key, asked }) => key.get(asked.publicKey, { verifiesUser: false })],
      ['that is empty', refused, () => null],
      ['without its fields', refused, ({ key }) => ({ id: key.id, rawId: key.id, type: 'public-key', response: [] })],
      [
        'whose use count goes backward',
        'passkey_counter_backward',
        ({ key, asked }) => key.get(asked.publicKey, { counter: seen - 1 }),
      ],
      [
        'whose use count stays the same',
        'passkey_counter_backward',
        ({ key, asked }) => key.get(asked.publicKey, { counter: seen }),
      ],
      ['of another account', 'unknown_passkey', ({ asked }) => securityKey(here()).get(asked.publicKey)],
    ];

    const use = async (client: Client, { factorId, key }: { factorId: string; key: SecurityKey }) => {
      const { challengeId, publicKey } = await ask(client, factorId);
      const answer = key.get(publicKey, { counter: (seen += 1) });
      return {
        answer,
        where: { factorId, challengeId },
        ...(await sendUsed(client, { factorId, challengeId }, answer)),
      };
    };

    let holder: Awaited<ReturnType<typeof withPasskey>>;
    beforeAll(async () => {
      holder = await withPasskey();
      seen = 7;
      expect((await use(holder.client, holder)).error).toBeNull();
    });

    it.each(tampered)(
      '[SEC-08] an answer %s is refused as %s and uses up its challenge',
      async (_what, code, answerOf) => {
        const { email, factorId, key } = holder;
        const { client } = await signIn(email);
        const asked = await ask(client, factorId);
        const where = { factorId, challengeId: asked.challengeId };
        const { error } = await sendUsed(client, where, answerOf({ key, asked }));
        expect([error?.status, error?.code]).toEqual([422, code]);
        const tooLate = await sendUsed(client, where, key.get(asked.publicKey, { counter: seen + 1 }));
        expect(tooLate.error?.code).toBe('mfa_challenge_expired');
        expect(await levels(client)).toEqual(['aal1', 'aal2']);
        expect((await use(client, holder)).error).toBeNull();
        expect(await levels(client)).toEqual(['aal2', 'aal2']);
      },
    );

    it('[SEC-08] a correct answer is valid once, for five minutes, and in the session that requested it', async () => {
      const { client } = await signIn(holder.email);
      const { answer, where, error } = await use(client, holder);
      expect(error).toBeNull();
      const again = await sendUsed(client, where, answer);
      expect(again.error?.code).toBe('mfa_challenge_expired');

      const elsewhere = await signIn(holder.email);
      const { challengeId, publicKey } = await ask(elsewhere.client, holder.factorId);
      const stolen = holder.key.get(publicKey, { counter: seen + 1 });
      const thief = await signIn(holder.email);
      const there = { factorId: holder.factorId, challengeId };
      expect((await sendUsed(thief.client, there, stolen)).error?.code).toBe('mfa_challenge_expired');
      accounts.clock.pass(5 * minuteMs);
      expect((await sendUsed(elsewhere.client, there, stolen)).error?.code).toBe('mfa_challenge_expired');
    });

    it('[SEC-08] after ten wrong answers in a row none is accepted for fifteen minutes, not even a code', async () => {
      const guarded = await withPasskey();
      const [code = ''] = await newCodes(await tokenOf(guarded.client));
      const { client, token } = await signIn(guarded.email);
      for (let wrong = 0; wrong < 10; wrong += 1) {
        const { challengeId, publicKey } = await ask(client, guarded.factorId);
        const answer = guarded.key.get(publicKey, { origin: 'https://tessera.evil' });
        expect((await sendUsed(client, { ...guarded, challengeId }, answer)).error?.code).toBe(refused);
      }
      expect((await show(client, guarded)).error?.code).toBe('over_request_rate_limit');
      const recovering = await accounts.call('POST', '/api/account/recovery-codes/use', { token, body: { code } });
      expect(recovering.body.error.code).toBe('too_many_wrong_codes');
      accounts.clock.pass(15 * minuteMs);
      await client.refreshSession();
      expect((await show(client, guarded)).error).toBeNull();
    });
  });

  describe('when it is added', () => {
    /** CBOR of `{ x5c: [h''] }`: a certificate, whose content doesn't matter. */
    const certificate = Buffer.from('a1637835638140', 'hex');
    type Make = (key: SecurityKey, asked: Awaited<ReturnType<typeof ask>>) => unknown;
    const tampered: readonly (readonly [string, Make])[] = [
      ['from another origin', (key, { publicKey }) => key.create(publicKey, { origin: 'https://tessera.evil' })],
      ['for another site', (key, { publicKey }) => key.create(publicKey, { rpId: 'tessera.evil' })],
      ['to a challenge that it made up', (key, { publicKey }) => key.create(publicKey, { challenge: 'AAAA' })],
      ['of the kind for sign-in', (key, { publicKey }) => key.get(publicKey)],
      ['without user presence', (key, { publicKey }) => key.create(publicKey, { isPresent: false })],
      [
        'with a certificate',
        (key, { publicKey }) => key.create(publicKey, {}, { fmt: 'packed', attStmt: certificate }),
      ],
      [
        'without its key',
        (key, { publicKey }) => ({ ...key.create(publicKey), response: { attestationObject: 'oA' } }),
      ],
      ['that is no object', () => 'nothing'],
    ];

    it.each(tampered)('[SEC-08] an answer %s adds no passkey', async (_what, make) => {
      const { client } = await signUp();
      const { factorId } = await begin(client);
      const asked = await ask(client, factorId);
      const { error } = await sendCreated(client, { factorId, ...asked }, make(securityKey(here()), asked));
      expect([error?.status, error?.code]).toEqual([422, 'wrong_passkey']);
      expect((await client.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], webauthn: [] });
      expect(await levels(client)).toEqual(['aal1', 'aal1']);
    });

    it('[SEC-08] each can be added once, ten in all, by an owner who has just confirmed, and never with the password alone', async () => {
      const { client, email, key } = await withPasskey();
      const { factorId } = await begin(client, 'Twin');
      const { challengeId, publicKey } = await ask(client, factorId);
      expect((publicKey as PublicKeyCredentialCreationOptions).excludeCredentials).toHaveLength(1);
      const twice = await sendCreated(client, { factorId, challengeId }, key.create(publicKey));
      expect(twice.error?.code).toBe('known_passkey');
      const taken = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Twin' });
      expect(taken.error?.code).toBe('mfa_factor_name_conflict');
      for (let more = 2; more < 10; more += 1) await begin(client);
      expect((await client.mfa.enroll({ factorType: 'webauthn', friendlyName: '' })).error?.code).toBe(
        'too_many_enrolled_mfa_factors',
      );

      const thief = (await signIn(email)).client;
      const asked = await ask(thief, factorId);
      const made = await sendCreated(
        thief,
        { factorId, challengeId: asked.challengeId },
        securityKey(here()).create(asked.publicKey),
      );
      expect(made.error?.code).toBe('insufficient_aal');
      accounts.clock.pass(6 * minuteMs);
      await client.refreshSession();
      const late = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Late' });
      expect(late.error?.code).toBe('reauthentication_needed');
    });
  });
});
