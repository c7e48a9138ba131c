import { brandSignUp, startAccounts } from '../../../../test/support/accounts-app.ts';
import type { AccountsApp } from '../../../../test/support/accounts-app.ts';

const minuteMs = 60_000;

let accounts: AccountsApp;
beforeEach(async () => {
  const limits = {
    passwordsPerEmail: 3,
    passwordsPerAddress: 5,
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

it('[AUTH-41] guesses at one email are limited, whoever guesses, until a minute has passed', async () => {
  const guess = () => signIn('Mira@example.com ');
  expect(await statuses([guess, guess, guess, guess])).toEqual([400, 400, 400, 429]);
  expect((await signIn('other@example.com')).status).toBe(400);
  accounts.clock.pass(minuteMs);
  expect((await guess()).status).toBe(400);
});

it('[AUTH-41] guesses from one address are limited, whatever the email', async () => {
  const guesses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => () => signIn(`${name}@example.com`));
  expect(await statuses(guesses)).toEqual([400, 400, 400, 400, 400, 429]);
});

it('[AUTH-41] sign-ups from one address are limited, and the refusal says how long to wait', async () => {
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
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(38);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(40);
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

  it('[RESET-09] mails to one email are limited, whether or not it has an account, and the refusal says how long to wait', async () => {
    await signUp('known@example.com');
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const asks = [email, ` ${email.toUpperCase()}`, email].map((typed) => () => ask(typed));
      expect(await statuses(asks)).toEqual([200, 200, 429]);
      accounts.clock.pass(20_000);
      const { body, headers } = await ask(email);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(38);
      expect(seconds).toBeLessThanOrEqual(40);
      expect(body).toEqual({
        code: 429,
        error_code: 'over_email_send_rate_limit',
        msg: `For security purposes, you can only request this after ${seconds} seconds.`,
      });
      accounts.clock.pass(minuteMs);
    }
  });

  it('[RESET-09] mails asked for from one address are limited, whatever the email', async () => {
    const asks = ['a', 'b', 'c', 'd', 'e'].map((name) => () => ask(`${name}@example.com`));
    expect(await statuses(asks)).toEqual([200, 200, 200, 200, 429]);
  });
});

it('[RESET-23] links tried from one address are limited', async () => {
  const open = () => accounts.call('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: 'a.guess' } });
  expect(await statuses([open, open, open])).toEqual([403, 403, 429]);
  const { headers } = await accounts.call('GET', '/auth/v1/verify?type=recovery&token=a.guess');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
