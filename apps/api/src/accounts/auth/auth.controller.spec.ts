// Addresses, typed in several ways. cspell:ignore bcher bücher ｂüｃｈｅｒ hafé hafe mirа
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { JwtService } from '@nestjs/jwt';
import { unknownDevice } from '@tessera/domain/accounts/access/device';
import { definitions } from '@tessera/domain/catalog';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import {
  brandProfile,
  brandSignUp,
  claimsOf,
  creatorProfile,
  creatorSignUp,
  jwtSecret,
  signer,
  startAccounts,
} from '../../../../../test/support/worlds/accounts-app.ts';
import type { AccountsApp } from '../../../../../test/support/worlds/accounts-app.ts';
import { authenticator } from '../../../../../test/support/doubles/authenticator.ts';
import { mailCount, mailTitled, mailedLink } from '../../../../../test/support/browser/mailbox.ts';
import { MasterKeys } from '../../kernel/keys/master-keys.ts';
import { SigningKeys, addSigningKey } from '../../kernel/keys/signing-keys.ts';
import { AccessTokens } from '../sessions/access-tokens.ts';
import { SessionRegistry } from '../sessions/sessions.ts';

const minuteMs = 60_000;

let accounts: AccountsApp;
beforeAll(async () => {
  accounts = await startAccounts({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => accounts?.close());

let count = 0;
const newEmail = () => `person${(count += 1)}@example.com`;

/** Signs up with the browser's client library. */
const signedUp = async (userType: 'creator' | 'brand', email = newEmail(), password = 'quiet-harbour') => {
  const client = accounts.client();
  const profile = userType === 'creator' ? creatorProfile(email) : brandProfile(email);
  const { data, error } = await client.signUp({ email, password, options: { data: { userType, profile } } });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, email, password, session: data.session, user: data.user! };
};

const signedInAgain = async (email: string, password: string) => {
  const client = accounts.client();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
};

const refreshed = (refresh_token: string) =>
  accounts.call('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });

const getUser = (token: string) => accounts.call('GET', '/auth/v1/user', { token });

describe('signing up', () => {
  it('[API-01] [API-02] [API-03] [ENT-21] [ENT-22] a creator signs up and immediately has a session', async () => {
    const { session, user, email } = await signedUp('creator');
    expect(user).toMatchObject({
      email,
      aud: 'authenticated',
      user_metadata: { userType: 'creator', name: 'Mira Lund' },
    });
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(session.access_token.split('.')).toHaveLength(3);
    expect(session.refresh_token.length).toBeGreaterThan(40);
    const expires = session.expires_at!;
    expect(claimsOf(session.access_token)).toMatchObject({ iat: expires - 900, exp: expires });
  });

  it.each(['creator', 'brand'] as const)(
    '[ENT-21] a %s is identified as such at sign-up and at every sign-in',
    async (userType) => {
      const { user, email, password } = await signedUp(userType);
      expect(user.user_metadata['userType']).toBe(userType);
      const { session } = await signedInAgain(email, password);
      expect(session.user.user_metadata['userType']).toBe(userType);
    },
  );

  it.each(['admin', 'Creator', '', null, undefined])('[ENT-21] nobody signs up as %j', async (userType) => {
    const { data, ...credentials } = creatorSignUp(newEmail());
    const body = { ...credentials, data: { ...data, userType } };
    const { status, body: refusal } = await accounts.call('POST', '/auth/v1/signup', { body });
    expect([status, refusal.msg]).toEqual([400, 'userType must be creator or brand']);
  });

  it.each(['creator', 'brand'] as const)(
    '[LEGAL-07] the sign-up of a %s records which terms were accepted and that their age was confirmed',
    async (userType) => {
      const { user } = await signedUp(userType);
      const [registered] = await accounts.engines.events.readStream(`account-${user.id}`);
      expect(registered?.data).toMatchObject({ terms_version: termsInForce().id });
      expect(definitions.get(registered!.type)?.audit(registered!.data)).toMatch(
        new RegExp(` signed up.*, confirmed being 18 or older and accepted terms version ${termsInForce().id}[.]$`),
      );
    },
  );

  it('[API-05] [API-06] a brand signs up and finds its profile', async () => {
    const { session, user, email } = await signedUp('brand');
    expect(user.user_metadata).toEqual({ userType: 'brand', name: 'Jonas Berg' });
    const { status, body } = await accounts.call('GET', '/api/profile', { token: session.access_token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...brandProfile(email), user_id: user.id, role: 'brand', show_on_homepage: false });
  });

  it('[ENT-04] [API-18] a creator reads their own profile, and only the last digits of bank numbers leave the server', async () => {
    const { session, user, email } = await signedUp('creator');
    const { body, text } = await accounts.call('GET', '/api/profile', { token: session.access_token });
    const { bank_account, bank_routing, ...shown } = creatorProfile(email);
    expect(body).toMatchObject({ ...shown, user_id: user.id, bank_account: '•••• 6789', bank_routing: '•••• 0021' });
    expect(text).not.toContain(bank_account);
    expect(text).not.toContain(bank_routing);
  });

  it('an email that already has an account is refused, however it is typed', async () => {
    const { email, password } = await signedUp('brand');
    const { status, body } = await accounts.call('POST', '/auth/v1/signup', {
      body: creatorSignUp(email.toUpperCase(), 'another-one'),
    });
    expect(status).toBe(422);
    expect(body).toEqual({ code: 422, error_code: 'user_already_exists', msg: 'User already registered' });
    const { session } = await signedInAgain(email, password);
    expect(session.user.user_metadata['userType']).toBe('brand');
  });

  it.each([
    'ada@xn--bcher-kva.example',
    'ADA@BÜCHER.example',
    'ａｄａ@bu\u0308cher.example',
    ' ada＠ｂüｃｈｅｒ.example',
  ])('[FIX-28] one address has one account: %j is that of ada@bücher.example', async (typed) => {
    const email = 'ada@bücher.example';
    const known = await accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(email, 'quiet-hafé') });
    expect([200, 422]).toContain(known.status);
    const again = await accounts.call('POST', '/auth/v1/signup', { body: creatorSignUp(typed, 'another-one') });
    expect([again.status, again.body.error_code]).toEqual([422, 'user_already_exists']);
    const { session } = await signedInAgain(typed, 'quiet-hafe\u0301');
    expect(session.user.email).toBe(email);
  });

  it('[FIX-28] an address that was reserved in another form before keeps its account, which nobody else gets', async () => {
    const { user } = await signedUp('brand', 'ada@öl.example');
    const { vault } = accounts.engines;
    const ascii = `ada@${domainToASCII('öl.example')}`;
    const keyOf = (address: string) => createHash('sha256').update(address).digest('hex');
    const record = await vault.get('credentials', keyOf('ada@öl.example'));
    await vault.insert('credentials', keyOf(ascii), record);
    await vault.delete('credentials', keyOf('ada@öl.example'));
    for (const typed of ['ada@öl.example', ascii]) {
      const { status } = await accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(typed, 'another-one') });
      expect(status).toBe(422);
      expect((await signedInAgain(typed, 'quiet-harbour')).session.user.id).toBe(user.id);
    }
  });

  it('[FIX-28] no account is opened for an address that looks like another one', async () => {
    for (const email of ['mi\u200bra@example.com', 'mira\u202e@example.com', 'mıra@example.com', 'mirа@example.com']) {
      const { status, body } = await accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(email) });
      expect(status).toBe(400);
      expect(body.msg).toMatch(/^This address /);
    }
  });

  it('[API-48] of twenty simultaneous sign-ups with one email exactly one opens an account, with its own password', async () => {
    const email = newEmail();
    const passwords = Array.from({ length: 20 }, (_, index) => `password-${index}`);
    const answers = await Promise.all(
      passwords.map((password) => accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(email, password) })),
    );
    const winners = passwords.filter((_, index) => answers[index]!.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    const { session } = await signedInAgain(email, winners[0]!);
    expect(session.user.email).toBe(email);
  });

  it('[API-48] a sign-up that fails to store the profile leaves no account, and the same email can sign up again', async () => {
    const email = newEmail();
    accounts.failToRecord(new Error('/secret/path is full'));
    const failed = await accounts.call('POST', '/auth/v1/signup', { body: creatorSignUp(email, 'the-first-one') });
    expect(failed.status).toBe(500);
    expect(failed.body).toEqual({ code: 500, error_code: 'unexpected_failure', msg: 'An unexpected error occurred.' });
    const { error } = await accounts.client().signInWithPassword({ email, password: 'the-first-one' });
    expect(error?.code).toBe('invalid_credentials');

    await signedUp('creator', email, 'the-second-one');
    const { session } = await signedInAgain(email, 'the-second-one');
    expect(session.user.email).toBe(email);
    const { error: stale } = await accounts.client().signInWithPassword({ email, password: 'the-first-one' });
    expect(stale?.code).toBe('invalid_credentials');
  });

  it.each([
    ['email', { email: 'nobody' }, {}, 'Please enter a valid email address'],
    ['password', { password: '12345' }, {}, 'Password must be at least 6 characters'],
    ['name', {}, { name: 'M' }, 'Name must be at least 2 characters'],
    ['missing name', {}, { name: undefined }, 'Name must be at least 2 characters'],
    ['phone', {}, { phone: '555' }, 'Please enter a valid phone number'],
    ['social handle', {}, { social_handle: '@' }, 'Please enter your social media handle'],
    ['payment method', {}, { payment_method: undefined }, 'Please select a payment method'],
    ['unknown payment method', {}, { payment_method: 'cheque' }, 'Please select a payment method'],
    ['PayPal email', {}, { payment_method: 'paypal', paypal_email: 'x' }, 'Please enter a valid PayPal email'],
    ['PayPal details', {}, { payment_method: 'paypal' }, 'Please fill in all required payment information'],
    ['Venmo details', {}, { payment_method: 'venmo' }, 'Please fill in all required payment information'],
    ['bank details', {}, { bank_routing: '' }, 'Please fill in all required payment information'],
  ])(
    '[AUTH-49] the server refuses a creator for the %s as the browser does',
    async (_rule, credentials, profile, msg) => {
      const call = creatorSignUp(newEmail());
      const body = {
        ...call,
        ...credentials,
        data: { userType: 'creator', profile: { ...call.data.profile, ...profile } },
      };
      const { status, body: answer } = await accounts.call('POST', '/auth/v1/signup', { body });
      expect(answer).toEqual({ code: 400, error_code: 'validation_failed', msg });
      expect(status).toBe(400);
    },
  );

  it.each([
    ['brand name', { brand_name: 'N' }, 'Brand name is required'],
    ['brand address', { brand_url: 'northwind' }, 'Please enter a valid URL'],
    ['scheme of the brand address', { brand_url: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    ['scheme ftp', { brand_url: 'ftp://northwind.example' }, 'Please enter a valid URL'],
  ])('[AUTH-49] the server refuses a brand for the %s as the browser does', async (_rule, profile, msg) => {
    const call = brandSignUp(newEmail());
    const body = { ...call, data: { userType: 'brand', profile: { ...call.data.profile, ...profile } } };
    expect((await accounts.call('POST', '/auth/v1/signup', { body })).body).toMatchObject({ code: 400, msg });
  });

  it('[FIX-35] a brand’s address without https:// is stored with it', async () => {
    const call = brandSignUp(newEmail());
    const profile = { ...call.data.profile, brand_url: 'northwind.example/shop' };
    const signUp = { body: { ...call, data: { userType: 'brand', profile } } };
    const { access_token: token } = (await accounts.call('POST', '/auth/v1/signup', signUp)).body;
    const stored = async () => (await accounts.call('GET', '/api/profile', { token })).body;
    expect(await stored()).toMatchObject({ brand_url: 'https://northwind.example/shop' });
    await accounts.call('PATCH', '/api/profile', { token, body: { brand_url: 'shop.northwind.example' } });
    expect(await stored()).toMatchObject({ brand_url: 'https://shop.northwind.example' });
  });

  it.each([{ userType: 'admin' }, { userType: 'creator' }, {}, null, 'creator', { userType: 'brand', profile: [1] }])(
    '[AUTH-49] a sign-up as %j is refused',
    async (data) => {
      const { status, body } = await accounts.call('POST', '/auth/v1/signup', {
        body: { ...brandSignUp(newEmail()), data },
      });
      expect([status, body.error_code]).toEqual([400, 'validation_failed']);
    },
  );

  it('[AUTH-49] values of other types are refused, never a server error', async () => {
    const values = [5, true, null, [], {}, ['a@example.com']];
    for (const value of values) {
      const call = creatorSignUp(newEmail());
      const profiles = Object.keys(call.data.profile)
        .filter((field) => field !== 'email')
        .map((field) => ({ ...call, data: { ...call.data, profile: { ...call.data.profile, [field]: value } } }));
      for (const body of [{ ...call, email: value }, { ...call, password: value }, ...profiles]) {
        expect((await accounts.call('POST', '/auth/v1/signup', { body })).status).toBe(400);
      }
    }
  });
});

