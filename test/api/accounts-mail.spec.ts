import type { GoTrueClient, SupportedStorage } from '@supabase/auth-js';
import { securityNoticeDue } from '@tessera/domain/accounts/access/security-notice';
import { account } from '@tessera/domain/accounts/account';
import { streamOf } from '@tessera/domain/kernel/decider';
import { OneTimeTokens } from '../../apps/api/src/accounts/links/one-time-tokens.ts';
import {
  claimsOf,
  creatorSignUpCall,
  newEmail,
  newStorage,
  signedUpCreator,
  startAccounts,
} from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';
import { linkIn, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';

const hourMs = 3_600_000;
const password = 'quiet-harbour';

let mail: MailServer;
let accounts: AccountsApp;
let confirming: AccountsApp;
beforeAll(async () => {
  mail = await startMailServer();
  accounts = await startAccounts({ env: { MAIL_URL: mail.url } });
  confirming = await startAccounts({ env: { MAIL_URL: mail.url, REQUIRE_EMAIL_CONFIRMATION: 'true' } });
});
afterAll(async () => {
  await accounts?.close();
  await confirming?.close();
  await mail?.close();
});

const signedUp = () => signedUpCreator(accounts);

/** Requests a reset and opens the email. */
const recoveryLink = async (email: string, client = accounts.client(), redirectTo?: string) => {
  const before = mail.to(email).length;
  const { error } = await client.resetPasswordForEmail(email, redirectTo === undefined ? {} : { redirectTo });
  if (error) throw error;
  return linkIn(await mail.mailTo(email, before + 1));
};

/** Opens a link as a mail scanner does: each address that it leads to, but no button on it. */
const open = async (link: string, method = 'GET') => {
  const response = await fetch(link, { method, redirect: 'manual' });
  const location = response.headers.get('location');
  const address = location === null ? null : new URL(location);
  const { headers, status } = response;
  return { status, headers, address, fields: new URLSearchParams(address?.hash.slice(1)) };
};

/** Opens a link, presses the button of the page, and follows up to the final address. */
const follow = async (link: string) => {
  const opened = await open(link);
  if (opened.address?.pathname !== '/auth/link') return opened;
  return open(`${opened.address.origin}/auth/v1/follow?${opened.address.hash.slice(1)}`, 'POST');
};

const refusal = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
};

/** Provides the browser globals that the client library reads while a page is opened at an address. */
const openedAt = async <Answer>(address: URL, page: () => Promise<Answer>): Promise<Answer> => {
  const location = new URL(address);
  const history = { state: null, replaceState: (_state: unknown, _title: string, to: string) => (location.href = to) };
  const globals = { window: { location, history }, document: { visibilityState: 'hidden' } };
  // A channel to other tabs would keep this process alive.
  const { BroadcastChannel } = globalThis;
  Object.assign(globalThis, { ...globals, BroadcastChannel: undefined });
  try {
    return await page();
  } finally {
    globalThis.BroadcastChannel = BroadcastChannel;
    Reflect.deleteProperty(globalThis, 'window');
    Reflect.deleteProperty(globalThis, 'document');
  }
};

/** Loads a page of the app at the address, from which its client takes the session. */
const pageAt = (address: URL, options: { flowType?: 'pkce'; storage?: SupportedStorage } = {}) =>
  openedAt(address, async () => {
    // The library warns that this process has other clients; here they stand for other browsers.
    jest.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
    const client = accounts.client({ storage: newStorage(), detectSessionInUrl: true, ...options });
    const authEvents: string[] = [];
    client.onAuthStateChange((event) => void authEvents.push(event));
    const { error } = await client.initialize();
    return { client, error, authEvents, session: (await client.getSession()).data.session };
  });

const eventsOf = async (app: AccountsApp, accountId: string) =>
  (await app.engines.events.readStream(streamOf(account, accountId)))
    .map(({ type }) => type)
    .filter((type) => type !== securityNoticeDue.type);

const signsIn = async (app: AccountsApp, email: string, word: string) =>
  (await app.client().signInWithPassword({ email, password: word })).error?.code ?? 'yes';

