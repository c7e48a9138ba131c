import type { AuthError } from '@supabase/auth-js';
import { EventStoreUnavailable } from '../../apps/api/src/kernel/log/port.ts';
import { signUpRefusal } from '../../apps/web/src/accounts/error-messages.ts';
import type { SignUpRefusal } from '../../apps/web/src/accounts/error-messages.ts';
import { brandProfile, startAccounts } from '../support/worlds/accounts-app.ts';
import type { AccountsApp } from '../support/worlds/accounts-app.ts';

/** What the forms of /auth say for each answer with which the server refuses a sign-up. */

let accounts: AccountsApp;
beforeAll(async () => {
  accounts = await startAccounts({ limits: { signUpsPerEmail: 2 } });
});
afterAll(() => accounts?.close());
afterEach(() => jest.restoreAllMocks());

let count = 0;
const newEmail = () => `newcomer${(count += 1)}@example.com`;

interface Attempt {
  readonly email?: string;
  readonly password?: string;
  /** What the client's own data has besides the type and the profile. */
  readonly more?: object;
  /** Sent instead of what the client sends. */
  readonly body?: string;
}

let sentCode: string | undefined;

/** Signs up with the browser's client library; returns its error. */
const refused = async ({ email = newEmail(), password = 'quiet-harbour', more, body }: Attempt) => {
  const send: typeof fetch = async (url, request) => {
    const response = await fetch(url, body === undefined ? request : { ...request, body });
    sentCode = ((await response.clone().json()) as { error_code?: string }).error_code;
    return response;
  };
  const data = { userType: 'brand', profile: brandProfile(email), ...more };
  const { error } = await accounts.client({ fetch: send }).signUp({ email, password, options: { data } });
  return error;
};

const again = async (times: number) => {
  const email = newEmail();
  const errors: (AuthError | null)[] = [];
  for (let attempt = 0; attempt <= times; attempt += 1) errors.push(await refused({ email }));
  return errors.at(-1) ?? null;
};

const whileAppendFails = (error: Error) => {
  accounts.failToRecord(error);
  return refused({});
};

const failed = (body: string): SignUpRefusal => ({ title: 'Sign up failed', body });
const weak = (body: string): SignUpRefusal => ({ ...failed(body), field: 'password' });
const unexpected = failed('An unexpected error occurred.');
const mine = newEmail();

const answers: readonly (readonly [string, string, () => Promise<AuthError | null>, SignUpRefusal])[] = [
  [
    'user_already_exists',
    'the address has an account',
    () => again(1),
    {
      title: 'Account already exists',
      body: 'An account with this email already exists. Please try signing in instead.',
      field: 'email',
    },
  ],
  [
    'over_request_rate_limit',
    'one address again and again',
    () => again(2),
    { title: 'Rate limit exceeded', body: 'Please wait a minute before trying again.' },
  ],
  [
    'weak_password',
    'a common password',
    () => refused({ password: 'password123' }),
    weak('Many people use this password, so it is easy to guess. Please choose another one.'),
  ],
  [
    'weak_password',
    'the own address',
    () => refused({ email: mine, password: mine }),
    weak('Your password can’t be your email address or the start of it. Please choose another one.'),
  ],
  [
    'weak_password',
    'the own name',
    () => refused({ password: 'Jonas Berg' }),
    weak('Your password can’t be your name. Please choose another one.'),
  ],
  [
    'weak_password',
    'a space at the end',
    () => refused({ password: 'quiet-harbour ' }),
    weak('Your password can’t begin or end with a space.'),
  ],
  [
    'validation_failed',
    'a short password',
    () => refused({ password: 'fog-7' }),
    failed('Password must be at least 6 characters'),
  ],
  [
    'validation_failed',
    'a name that mentions what other refusals do',
    () => refused({ more: { profile: { 'already exists, 422': 1 } } }),
    failed('Unknown field: already exists, 422'),
  ],
  [
    'metadata_not_allowed',
    'data under a name of ours',
    () => refused({ more: { role: 'admin' } }),
    failed('This name can’t be set as metadata: “role”'),
  ],
  [
    'phone_provider_disabled',
    'a phone number instead of an address',
    () => refused({ body: JSON.stringify({ phone: '+14155550199', password: 'quiet-harbour', data: {} }) }),
    failed('You can’t sign in with a phone number here; use an email address'),
  ],
  ['bad_json', 'half a body', () => refused({ body: '{' }), failed('The request can’t be read: send JSON in UTF-8')],
  [
    'request_too_large',
    'a body of two megabytes',
    () => refused({ body: JSON.stringify({ password: 'x'.repeat(2_000_000) }) }),
    failed('The request is too large'),
  ],
  ['unexpected_failure', 'a bug', () => whileAppendFails(new Error('a bug')), unexpected],
  ['unavailable', 'a log that is down', () => whileAppendFails(new EventStoreUnavailable('down')), unexpected],
];

it.each(answers)(
  '[SPC-02] [AUTH-64] [AUTH-66] [AUTH-67] a sign-up refused as %s (%s) is explained by that',
  async (code, _because, ask, shown) => {
    const error = await ask();
    expect(sentCode).toBe(code);
    expect(signUpRefusal(error ?? {})).toEqual(shown);
  },
);

it('[SPC-02] these are all the answers that the server gives', async () => {
  const { text } = await accounts.call('GET', '/api/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Readonly<Record<string, { post: { responses: object } }>> };
  const described = JSON.stringify(paths['/auth/v1/signup']?.post.responses).matchAll(
    /"error_code":\{"enum":\[(.*?)\]/g,
  );
  const codes = [...described].flatMap(([, list]) => JSON.parse(`[${list}]`) as string[]);
  const given = new Set(answers.map(([code]) => code));
  // That one is about parameters, and any `redirect_to` is accepted.
  expect([...given, 'invalid_input'].sort()).toEqual([...new Set(codes)].sort());
});

it('[AUTH-67] a server that can’t be reached is an unexpected error', async () => {
  // The client reports a lost connection there.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = accounts.client({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  const { error } = await client.signUp({ email: newEmail(), password: 'quiet-harbour' });
  expect(signUpRefusal(error ?? {})).toEqual(unexpected);
});
