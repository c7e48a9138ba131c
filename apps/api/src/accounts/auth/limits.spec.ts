import { brandSignUp, startAccounts } from '../../../../../test/support/worlds/accounts-app.ts';
import type { AccountsApp } from '../../../../../test/support/worlds/accounts-app.ts';

const minuteMs = 60_000;

let accounts: AccountsApp;
beforeEach(async () => {
  const limits = {
    passwordsPerEmail: 3,
    passwordsPerAddress: 5,
    passwordsPerDevice: 3,
    signUpsPerEmail: 1,
    signUpsPerAddress: 2,
    mailsPerEmail: 2,
    mailsPerAddress: 4,
    linksPerAddress: 2,
  };
  accounts = await startAccounts({ limits });
});
afterEach(() => accounts.close());

const signIn = (email: string) =>
  accounts.call('POST', '/auth/v1/token?grant_type=password', { body: { email, password: 'a-guess' } });
const signUp = (email: string) => accounts.call('POST', '/auth/v1/signup', { body: brandSignUp(email) });
const statuses = async (calls: readonly (() => Promise<{ status: number }>)[]) => {
  const found: number[] = [];
  for (const call of calls) found.push((await call()).status);
  return found;
};

it('[AUTH-41] guesses at the password of one email are limited, whoever guesses, until a minute has passed', async () => {
  const guess = () => signIn('Mira@example.com ');
  expect(await statuses([guess, guess, guess, guess])).toEqual([400, 400, 400, 429]);
  expect((await signIn('other@example.com')).status).toBe(400);
  accounts.clock.pass(minuteMs);
  expect((await guess()).status).toBe(400);
});

it('[AUTH-41] guesses from one IP address are limited, whatever the email', async () => {
  const guesses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => () => signIn(`${name}@example.com`));
  expect(await statuses(guesses)).toEqual([400, 400, 400, 400, 400, 429]);
});

it('[AUTH-41] sign-ups from one IP address are limited, and the refusal says how long to wait', async () => {
  const signUps = ['a', 'b'].map((name) => () => signUp(`${name}@example.com`));
  expect(await statuses(signUps)).toEqual([200, 200]);
  accounts.clock.pass(20_000);
  const { status, body, headers } = await signUp('c@example.com');
  expect(status).toBe(429);
  expect(body).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Rate limit exceeded. Please wait a minute before trying again.',
  });
  expect(headers.get('retry-after')).toBe('40');
  accounts.clock.pass(40_000);
  expect((await signUp('c@example.com')).status).toBe(200);
});

it('[AUTH-41] sign-ups with one email are limited, whoever tries', async () => {
  expect(await statuses([() => signUp('a@example.com'), () => signUp('A@example.com')])).toEqual([200, 429]);
});

describe.each([
  ['recover', (email: string) => ({ email })],
  ['resend', (email: string) => ({ email, type: 'signup' })],
])('%s', (path, bodyOf) => {
  const ask = (email: string) => accounts.call('POST', `/auth/v1/${path}`, { body: bodyOf(email) });

  it('[RESET-09] emails to one address are limited, whether or not it has an account, and the refusal says how long to wait', async () => {
    await signUp('known@example.com');
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const asks = [email, ` ${email.toUpperCase()}`, email].map((typed) => () => ask(typed));
      expect(await statuses(asks)).toEqual([200, 200, 429]);
      accounts.clock.pass(20_000);
      const { body, headers } = await ask(email);
      expect(headers.get('retry-after')).toBe('40');
      expect(body).toEqual({
        code: 429,
        error_code: 'over_email_send_rate_limit',
        msg: 'For security purposes, you can only request this after 40 seconds.',
      });
      accounts.clock.pass(minuteMs);
    }
  });

  it('[RESET-09] emails requested from one IP address are limited, whatever the email', async () => {
    const asks = ['a', 'b', 'c', 'd', 'e'].map((name) => () => ask(`${name}@example.com`));
    expect(await statuses(asks)).toEqual([200, 200, 200, 200, 429]);
  });
});

it('[RESET-23] attempts to follow links from one IP address are limited', async () => {
  const open = () => accounts.call('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: 'a.guess' } });
  expect(await statuses([open, open, open])).toEqual([403, 403, 429]);
  const { headers } = await accounts.call('POST', '/auth/v1/follow?type=recovery&token=a.guess');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('a device that has signed in before', () => {
  const mira = 'mira@example.com';
  const password = 'loud-harbour';
  const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0] ?? '';
  const signInAs = (email: string, typed: string, cookie?: string) =>
    accounts.call('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: typed },
      ...(cookie && { cookie: cookie.replace(/; Max-Age.*/, '') }),
    });

  it('[SEC-11] is not locked out by strangers who guess at its account, and has a limit of its own', async () => {
    const cookie = cookieOf(await signUp(mira));
    expect(cookie).toMatch(
      /^device_[0-9a-f]{16}=[\w-]{22}[.][\w-]{43}; Max-Age=15552000; Path=\/auth\/v1; .*HttpOnly; SameSite=Strict$/,
    );
    const strangers = Array.from({ length: 6 }, () => () => signIn(mira));
    expect(await statuses(strangers)).toEqual([400, 400, 400, 429, 429, 429]);
    expect((await signInAs(mira, password)).status).toBe(429);
    const known = await signInAs(' Mira@Example.com', password, cookie);
    expect([known.status, cookieOf(known).split(';')[0]]).toEqual([200, cookie.split(';')[0]]);
    const guesses = Array.from({ length: 3 }, () => () => signInAs(mira, 'a-guess', cookie));
    expect(await statuses(guesses)).toEqual([400, 400, 429]);
  });

  it('[SEC-11] is known only for its own account, and not by a forged cookie', async () => {
    const cookie = cookieOf(await signUp(mira));
    const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
    const others =
      cookieOf(await signUp('other@example.com'))
        .split(';')[0]
        ?.split('=')[1] ?? '';
    await statuses([signIn, signIn, signIn].map((guess) => () => guess(mira)));
    const forgeries = [
      `${name}=`,
      `${name}=.`,
      `${name}=${value.replace(/^./, (first) => (first === '_' ? '-' : '_'))}`,
      `${name}=${others}`,
      `other=${value}`,
    ];
    for (const each of forgeries) expect([each, (await signInAs(mira, password, each)).status]).toEqual([each, 429]);
    expect((await signInAs(mira, password, `other=1; ${name}=${value}`)).status).toBe(200);
  });
});

it('[SEC-11] password guesses in a stolen session don’t lock the sign-in, nor the other way around', async () => {
  const { body } = await signUp('mira@example.com');
  await statuses(Array.from({ length: 3 }, () => () => signIn('mira@example.com')));
  const change = {
    body: { password: 'another-harbour-9', current_password: 'loud-harbour' },
    token: body.access_token,
  };
  expect((await accounts.call('PUT', '/auth/v1/user', change)).status).toBe(200);
});
