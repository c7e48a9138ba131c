export interface Message {
  readonly title: string;
  readonly body: string;
}

/** What the accounts client answers when a call did not succeed. */
export interface AccountsError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** Whether the server refused, for this reason. */
export const isRefusedFor = (code: string, error: unknown): boolean => {
  const refused = error as AccountsError | null | undefined;
  return refused?.name === 'AuthApiError' && refused.code === code;
};

/** Without a readable answer of the server, an error holds words of the library, which nobody should have to read. */
const unanswered = ({ name }: AccountsError) => name === 'AuthRetryableFetchError' || name === 'AuthUnknownError';

/** The server's own words; undefined when it gave none. */
export const serverMessage = (error: AccountsError): string | undefined =>
  (unanswered(error) ? undefined : error.message) || undefined;

/** `words`, and when to try again where the server asked for patience. */
export const withWait = (words: string, waitSeconds: number | null): string => {
  if (waitSeconds === null) return words;
  const minutes = Math.ceil(waitSeconds / 60);
  const time = waitSeconds < 120 ? `${waitSeconds} second${waitSeconds === 1 ? '' : 's'}` : `${minutes} minutes`;
  return `${words} You can try again in ${time}.`;
};

const unreachable = 'The server could not be reached. Please try again.';

/** Why a call did not succeed: the server's words and when to try again; `otherwise` where it gave no words. */
export const refusalMessage = (error: unknown, waitSeconds: number | null, otherwise = unreachable): string =>
  withWait(serverMessage(error as AccountsError) ?? otherwise, waitSeconds);

const invalidCredentials = 'Invalid email or password. Please check your credentials and try again.';
const unconfirmed = 'Your email address has not been confirmed. Please check your inbox for a confirmation email.';

/** What the sign-in form says about a failure: known ones in our words, any other in the server's. */
export const signInMessage = (error: AccountsError): string => {
  if (unanswered(error)) return 'An unexpected error occurred during login. Please try again.';
  if (error.message === 'Invalid login credentials') return invalidCredentials;
  if (error.message === 'Email not confirmed') return unconfirmed;
  return error.message || 'Login failed. Please try again.';
};

interface SignUpRefusal {
  readonly mentions: RegExp;
  readonly words: Message;
}

/** Matched in this order, against the message and the status of the answer. */
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
  const said = `${message ?? ''} ${error.status ?? ''}`;
  const known = signUpRefusals.find(({ mentions }) => mentions.test(said));
  return known?.words ?? { title: 'Sign up failed', body: message ?? 'An unexpected error occurred.' };
};