describe('signing in', () => {
  it('[API-07] [API-08] with email and password, whatever the case of the email', async () => {
    const { email, password, user } = await signedUp('creator');
    const { session } = await signedInAgain(` ${email.toUpperCase()}`, password);
    expect(session.user).toMatchObject({ id: user.id, email, user_metadata: { userType: 'creator' } });
  });

  it('a wrong password and an unknown email are answered alike', async () => {
    const { email } = await signedUp('brand');
    const wrong = await accounts.client().signInWithPassword({ email, password: 'not-the-one' });
    const unknown = await accounts.client().signInWithPassword({ email: newEmail(), password: 'not-the-one' });
    for (const { error, data } of [wrong, unknown]) {
      expect(error).toMatchObject({ message: 'Invalid login credentials', code: 'invalid_credentials', status: 400 });
      expect(data.session).toBeNull();
    }
  });

  it.each([
    ['signup', {}],
    ['signup', { email: 'a@example.com' }],
    ['signup', { password: 'quiet-harbour' }],
    ['token?grant_type=password', { email: '', password: 'quiet-harbour' }],
    ['token?grant_type=password', { email: 'a@example.com', password: '' }],
    ['token?grant_type=password', undefined],
  ])('[API-47] POST %s with %j says what is missing', async (path, body) => {
    const answer = await accounts.call('POST', `/auth/v1/${path}`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toBe('You must provide either an email or phone number and a password');
  });

  it.each([
    ['token?grant_type=password', { email: 'a@example.com', password: 'x'.repeat(1_001) }, 'password'],
    ['token?grant_type=refresh_token', { refresh_token: 'x'.repeat(1_001) }, 'refresh_token'],
    ['signup', { email: 'a@example.com', password: 'x'.repeat(1_001), data: { userType: 'brand' } }, 'password'],
  ])('POST %s refuses a text that is longer than any of ours', async (path, body, field) => {
    expect((await accounts.call('POST', `/auth/v1/${path}`, { body })).body).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: `${field} must be a string of at most 1000 characters`,
    });
  });

  it('with a phone number is refused as such, whatever else the client sends with it', async () => {
    const body = { phone: '+14155550100', password: 'quiet-harbour', gotrue_meta_security: {} };
    for (const call of [
      { path: 'token?grant_type=password', body },
      { path: 'signup', body: { ...body, channel: 'sms', data: { userType: 'brand' } } },
    ]) {
      const answer = await accounts.call('POST', `/auth/v1/${call.path}`, { body: call.body });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'phone_provider_disabled' } });
    }
  });

  it('[AUTH-50] passwords are stored as Argon2id hashes and never returned, stored or logged in plain text', async () => {
    const password = 'unmistakable-secret-words';
    const { session, email } = await signedUp('creator', newEmail(), password);
    const client = await signedInAgain(email, password);
    const answers = [session, client.session, (await getUser(session.access_token)).body];
    expect(JSON.stringify(answers)).not.toMatch(/unmistakable|argon2|password/i);
    await accounts.call('POST', '/auth/v1/signup', { body: { ...creatorSignUp(email, password), extra: 1 } });
    expect(accounts.logged.join('')).not.toContain(password);

    const files = await readdir(accounts.dataDir, { withFileTypes: true });
    const stored = await Promise.all(
      files.filter((file) => file.isFile()).map(({ name }) => readFile(join(accounts.dataDir, name), 'latin1')),
    );
    expect(stored.join('')).toContain('$argon2id$');
    expect(stored.join('')).not.toContain(password);
    expect(stored.join('')).not.toContain(session.refresh_token);
    expect(stored.join('')).not.toContain(email);
    expect(stored.join('')).not.toContain('000123456789');
  });
});