describe('a forgotten password', () => {
  it('[API-14] [API-45] [RESET-22] [RESET-23] [API-50] the mailed link opens a session in the app, which sets a new password and ends all others', async () => {
    const { email, client, session } = await signedUp();
    const link = await recoveryLink(email, client, `${accounts.url}/auth/reset-password`);
    const { status, headers, address, fields } = await follow(link);
    expect(status).toBe(303);
    expect(`${address?.origin}${address?.pathname}`).toBe(`${accounts.url}/auth/reset-password`);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(fields.get('type')).toBe('recovery');
    expect(fields.get('token_type')).toBe('bearer');
    expect(claimsOf(fields.get('access_token') ?? '')).toMatchObject({ amr: [{ method: 'recovery' }] });

    const page = await pageAt(address!);
    expect(page.error).toBeNull();
    expect(page.session?.user.email).toBe(email);
    expect((await page.client.updateUser({ password: 'a-new-harbour' })).error).toBeNull();

    expect((await page.client.getUser()).error).toBeNull();
    expect((await client.getUser()).error).not.toBeNull();
    expect((await client.refreshSession({ refresh_token: session.refresh_token })).error).not.toBeNull();
    expect(await signsIn(accounts, email, password)).toBe('invalid_credentials');
    expect(await signsIn(accounts, email, 'a-new-harbour')).toBe('yes');
    expect(await eventsOf(accounts, session.user.id)).toEqual([
      'CreatorRegistered',
      'EmailConfirmationAsked',
      'EmailConfirmed',
      'PasswordChanged',
    ]);
    const next = await page.client.refreshSession();
    expect(claimsOf(next.data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'recovery' }] });
  });

  it('[RESET-23] a link works once', async () => {
    const { email } = await signedUp();
    const link = await recoveryLink(email);
    expect((await follow(link)).fields.get('access_token')).not.toBeNull();
    const again = await follow(link);
    expect(again.status).toBe(303);
    expect(Object.fromEntries(again.fields)).toEqual(refusal);
    expect(again.address?.pathname).toBe('/auth/reset-password');
    const page = await pageAt(again.address!);
    expect([page.error?.code, page.error?.message, page.session]).toEqual([undefined, refusal.error_description, null]);
  });

  it('[RESET-23] a link works for an hour', async () => {
    const { email } = await signedUp();
    const [inTime, late] = [await signedUp(), await signedUp()];
    const [good, bad] = [await recoveryLink(inTime.email), await recoveryLink(late.email)];
    accounts.clock.pass(hourMs - 60_000);
    expect((await follow(good)).fields.get('access_token')).not.toBeNull();
    accounts.clock.pass(60_000);
    expect((await follow(bad)).fields.get('error_code')).toBe('otp_expired');
    expect(mail.to(email)).toEqual([]);
  });

  it('[RESET-23][SEC-06] a newer link replaces an older one; a changed password invalidates them all and is announced by email', async () => {
    const { email, client } = await signedUp();
    const older = await recoveryLink(email);
    const newer = await recoveryLink(email);
    expect((await follow(older)).fields.get('error_code')).toBe('otp_expired');
    await client.refreshSession();
    const changed = await client.updateUser({ password: 'a-new-harbour', current_password: password });
    expect(changed.error).toBeNull();
    expect(await mail.mailTo(email, 3)).toMatchObject({
      subject: 'Your Tessera password was changed',
      text: expect.stringContaining('/auth/forgot-password'),
    });
    expect((await follow(newer)).fields.get('error_code')).toBe('otp_expired');
  });

  it('[RESET-23] [FIX-29] a scanner that opens a link, however often, changes nothing: the page asks for a press', async () => {
    const { email, session } = await signedUp();
    const link = await recoveryLink(email);
    for (const method of ['HEAD', 'GET', 'GET']) {
      const { status, address, headers, fields } = await open(link, method);
      expect([status, address?.pathname, address?.search]).toEqual([303, '/auth/link', '']);
      expect([fields.get('type'), fields.get('access_token')]).toEqual(['recovery', null]);
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await eventsOf(accounts, session.user.id)).toEqual(['CreatorRegistered', 'EmailConfirmationAsked']);
    expect((await follow(link)).fields.get('access_token')).not.toBeNull();
  });

  it.each([
    'https://elsewhere.example/auth/reset-password',
    '//elsewhere.example',
    'javascript:alert(1)',
    'http://127.0.0.1.elsewhere.example/',
  ])(
    '[RESET-24] [API-14] asked to link to %s, the email links to the configured address of the app',
    async (redirectTo) => {
      const { email } = await signedUp();
      const path = `${accounts.url}/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`;
      const headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-Host': 'elsewhere.example',
        'X-Forwarded-Proto': 'https',
        Forwarded: 'host=elsewhere.example',
        Origin: 'https://elsewhere.example',
        Referer: 'https://elsewhere.example/',
      };
      await fetch(path, { method: 'POST', headers, body: JSON.stringify({ email }) });
      const message = await mail.mailTo(email);
      expect(`${message.text}${message.html}`).not.toContain('elsewhere');
      const link = new URL(linkIn(message));
      expect(link.origin).toBe(accounts.url);
      expect(link.searchParams.get('redirect_to')).toBe(`${accounts.url}/auth/reset-password`);
      link.searchParams.set('redirect_to', redirectTo);
      const { address, fields } = await follow(link.href);
      expect(`${address?.origin}${address?.pathname}`).toBe(`${accounts.url}/auth/reset-password`);
      expect(fields.get('access_token')).not.toBeNull();
    },
  );

  it('[RESET-24] a page of the app may be requested as the target', async () => {
    const { email } = await signedUp();
    const { address } = await follow(await recoveryLink(email, accounts.client(), '/reset-password?from=mail'));
    expect([address?.pathname, address?.search]).toEqual(['/reset-password', '?from=mail']);
  });

  it('[RESET-09] gets the same answer for an address without an account, which gets no email', async () => {
    const [{ email }, unknown] = [await signedUp(), newEmail()];
    const ask = (to: string) => accounts.call('POST', '/auth/v1/recover', { body: { email: to } });
    const [known, stranger] = [await ask(email), await ask(unknown)];
    for (const { status, text } of [known, stranger]) expect([status, text]).toEqual([200, '{}']);
    const namesOf = (headers: Headers) => [...headers.keys()].sort();
    expect(namesOf(stranger.headers)).toEqual(namesOf(known.headers));
    await mail.mailTo(email);
    expect(mail.to(unknown)).toEqual([]);
  });

  it('[RESET-09] leaves nothing of the link in logs, events or files', async () => {
    const { email, session } = await signedUp();
    const link = await recoveryLink(email);
    const secret = new URL(link).searchParams.get('token')?.split('.')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    await follow(link);
    await follow(link);
    expect(accounts.logged.join('')).not.toContain(secret);
    const stored = await accounts.engines.events.readStream(streamOf(account, session.user.id));
    expect(JSON.stringify(stored)).not.toContain(secret);
    const left = await accounts.engines.vault.inGroup('one-time-tokens', session.user.id);
    expect(left.filter(({ key }) => key.startsWith('recovery:'))).toEqual([]);
  });

  it.each([
    [{}, 'Unable to validate email address: invalid format'],
    [{ email: 'nobody' }, 'Unable to validate email address: invalid format'],
    [{ email: ['a@example.com'] }, 'Unable to validate email address: invalid format'],
    [
      { email: 'a@example.com', code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'code_challenge_method must be s256',
    ],
    [{ email: 'a@example.com', to: 'b@example.com' }, 'Unknown field: to'],
  ])('is refused as %j', async (body, msg) => {
    const answer = await accounts.call('POST', '/auth/v1/recover', { body });
    expect(answer.body).toEqual({ code: 400, error_code: 'validation_failed', msg });
  });
});

