import { signInWords, signUpWords } from './words.ts';

test('[AUTH-57] wrong credentials are explained without saying which of the two is wrong', () => {
  expect(signInWords('Invalid login credentials')).toBe(
    'Invalid email or password. Please check your credentials and try again.',
  );
});

test('[AUTH-58] an unconfirmed email address points to the inbox', () => {
  expect(signInWords('Email not confirmed')).toMatch(/^Your email address has not been confirmed\./);
});

test('[AUTH-60] any other sign-in failure shows its own message, or asks to try again without one', () => {
  expect(signInWords('The moon is in the way')).toBe('The moon is in the way');
  expect(signInWords('')).toBe('Login failed. Please try again.');
});

test.each([
  ['AUTH-64', { message: 'Request rate limit reached' }, 'Rate limit exceeded'],
  ['AUTH-64', { message: 'you can only request this after 51 seconds' }, 'Rate limit exceeded'],
  ['AUTH-64', { message: 'User already registered', status: 429 }, 'Rate limit exceeded'],
  ['AUTH-65', { message: 'new row violates row-level security policy' }, 'Profile creation error'],
  ['AUTH-66', { message: 'User already registered' }, 'Account already exists'],
  ['AUTH-66', { message: 'Unprocessable', status: 422 }, 'Account already exists'],
  ['AUTH-67', { message: 'Disk full' }, 'Sign up failed'],
])('[%s] a refused sign-up (%o) is titled "%s"', (_row, error, title) => {
  expect(signUpWords(error).title).toBe(title);
});

test('[AUTH-67] an unknown sign-up failure shows its message, or says that it was unexpected', () => {
  expect(signUpWords({ message: 'Disk full' }).body).toBe('Disk full');
  expect(signUpWords({}).body).toBe('An unexpected error occurred.');
});