describe('refreshing', () => {
  it('[API-09] a session is refreshed, and gets a different token', async () => {
    const { client, session } = await signedUp('brand');
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session!.refresh_token).not.toBe(session.refresh_token);
    expect((await getUser(data.session!.access_token)).status).toBe(200);
  });

  it('twenty simultaneous refreshes with the same token all get a valid session, and the token family lives on', async () => {
    const { session } = await signedUp('brand');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(session.refresh_token)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await getUser(body.access_token)).status).toBe(200);
    }
    accounts.clock.pass(minuteMs);
    const { status } = await refreshed(answers[7]!.body.refresh_token);
    expect(status).toBe(200);
  });

  it('a token that is presented again after ten seconds ends its whole session, and no other', async () => {
    const { email, password, session } = await signedUp('brand');
    const other = await signedInAgain(email, password);
    const ended: string[] = [];
    const stop = accounts.app.get(SessionRegistry).onEnded((id) => ended.push(id));
    const next = (await refreshed(session.refresh_token)).body;
    accounts.clock.pass(9_000);
    expect((await refreshed(session.refresh_token)).status).toBe(200);
    accounts.clock.pass(2_000);
    const reuse = await refreshed(session.refresh_token);
    expect(reuse.body).toMatchObject({ code: 400, error_code: 'refresh_token_already_used' });
    expect((await refreshed(next.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await getUser(next.access_token)).body.error_code).toBe('session_not_found');
    stop();
    expect(ended[0]).toBe(claimsOf(next.access_token)['session_id']);
    expect((await refreshed(other.session.refresh_token)).status).toBe(200);
    expect((await getUser(other.session.access_token)).status).toBe(200);
  });

  it('a token from several generations ago is recognized as well, and ends the session', async () => {
    const { session } = await signedUp('brand');
    let current = session.refresh_token;
    for (let generation = 0; generation < 30; generation += 1) {
      accounts.clock.pass(15_000);
      current = (await refreshed(current)).body.refresh_token;
    }
    expect((await refreshed(session.refresh_token)).body.error_code).toBe('refresh_token_already_used');
    expect((await refreshed(current)).status).toBe(400);
  });

  it('a forged or foreign refresh token is refused and ends nothing', async () => {
    const { session } = await signedUp('brand');
    const [id, , mac] = session.refresh_token.split('.');
    const forgeries = [
      `${id}.1.${mac}`,
      `${id}.0.`,
      `${id}.0.AAAA`,
      'x',
      '..',
      `${session.refresh_token}.1`,
      `${id}.-1.${mac}`,
    ];
    for (const forgery of forgeries) {
      expect((await refreshed(forgery)).body.error_code).toBe('refresh_token_not_found');
    }
    expect((await refreshed(session.refresh_token)).status).toBe(200);
  });

  it('a session that nobody refreshes for thirty days has ended', async () => {
    const { session } = await signedUp('brand');
    accounts.clock.pass(30 * 24 * 60 * minuteMs);
    expect((await refreshed(session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  });
});

describe('a session', () => {
  it('[API-11] returns its user', async () => {
    const { client, user } = await signedUp('creator');
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({ id: user.id, email: user.email, user_metadata: { userType: 'creator' } });
  });

  it('has access tokens that expire after fifteen minutes', async () => {
    const { session } = await signedUp('brand');
    accounts.clock.pass(15 * minuteMs - 5_000);
    expect((await getUser(session.access_token)).status).toBe(200);
    expect((await accounts.call('GET', '/api/profile', { token: session.access_token })).status).toBe(200);
    accounts.clock.pass(6_000);
    expect((await getUser(session.access_token)).body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
    expect((await accounts.call('GET', '/api/profile', { token: session.access_token })).status).toBe(401);
    expect(await accounts.app.get(AccessTokens).verify(session.access_token)).toBeNull();
    const { body } = await refreshed(session.refresh_token);
    expect((await getUser(body.access_token)).status).toBe(200);
  });

  it('[API-12] [API-50] changes the password, and ends the sessions of whoever knew the old one', async () => {
    const { client, email, password, session } = await signedUp('creator');
    const other = await signedInAgain(email, password);
    const { error } = await client.updateUser({ password: 'a-better-harbour', current_password: password });
    expect(error).toBeNull();
    expect((await accounts.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    await signedInAgain(email, 'a-better-harbour');
    expect((await getUser(session.access_token)).status).toBe(200);
    expect((await getUser(other.session.access_token)).body.error_code).toBe('session_not_found');
  });

  it('[API-50] no password is changed without a valid session', async () => {
    const { email, password, session, client } = await signedUp('creator');
    await client.signOut();
    const body = { password: 'stolen-harbour' };
    expect((await accounts.call('PUT', '/auth/v1/user', { body })).body.error_code).toBe('no_authorization');
    expect((await accounts.call('PUT', '/auth/v1/user', { body, token: 'x.y.z' })).body.error_code).toBe('bad_jwt');
    const ended = await accounts.call('PUT', '/auth/v1/user', { body, token: session.access_token });
    expect(ended.body).toMatchObject({ code: 403, error_code: 'session_not_found' });
    await signedInAgain(email, password);
  });

  it('[API-12][SEC-07] a new password must follow the rules, also at sign-up', async () => {
    const { client, password, email } = await signedUp('creator');
    const [own = ''] = email.split('@');
    for (const [weak, says] of [
      ['12345', 'Password must be at least 6 characters'],
      ['Iloveyou1', 'Many people use this password'],
      ['dragon', 'Many people use this password'],
      [email.toUpperCase(), 'your email address'],
      [own, 'your email address'],
      ['Mira-Lund', 'your name'],
      [' '.repeat(8), 'begin or end with a space'],
    ] as const) {
      const { error } = await client.updateUser({ password: weak, current_password: password });
      expect([weak, error?.message]).toEqual([weak, expect.stringContaining(says)]);
    }
    const fresh = newEmail();
    for (const weak of ['Iloveyou1', 'dragon', fresh, 'Mira Lund', ' quiet-harbour', ' '.repeat(8)]) {
      const refused = await accounts.call('POST', '/auth/v1/signup', { body: creatorSignUp(fresh, weak) });
      expect([weak, refused.body]).toEqual([weak, expect.objectContaining({ code: 422, error_code: 'weak_password' })]);
    }
    expect((await accounts.call('POST', '/auth/v1/signup', { body: creatorSignUp(fresh) })).status).toBe(200);
  });

  it('[SEC-07] a space at either end counts when signing in too, where no password has one', async () => {
    const { email, password } = await signedUp('creator');
    for (const padded of [` ${password}`, `${password} `, ' '.repeat(8)]) {
      const { error } = await accounts.client().signInWithPassword({ email, password: padded });
      expect([padded, error?.code]).toEqual([padded, 'invalid_credentials']);
    }
    await signedInAgain(email, password);
  });

  it.each(['creator', 'brand'] as const)(
    '[SPC-01] a %s signs up, signs in and changes to another one with a password of six characters',
    async (userType) => {
      const { client, email } = await signedUp(userType, newEmail(), 'fog-72');
      await signedInAgain(email, 'fog-72');
      const { error } = await client.updateUser({ password: 'fog-73', current_password: 'fog-72' });
      expect(error).toBeNull();
      await signedInAgain(email, 'fog-73');
    },
  );

  it('[SPC-01] a reset takes a password of six characters and refuses one of five', async () => {
    const { email } = await signedUp('brand');
    await accounts.client().resetPasswordForEmail(email);
    const token_hash = new URL(await mailedLink(accounts.url, email)).searchParams.get('token') ?? '';
    const client = accounts.client();
    await client.verifyOtp({ type: 'recovery', token_hash });
    expect((await client.updateUser({ password: '12345' })).error?.message).toBe(
      'Password must be at least 6 characters',
    );
    expect((await client.updateUser({ password: 'fog-74' })).error).toBeNull();
    await signedInAgain(email, 'fog-74');
  });

  it('[SEC-06] a session alone can’t change the password: the current one is required', async () => {
    const { client, email, password } = await signedUp('creator');
    const stolen = await client.updateUser({ password: 'stolen-harbour' });
    expect(stolen.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const guessed = await client.updateUser({ password: 'stolen-harbour', current_password: 'a-guess-or-two' });
    expect(guessed.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    await signedInAgain(email, password);
  });

  it('[API-13] [AUTH-96] signing out immediately invalidates access and refresh tokens', async () => {
    const { client, session } = await signedUp('brand');
    expect((await accounts.call('GET', '/api/profile', { token: session.access_token })).status).toBe(200);
    expect((await client.signOut({ scope: 'local' })).error).toBeNull();
    expect((await refreshed(session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await getUser(session.access_token)).body.error_code).toBe('session_not_found');
    expect((await accounts.call('GET', '/api/profile', { token: session.access_token })).status).toBe(401);
  });

  it('[AUTH-96] signing out ends this session, the others or all, by scope', async () => {
    const { email, password, client: first, session: one } = await signedUp('brand');
    const second = await signedInAgain(email, password);
    const third = await signedInAgain(email, password);
    const alive = async () =>
      Promise.all(
        [one, second.session, third.session].map(async (s) => (await getUser(s.access_token)).status === 200),
      );
    await second.client.signOut({ scope: 'local' });
    expect(await alive()).toEqual([true, false, true]);
    await first.signOut({ scope: 'others' });
    expect(await alive()).toEqual([true, false, false]);
    const fourth = await signedInAgain(email, password);
    await first.signOut({ scope: 'global' });
    expect((await getUser(fourth.session.access_token)).body.error_code).toBe('session_not_found');
    expect(await alive()).toEqual([false, false, false]);
  });

  it('an account has at most fifty sessions: a new one replaces the one used longest ago', async () => {
    const { session, user } = await signedUp('brand');
    const registry = accounts.app.get(SessionRegistry);
    for (let index = 0; index < 50; index += 1) {
      accounts.clock.pass(10);
      await registry.begin(user.id, 'password', unknownDevice);
    }
    expect((await getUser(session.access_token)).body.error_code).toBe('session_not_found');
    expect(await accounts.engines.vault.inGroup('sessions', user.id)).toHaveLength(50);
  });
});

describe('where someone is signed in', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari';
  const from = (userAgent: string, address: string) => ({ 'User-Agent': userAgent, 'X-Forwarded-For': address });
  const atDesk = from(mac, '203.0.113.7');
  const onTheWay = from(phone, '2001:db8:1:2::3');
  const signUp = async (body: ReturnType<typeof creatorSignUp> | ReturnType<typeof brandSignUp>) => {
    const answer = await accounts.call('POST', '/auth/v1/signup', { body, headers: atDesk });
    return { token: answer.body.access_token, cookie: (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' };
  };
  const signIn = async (
    { email, password }: Pick<ReturnType<typeof creatorSignUp>, 'email' | 'password'>,
    more: { headers?: Record<string, string>; cookie?: string } = {},
  ) => {
    const path = '/auth/v1/token?grant_type=password';
    const { body } = await accounts.call('POST', path, { body: { email, password }, ...more });
    return { token: body.access_token, refreshToken: body.refresh_token };
  };
  const listed = async (token: string) =>
    (await accounts.call('GET', '/api/account/sessions', { token })).body as unknown as {
      sessions: readonly { id: string; current: boolean }[];
    };
  const end = (id: string, token: string) => accounts.call('DELETE', `/api/account/sessions/${id}`, { token });
  const title = 'New sign-in to your Tessera account';

  it.each([
    ['creator', creatorSignUp],
    ['brand', brandSignUp],
  ])(
    '[SEC-08] a %s sees each device with its rough network and last use, most recent first, and signs one out for good',
    async (_role, bodyOf) => {
      const body = bodyOf(newEmail());
      const { token: desk } = await signUp(body);
      accounts.clock.pass(minuteMs);
      const there = await signIn(body, { headers: onTheWay });
      const { sessions } = await listed(desk);
      expect(sessions).toEqual([
        {
          id: claimsOf(there.token)['session_id'],
          current: false,
          browser: 'Safari',
          system: 'iOS',
          network: '2001:db8:1:x',
          started_at: expect.any(String),
          last_seen_at: expect.any(String),
          awaits_second_factor: false,
        },
        expect.objectContaining({ current: true, browser: 'Chrome', system: 'macOS', network: '203.0.113.x' }),
      ]);
      const kept = JSON.stringify(await accounts.engines.vault.inGroup('sessions', claimsOf(desk)['sub'] as string));
      for (const text of ['203.0.113', '2001:db8', 'Safari', 'macOS']) expect(kept).not.toContain(text);

      const [{ id } = { id: '' }] = sessions;
      expect((await end(id, desk)).status).toBe(204);
      expect((await getUser(there.token)).body.error_code).toBe('session_not_found');
      expect((await refreshed(there.refreshToken)).body.error_code).toBe('refresh_token_not_found');
      expect((await listed(desk)).sessions).toMatchObject([{ current: true }]);
      expect((await end(id, desk)).status).toBe(404);
    },
  );

  it('[SEC-08] a session may end itself; those of others don’t exist for it, and a session’s id grants no access', async () => {
    const [{ token }, stranger] = [await signUp(brandSignUp(newEmail())), await signUp(brandSignUp(newEmail()))];
    const { sessions } = await listed(token);
    const id = sessions[0]!.id;
    const refused = await end(id, stranger.token);
    expect([refused.status, refused.body]).toEqual([404, (await end('no-such-session', stranger.token)).body]);
    expect((await refreshed(id)).body.error_code).toBe('refresh_token_not_found');
    expect((await accounts.call('GET', '/api/account/sessions', { token: id })).status).toBe(401);
    expect((await listed(token)).sessions).toHaveLength(1);
    expect((await end(id, token)).status).toBe(204);
    expect((await accounts.call('GET', '/api/account/sessions', { token })).status).toBe(401);
  });

  it('[SEC-08] a sign-in on a new device is reported by email, with what to do; one on a known device is not', async () => {
    const body = creatorSignUp(newEmail());
    const { cookie } = await signUp(body);
    await signIn(body, { headers: onTheWay, cookie });
    await signIn(body, { headers: onTheWay });
    const { text } = await mailTitled(accounts.url, body.email, title);
    expect(await mailCount(accounts.url, body.email)).toBe(1);
    expect(text).toMatch(/Safari on iOS · 2001:db8:1:x · \w+ \d+, 20\d\d at \d+:\d\d [AP]M UTC/);
    expect(text).toContain(`${accounts.url}/account`);
    expect(text).toContain('If it wasn’t you, someone knows your password. Sign that device out');
    expect(text).not.toContain('second factor');
  });

  it('[SEC-08] a wrong password is not reported; a browser with a made-up name is shown as an unknown device', async () => {
    const body = creatorSignUp(newEmail());
    await signUp(body);
    await signIn({ ...body, password: 'a-guess-or-two' }, { headers: onTheWay });
    await signIn(body, { headers: from('Call 555-0100 now/1.0 (x) ', '198.51.100.9') });
    const { text } = await mailTitled(accounts.url, body.email, title);
    expect(await mailCount(accounts.url, body.email)).toBe(1);
    expect(text).toContain('Unknown device · 198.51.100.x · ');
    expect(text).not.toContain('555-0100');
  });

  it('[SEC-08] without the second factor, a session neither sees nor ends others, is visible to them, and the email says so', async () => {
    const { client, email, password, session } = await signedUp('creator');
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const { id: factorId, totp } = data!;
    await client.mfa.challengeAndVerify({ factorId, code: authenticator(totp.uri, accounts.clock.now).codeAt(0) });
    const there = await signIn({ email, password }, { headers: onTheWay });
    const { text } = await mailTitled(accounts.url, email, title);
    expect(text).toContain('To get in, it still needs your second factor.');
    const own = claimsOf(session.access_token)['session_id'] as string;
    const refusals = [
      await accounts.call('GET', '/api/account/sessions', { token: there.token }),
      await end(own, there.token),
      await end(claimsOf(there.token)['session_id'] as string, there.token),
    ].map(({ status, body }) => [status, body.error.code]);
    expect(refusals).toEqual(refusals.map(() => [403, 'second_factor_required']));
    const { sessions } = await listed((await client.getSession()).data.session!.access_token);
    expect(sessions).toMatchObject([{ awaits_second_factor: true }, { awaits_second_factor: false, current: true }]);
  });
});

describe('the user in the protocol', () => {
  it('[SEC-19] has one identity, the email, and the times of the last sign-in and the last change', async () => {
    const { client, user, email, password } = await signedUp('creator');
    const { data } = await client.getUserIdentities();
    expect(data?.identities).toMatchObject([
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        provider: 'email',
        identity_data: { sub: user.id, email, email_verified: true },
        created_at: user.created_at,
      },
    ]);
    accounts.clock.pass(minuteMs);
    const { session } = await signedInAgain(email, password);
    const later = session.user.last_sign_in_at ?? '';
    expect(Date.parse(later) - Date.parse(user.last_sign_in_at ?? '')).toBeGreaterThanOrEqual(minuteMs);
    expect(session.user.identities?.[0]?.last_sign_in_at).toBe(later);
    const changed = await client.updateUser({ password: 'a-better-harbour', current_password: password });
    expect(changed.data.user?.last_sign_in_at).toBe(later);
    expect(Date.parse(changed.data.user?.updated_at ?? '')).toBeGreaterThanOrEqual(Date.parse(user.created_at));
  });

  it('[SEC-19] keeps the client’s metadata, encrypted, for as long as the account exists', async () => {
    const { client, session, user } = await signedUp('brand');
    const theme = 'a-theme-of-quillfeathers';
    const first = await client.updateUser({ data: { theme, studio: { city: 'Utrecht' } } });
    expect(first.data.user?.user_metadata).toEqual({
      theme,
      studio: { city: 'Utrecht' },
      userType: 'brand',
      name: 'Jonas Berg',
    });
    await client.updateUser({ data: { studio: null, tips: false } });
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).toEqual({ theme, tips: false, userType: 'brand', name: 'Jonas Berg' });
    const stored = await accounts.engines.events.readStream(`account-${user.id}`);
    expect(stored.map(({ type }) => type)).toEqual(['BrandRegistered', 'OwnMetadataChanged', 'OwnMetadataChanged']);
    expect(JSON.stringify(stored)).not.toContain(theme);
    expect(claimsOf(session.access_token)['user_metadata']).toEqual({ userType: 'brand' });
    await accounts.engines.codec.forget(user.id);
    const forgotten = await accounts.engines.codec.decode(stored);
    expect(forgotten.map(({ data }) => (data as { metadata?: unknown }).metadata)).toEqual([undefined, null, null]);
  });

  it('[SEC-19] may get metadata at sign-up as well, but none that could be mistaken for the product’s', async () => {
    const call = brandSignUp(newEmail());
    const kept = { ...call, data: { ...call.data, status: 'alpha' } };
    const { body } = await accounts.call('POST', '/auth/v1/signup', { body: kept });
    expect(body).toMatchObject({ user: { user_metadata: { status: 'alpha', userType: 'brand' } } });
    const granted = { ...brandSignUp(newEmail()), data: { ...call.data, roles: ['admin'] } };
    expect((await accounts.call('POST', '/auth/v1/signup', { body: granted })).body).toMatchObject({
      code: 400,
      error_code: 'metadata_not_allowed',
    });
  });

  it.each([
    [{}, 'password or data must be given'],
    [{ data: [1] }, 'Metadata must be a JSON object.'],
    [{ data: { names: ['Eve'] } }, 'This name can’t be set as metadata: “names”'],
    [{ password: 5 }, 'password must be a string'],
    [{ password: 'a-better-harbour', nonce: 123456 }, 'nonce must be a string'],
    [{ email: 'eve@example.com' }, 'Unknown field: email'],
  ])('[SEC-19] refuses the update %j, and says why', async (body, msg) => {
    const { session } = await signedUp('brand');
    const answer = await accounts.call('PUT', '/auth/v1/user', { body, token: session.access_token });
    expect(answer.body).toMatchObject({ code: 400, msg });
  });

  it('[SEC-19] can’t have identities linked or removed', async () => {
    const { client } = await signedUp('brand');
    const { data } = await client.getUserIdentities();
    const { error } = await client.unlinkIdentity(data!.identities[0]!);
    expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
  });
});

describe('the role', () => {
  it('[AUTH-78] can’t be changed by the client’s metadata', async () => {
    const { client, session, user } = await signedUp('creator');
    const { error } = await client.updateUser({ data: { userType: 'brand', role: 'admin' } });
    expect(error?.status).toBe(400);
    const verified = await accounts.app.get(AccessTokens).verify(session.access_token);
    expect(verified?.user).toMatchObject({ id: user.id, role: 'creator' });
  });

  it('[AUTH-78] comes from the account’s own events, even if a token claims another one', async () => {
    const { session, user, email } = await signedUp('creator', 'mybrand.creator@example.com');
    const claims = claimsOf(session.access_token);
    const sign = await signer(accounts.app);
    const token = sign({ ...claims, role: 'admin', user_metadata: { userType: 'brand' } });
    const { body } = await accounts.call('GET', '/api/profile', { token });
    expect(body).toMatchObject({ user_id: user.id, role: 'creator', email });
  });

  it('[AUTH-86] [AUTH-78] a token that is unsigned, signed by others or made for something else grants no access', async () => {
    const { session } = await signedUp('creator');
    const claims = claimsOf(session.access_token);
    const sign = await signer(accounts.app);
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect((await accounts.call('GET', '/api/profile', { token: session.access_token })).status).toBe(200);
    const [header = '', , signature = ''] = session.access_token.split('.');
    const forgeries = [
      `${header}.${encoded({ ...claims, exp: Number(claims.exp) + 60 })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`,
      new JwtService({ secret: 'somebody-elses-secret-of-32-chars' }).sign(claims),
      new JwtService({ secret: jwtSecret }).sign(claims, { algorithm: 'HS512' }),
      sign({ ...claims, aud: 'admin' }),
      sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }),
      sign({ ...claims, session_id: 'no-such-session' }),
    ];
    for (const token of [...forgeries, session.refresh_token]) {
      expect((await getUser(token)).status).toBe(403);
      const { status, body } = await accounts.call('GET', '/api/profile', { token });
      expect([status, body.error.code]).toEqual([401, 'not_signed_in']);
    }
    expect((await accounts.call('GET', '/api/profile')).status).toBe(401);
  });
});

describe('the signing key', () => {
  /** A client that records the paths it requests. */
  const recordingClient = () => {
    const requested: string[] = [];
    const recording: typeof fetch = (input, init) => {
      requested.push(new URL(input).pathname);
      return fetch(input, init);
    };
    return { requested, client: accounts.client({ fetch: recording }) };
  };

  it('[SEC-19] is published at jwks.json, so that getClaims can verify tokens in the browser', async () => {
    const { session, user } = await signedUp('creator');
    const { requested, client } = recordingClient();
    const { data, error } = await client.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) as string });
    expect(data?.claims).toMatchObject({ sub: user.id, aud: 'authenticated' });
    expect(requested).toEqual(['/auth/v1/.well-known/jwks.json']);
    const { status, text } = await accounts.call('GET', '/auth/v1/.well-known/jwks.json');
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: expect.any(String) as string,
            y: expect.any(String) as string,
            kid: data?.header.kid,
            alg: 'ES256',
            use: 'sig',
            key_ops: ['verify'],
            ext: true,
          },
        ],
      },
    ]);

    const [header = '', , signature = ''] = session.access_token.split('.');
    const promoted = Buffer.from(JSON.stringify({ ...data!.claims, sub: 'another' })).toString('base64url');
    const altered = await client.getClaims(`${header}.${promoted}.${signature}`);
    expect(altered.error?.message).toBe('Invalid JWT signature');
    // For an unpublished key, the client asks the server.
    const stranger = await startAccounts();
    try {
      const sign = await signer(stranger.app);
      expect((await client.getClaims(sign(claimsOf(session.access_token)))).error).toMatchObject({
        status: 403,
        message: expect.stringContaining('unable to parse or verify signature') as string,
      });
    } finally {
      await stranger.close();
    }
  });

  it('[SEC-17] can be replaced by another, which is published before it signs; the old one stays valid as long as its tokens, and no longer', async () => {
    const shop = await startAccounts();
    try {
      const { config, vault } = shop.engines;
      const { body: first } = await shop.call('POST', '/auth/v1/signup', { body: brandSignUp('ring@example.com') });
      const [old] = await shop.app.get(SigningKeys).publicKeys();
      const claims = claimsOf(first.access_token);
      const lasting = (await signer(shop.app))({ ...claims, exp: Number(claims.exp) + 24 * 3_600 });
      const profile = async () => (await shop.call('GET', '/api/profile', { token: lasting })).status;
      expect(await profile()).toBe(200);
      const kid = await addSigningKey({ vault, masterKeys: MasterKeys.of(config), clock: shop.clock });
      const kids = async () => (await shop.app.get(SigningKeys).publicKeys()).map((key) => key.kid);
      const signs = async () => (await shop.app.get(SigningKeys).current()).kid;
      const status = async (token: string) => (await shop.call('GET', '/auth/v1/user', { token })).status;
      shop.clock.pass(minuteMs);
      expect([await kids(), await signs()]).toEqual([[old!.kid, kid], old!.kid]);
      shop.clock.pass(minuteMs);
      expect(await signs()).toBe(kid);
      expect(await status(first.access_token)).toBe(200);
      const refreshing = { body: { refresh_token: first.refresh_token } };
      const { body: next } = await shop.call('POST', '/auth/v1/token?grant_type=refresh_token', refreshing);
      expect(await status(next.access_token)).toBe(200);
      expect(await profile()).toBe(200);
      shop.clock.pass(62 * minuteMs);
      expect([await kids(), await signs()]).toEqual([[kid], kid]);
      expect(await profile()).toBe(401);
    } finally {
      await shop.close();
    }
  });

  it('[SEC-19] leaves tokens signed the former way valid until they expire, and an hour later none are accepted', async () => {
    const shop = await startAccounts();
    try {
      const signUp = await shop.call('POST', '/auth/v1/signup', { body: brandSignUp('early@example.com') });
      const claims = claimsOf(signUp.body.access_token);
      const before = new JwtService({ secret: jwtSecret });
      const statuses = async (token: string) => [
        (await shop.call('GET', '/auth/v1/user', { token })).status,
        (await shop.call('GET', '/api/profile', { token })).status,
      ];
      expect(await statuses(before.sign(claims))).toEqual([200, 200]);
      shop.clock.pass(15 * minuteMs);
      expect(await statuses(before.sign(claims))).toEqual([403, 401]);
      shop.clock.pass(47 * minuteMs);
      const exp = Math.floor(shop.clock.now().getTime() / 1_000) + 60;
      expect(await statuses(before.sign({ ...claims, exp }))).toEqual([403, 401]);
      expect(await statuses((await signer(shop.app))({ ...claims, exp }))).toEqual([200, 200]);
    } finally {
      await shop.close();
    }
  });
});