describe('a link whose token the app redeems itself', () => {
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

  it('[API-16] opens a session with its token, once', async () => {
    const { email } = await signedUp();
    const token_hash = tokenOf(await recoveryLink(email));
    const client = accounts.client();
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).data.session?.user.email).toBe(email);
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
  });

  it('[API-16] opens a session with token and email if the email is the one it was sent to', async () => {
    const [{ email }, other] = [await signedUp(), await signedUp()];
    const client = accounts.client();
    const stranger = { type: 'recovery', token: tokenOf(await recoveryLink(email)), email: other.email } as const;
    expect((await client.verifyOtp(stranger)).error?.code).toBe('otp_expired');
    const own = { type: 'recovery', token: tokenOf(await recoveryLink(email)), email } as const;
    expect((await client.verifyOtp(own)).error).toBeNull();
  });

  it('[API-16] works only for its own purpose', async () => {
    const { email } = await signedUp();
    const token = tokenOf(await recoveryLink(email));
    const { fields } = await follow(`${accounts.url}/auth/v1/verify?type=signup&token=${token}`);
    expect(fields.get('error_code')).toBe('otp_expired');
    for (const type of ['magiclink', 'invite', '', 'recovery&type=signup']) {
      const { status, fields: found } = await follow(`${accounts.url}/auth/v1/verify?token=${token}&type=${type}`);
      expect([status, found.get('error_code')]).toEqual([303, 'otp_expired']);
    }
    const { body } = await accounts.call('POST', '/auth/v1/verify', { body: { type: 'magiclink', token_hash: token } });
    expect(body).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });
});

