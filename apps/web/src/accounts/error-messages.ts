import { accountExists } from '@tessera/domain/accounts/access/identity-failures';
import { plural } from '../kernel/plural.ts';

export interface Message {
  readonly title: string;
  readonly body: string;
}

/** The accounts client's error when a call fails. */
export interface AccountsError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** Whether the server refused with this error code. */
export const isRefusedFor = (code: string, error: unknown): boolean => {
  const refused = error as AccountsError | null | undefined;
  return refused?.name === 'AuthApiError' && refused.code === code;
};

/** Without a readable answer from the server, the error has a message of the library, which users shouldn't see. */
const isUnanswered = ({ name }: AccountsError) => name === 'AuthRetryableFetchError' || name === 'AuthUnknownError';

/** The server's own message; undefined if it gave none. */
export const serverMessage = (error: AccountsError): string | undefined =>
  (isUnanswered(error) ? undefined : error.message) || undefined;

/** Adds when to try again, if the server asked to wait. */
export const withWait = (words: string, waitSeconds: number | null): string => {
  if (waitSeconds === null) return words;
  const time = waitSeconds < 120 ? plural(waitSeconds, 'second') : plural(Math.ceil(waitSeconds / 60), 'minute');
  return `${words} You can try again in ${time}.`;
};

const unreachable = 'The server could not be reached. Please try again.';

/** Why a call failed, and when to try again: the server's message, or `fallback` if it gave none. */
export const refusalMessage = (error: unknown, waitSeconds: number | null, fallback = unreachable): string =>
  withWait(serverMessage(error as AccountsError) ?? fallback, waitSeconds);

const invalidCredentials = 'Invalid email or password. Please check your credentials and try again.';
const unconfirmed = 'Your email address has not been confirmed. Please check your inbox for a confirmation email.';

/** The sign-in form's message for a failure: our own for known ones, the server's for any other. */
export const signInMessage = (error: AccountsError): string => {
  if (isUnanswered(error)) return 'An unexpected error occurred during login. Please try again.';
  if (error.message === 'Invalid login credentials') return invalidCredentials;
  if (error.message === 'Email not confirmed') return unconfirmed;
  return error.message || 'Login failed. Please try again.';
};

/** Whether the server refused a new password because it is easy to guess. */
export const isWeakPassword = (error: unknown): boolean => (error as AccountsError).code === 'weak_password';

export interface SignUpRefusal extends Message {
  /** The field at which it is shown, if one is to blame. */
  readonly field?: 'email' | 'password';
}

interface SignUpRule {
  readonly codes: readonly string[];
  readonly mentions: RegExp;
  readonly refusal: SignUpRefusal;
}

/** Matched in this order: by the code of the answer or, if it has none, by its message and status. */
const signUpRules: readonly SignUpRule[] = [
  {
    codes: ['over_request_rate_limit'],
    mentions: /rate limit|\b429\b|after 51 seconds/i,
    refusal: { title: 'Rate limit exceeded', body: 'Please wait a minute before trying again.' },
  },
  {
    codes: [],
    mentions: /row-level security/i,
    refusal: { title: 'Profile creation error', body: 'There was an issue creating your profile. Please try again.' },
  },
  {
    codes: ['user_already_exists'],
    mentions: /already exists|already registered|already in use|\b422\b/i,
    refusal: { field: 'email', title: accountExists().title, body: accountExists().message },
  },
];

export const signUpRefusal = (error: AccountsError): SignUpRefusal => {
  const { code, status } = error;
  const message = serverMessage(error);
  const text = `${message ?? ''} ${status ?? ''}`;
  const known = signUpRules.find(({ codes, mentions }) => (code ? codes.includes(code) : mentions.test(text)));
  if (known) return known.refusal;
  const words = { title: 'Sign up failed', body: message ?? 'An unexpected error occurred.' };
  return isWeakPassword(error) ? { ...words, field: 'password' } : words;
};