describe('the protocol', () => {
  it.each(['otp', 'sso', 'authorize', 'invite', 'admin/users'])(
    '[API-16] [API-49] /%s answers 404 in the protocol’s form',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await accounts.call(method, `/auth/v1/${path}`);
        expect(status).toBe(404);
        expect(body).toEqual({ code: 404, error_code: 'not_found', msg: 'There is nothing at this address' });
      }
    },
  );

  it.each([
    ['malformed JSON', '/auth/v1/signup', '{"email":'],
    ['a list', '/auth/v1/signup', '[1]'],
    ['a text', '/auth/v1/token?grant_type=password', '"x"'],
    ['an unknown field', '/auth/v1/signup', '{"email":"a@example.com","password":"quiet-harbour","is_admin":true}'],
    ['an unknown grant', '/auth/v1/token?grant_type=magic', '{}'],
    ['two grants', '/auth/v1/token?grant_type=password&grant_type=refresh_token', '{}'],
    ['a refresh without a token', '/auth/v1/token?grant_type=refresh_token', '{}'],
    ['a refresh token of another type', '/auth/v1/token?grant_type=refresh_token', '{"refresh_token":{"$ne":""}}'],
  ])('%s is refused with 400 in the protocol’s form', async (_what, path, text) => {
    const { status, body } = await accounts.call('POST', path, { text });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, error_code: expect.any(String) as string, msg: expect.any(String) as string });
  });
});