describe('a browser that requests a link with a PKCE challenge', () => {
  const ask = async (email: string) => {
    const storage = newStorage();
    const client = accounts.client({ flowType: 'pkce', storage });
    return { storage, link: await recoveryLink(email, client) };
  };

  it('[API-46] gets a code in the address and exchanges it for the session', async () => {
    const { email } = await signedUp();
    const { storage, link } = await ask(email);
    const { status, address, fields } = await follow(link);
    expect([status, [...fields]]).toEqual([303, []]);
    expect(address?.searchParams.get('code')).toMatch(/^[\w-]+\.[\w-]+$/);
    const page = await pageAt(address!, { flowType: 'pkce', storage });
    expect(page.error).toBeNull();
    expect(page.session?.user.email).toBe(email);
    expect(claimsOf(page.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'recovery' }] });
    expect((await page.client.updateUser({ password: 'a-new-harbour' })).error).toBeNull();
  });

  it('[API-46] nobody else gets a session from the code, or from the link', async () => {
    const { email } = await signedUp();
    const { storage, link } = await ask(email);
    const token_hash = new URL(link).searchParams.get('token') ?? '';
    expect((await accounts.client().verifyOtp({ type: 'recovery', token_hash })).error?.code).toBe('otp_expired');
    const { address } = await follow(link);
    const auth_code = address?.searchParams.get('code') ?? '';
    const exchange = (code_verifier: string) =>
      accounts.call('POST', '/auth/v1/token?grant_type=pkce', { body: { auth_code, code_verifier } });
    expect((await exchange('a'.repeat(56))).body).toMatchObject({ code: 400, error_code: 'bad_code_verifier' });
    const client = accounts.client({ flowType: 'pkce', storage });
    expect((await client.exchangeCodeForSession(auth_code)).error).toBeNull();
    expect((await exchange('a'.repeat(56))).body).toMatchObject({ code: 404, error_code: 'flow_state_not_found' });
  });

  it('[API-46] has five minutes to exchange the code', async () => {
    const { email } = await signedUp();
    const { storage, link } = await ask(email);
    const code = (await follow(link)).address?.searchParams.get('code') ?? '';
    accounts.clock.pass(5 * 60_000);
    const client = accounts.client({ flowType: 'pkce', storage });
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });
});

describe('a mailed code in place of the current password', () => {
  const requestNonce = async () => {
    const person = await signedUp();
    const { error } = await person.client.reauthenticate();
    if (error) throw error;
    const { text } = await mail.mailTo(person.email);
    return { ...person, nonce: /Your code is (\d{6})/.exec(text ?? '')?.[1] ?? '' };
  };
  const another = (nonce: string) => String((Number(nonce) + 1) % 1_000_000).padStart(6, '0');

  it('[SEC-19] changes the password once, and requesting it gives the client no session', async () => {
    const { client, email, nonce } = await requestNonce();
    expect((await client.updateUser({ password: 'short', nonce })).error?.status).toBe(400);
    expect((await client.updateUser({ password: 'a-new-harbour', nonce })).error).toBeNull();
    expect(await signsIn(accounts, email, 'a-new-harbour')).toBe('yes');
    const again = await client.updateUser({ password: 'one-more-harbour', nonce });
    expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
  });

  it('[SEC-19] is valid for ten minutes, in the session that requested it, until the next one is requested', async () => {
    const { client, email, nonce } = await requestNonce();
    const elsewhere = accounts.client();
    await elsewhere.signInWithPassword({ email, password });
    const change = { password: 'a-new-harbour', nonce };
    expect((await elsewhere.updateUser(change)).error?.code).toBe('reauthentication_not_valid');
    accounts.clock.pass(10 * 60_000);
    expect((await client.updateUser(change)).error?.code).toBe('reauthentication_not_valid');
    expect(await signsIn(accounts, email, password)).toBe('yes');
  });

  it('[SEC-19] allows five guesses', async () => {
    const { client, email, nonce } = await requestNonce();
    for (let guess = 1; guess <= 5; guess += 1) {
      const wrong = await client.updateUser({ password: 'a-new-harbour', nonce: another(nonce) });
      expect(wrong.error?.code).toBe('reauthentication_not_valid');
    }
    expect((await client.updateUser({ password: 'a-new-harbour', nonce })).error?.code).toBe(
      'reauthentication_not_valid',
    );
    expect(await signsIn(accounts, email, password)).toBe('yes');
  });

  it('[SEC-19] is stored in the vault in a form that only the server can verify, and is removed with the account’s links', async () => {
    const { client, session, nonce } = await requestNonce();
    const { id } = session.user;
    const tokens = await accounts.engines.vault.inGroup('one-time-tokens', id);
    const stored = tokens.filter(({ key }) => key.startsWith('nonce:'));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(nonce);
    expect(accounts.logged.join('')).not.toContain(nonce);
    await accounts.app.get(OneTimeTokens).revokeAll(id);
    expect((await client.updateUser({ password: 'a-new-harbour', nonce })).error?.code).toBe(
      'reauthentication_not_valid',
    );
  });
});

