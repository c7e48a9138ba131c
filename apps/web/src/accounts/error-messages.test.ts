import { serverMessage, signInMessage, signUpRefusal, withWait } from './error-messages.ts';

test('[AUTH-57] wrong credentials are explained without saying which of the two is wrong', () => {
  expect(signInMessage({ message: 'Invalid login credentials' })).toBe(
    'Invalid email or password. Please check your credentials and try again.',
  );
});

test('[AUTH-58] an unconfirmed email address points to the inbox', () => {
  expect(signInMessage({ message: 'Email not confirmed' })).toBe(
    'Your email address has not been confirmed. Please check your inbox for a confirmation email.',
  );
});

test('[AUTH-59] a sign-in without a readable answer says that something unexpected happened', () => {
  const unexpected = 'An unexpected error occurred during login. Please try again.';
  expect(signInMessage({ name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 })).toBe(unexpected);
  expect(signInMessage({ name: 'AuthRetryableFetchError', message: '{}', status: 503 })).toBe(unexpected);
});

test('[AUTH-60] any other sign-in failure shows its own message, or asks to try again without one', () => {
  expect(signInMessage({ message: 'The moon is in the way' })).toBe('The moon is in the way');
  expect(signInMessage({ message: '' })).toBe('Login failed. Please try again.');
});

test('[ERR-08] the server’s message is passed on unchanged, a library’s own message is not', () => {
  expect(serverMessage({ name: 'AuthApiError', message: 'Signups are closed: ask us', status: 400 })).toBe(
    'Signups are closed: ask us',
  );
  expect(serverMessage({ name: 'AuthUnknownError', message: 'Unexpected token <' })).toBeUndefined();
});

test.each([
  [null, 'Slow down.'],
  [1, 'Slow down. You can try again in 1 second.'],
  [42, 'Slow down. You can try again in 42 seconds.'],
  [121, 'Slow down. You can try again in 3 minutes.'],
])('a refusal that asks to wait for %s s says when to try again', (seconds, words) => {
  expect(withWait('Slow down.', seconds)).toBe(words);
});

test.each([
  ['AUTH-64', { message: 'Request rate limit reached' }, 'Rate limit exceeded'],
  ['AUTH-64', { message: 'you can only request this after 51 seconds' }, 'Rate limit exceeded'],
  ['AUTH-64', { message: 'User already registered', status: 429 }, 'Rate limit exceeded'],
  ['AUTH-65', { message: 'new row violates row-level security policy' }, 'Profile creation error'],
  ['AUTH-66', { message: 'User already registered' }, 'Account already exists'],
  ['AUTH-66', { message: 'Unprocessable', status: 422 }, 'Account already exists'],
  ['AUTH-67', { message: 'Disk full' }, 'Sign up failed'],
])(
  '[AUTH-64] [AUTH-65] [AUTH-66] [AUTH-67] by %s a refused sign-up without a code (%o) is titled "%s"',
  (_row, error, title) => {
    expect(signUpRefusal(error).title).toBe(title);
  },
);

test('[SPC-02] an answer with a code is never explained by its status or its words', () => {
  const message = 'A brand called 429 already exists';
  expect(signUpRefusal({ message, status: 422, code: 'validation_failed' })).toEqual({
    title: 'Sign up failed',
    body: message,
  });
});

test('[AUTH-67] an unknown sign-up failure shows its message, or says that it was unexpected', () => {
  expect(signUpRefusal({ message: 'Disk full' }).body).toBe('Disk full');
  expect(signUpRefusal({}).body).toBe('An unexpected error occurred.');
});
