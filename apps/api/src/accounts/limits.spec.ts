import { brandSignUp, startAccounts } from '../../../../test/support/accounts-app.ts';
import type { AccountsApp } from '../../../../test/support/accounts-app.ts';

const minuteMs = 60_000;

let accounts: AccountsApp;
beforeEach(async () => {
  const limits = { passwordsPerEmail: 3, passwordsPerAddress: 5, signUpsPerAddress: 2 };
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
