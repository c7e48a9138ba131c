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

interface SignUpRefusal {
  readonly mentions: RegExp;
  readonly words: Message;
}

/** Matched in this order, against the message and status of the answer. */
const signUpRefusals: readonly SignUpRefusal[] = [
  {
    mentions: /rate limit|\b429\b|after 51 seconds/i,
    words: { title: 'Rate limit exceeded', body: 'Please wait a minute before trying again.' },
  },
  {
    mentions: /row-level security/i,
    words: { title: 'Profile creation error', body: 'There was an issue creating your profile. Please try again.' },
  },
  {
    mentions: /already exists|already registered|already in use|\b422\b/i,
    words: {
      title: 'Account already exists',
      body: 'An account with this email already exists. Please try signing in instead.',
    },
  },
];

export const signUpMessage = (error: AccountsError): Message => {
  const message = serverMessage(error);
  const text = `${message ?? ''} ${error.status ?? ''}`;
  const known = signUpRefusals.find(({ mentions }) => mentions.test(text));
  return known?.words ?? { title: 'Sign up failed', body: message ?? 'An unexpected error occurred.' };
};