describe('with confirmation of email addresses', () => {
  const signUp = async (client: GoTrueClient = confirming.client()) => {
    const email = newEmail();
    const { data, error } = await client.signUp(creatorSignUpCall(email));
    if (error) throw error;
    return { email, client, user: data.user!, session: data.session };
  };

  it('[AUTH-63] a sign-up opens no session, and the mailed link does', async () => {
    const { email, user, session } = await signUp();
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, user_metadata: { userType: 'creator' } });
    expect(user.email_confirmed_at).toBeUndefined();
    const { address, fields } = await follow(linkIn(await mail.mailTo(email)));
    expect([address?.pathname, fields.get('type')]).toEqual(['/auth', 'signup']);
    expect(claimsOf(fields.get('access_token') ?? '')).toMatchObject({ sub: user.id, amr: [{ method: 'otp' }] });
    expect(await eventsOf(confirming, user.id)).toEqual(['CreatorRegistered', 'EmailConfirmed']);
    expect(await signsIn(confirming, email, password)).toBe('yes');
  });

  it('[FIX-29] a scanner that opens the link confirms nothing', async () => {
    const { email, user } = await signUp();
    const link = linkIn(await mail.mailTo(email));
    await open(link);
    expect(await eventsOf(confirming, user.id)).toEqual(['CreatorRegistered']);
    expect(await signsIn(confirming, email, password)).toBe('email_not_confirmed');
    expect((await follow(link)).fields.get('access_token')).not.toBeNull();
  });

  it('[SEC-08] the device that opened the link is not a new one; another device is announced by email', async () => {
    const { email } = await signUp();
    const { headers } = await follow(linkIn(await mail.mailTo(email)));
    const cookie = (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const signIn = (more: { cookie?: string }) =>
      confirming.call('POST', '/auth/v1/token?grant_type=password', { body: { email, password }, ...more });
    expect((await signIn({ cookie })).status).toBe(200);
    await signIn({});
    await mail.mailTitled(email, 'New sign-in to your Tessera account');
    expect(mail.to(email)).toHaveLength(2);
  });

  it('[AUTH-63] signing in before confirming says so, but only to someone who knows the password', async () => {
    const { email, client } = await signUp();
    const { error, data } = await client.signInWithPassword({ email, password });
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
    expect(data.session).toBeNull();
    expect(await signsIn(confirming, email, 'a-wrong-harbour')).toBe('invalid_credentials');
  });

  it('[AUTH-63] another link can be requested, until the address is confirmed', async () => {
    const { email, client } = await signUp();
    const first = linkIn(await mail.mailTo(email));
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const second = linkIn(await mail.mailTo(email, 2));
    expect((await follow(first)).fields.get('error_code')).toBe('otp_expired');
    expect((await follow(second)).fields.get('access_token')).not.toBeNull();
    const marker = newEmail();
    for (const each of [email, 'stranger@example.com']) {
      expect((await client.resend({ type: 'signup', email: each })).error).toBeNull();
    }
    await client.signUp(creatorSignUpCall(marker));
    await mail.mailTo(marker);
    expect([mail.to(email).length, mail.to('stranger@example.com').length]).toEqual([2, 0]);
    expect((await client.resend({ type: 'email_change', email })).error?.code).toBe('validation_failed');
  });

  it('[AUTH-63] a reset confirms the address too, because its link was sent there', async () => {
    const { email, client, user } = await signUp();
    await mail.mailTo(email);
    await client.resetPasswordForEmail(email);
    const { fields } = await follow(linkIn(await mail.mailTo(email, 2)));
    expect(fields.get('access_token')).not.toBeNull();
    expect(await eventsOf(confirming, user.id)).toEqual(['CreatorRegistered', 'EmailConfirmed']);
    expect(await signsIn(confirming, email, password)).toBe('yes');
  });

  it('[AUTH-63] without confirmation a sign-up is signed in immediately', async () => {
    const { client } = await signedUp();
    expect((await client.getUser()).data.user?.email_confirmed_at).toEqual(expect.any(String));
  });
});
