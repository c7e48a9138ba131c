export interface Words {
  readonly title: string;
  readonly body: string;
}

const invalidCredentials = 'Invalid email or password. Please check your credentials and try again.';
const unconfirmed = 'Your email address has not been confirmed. Please check your inbox for a confirmation email.';

/** What the sign-in form says about a failure: known ones in our words, any other in its own. */
export const signInWords = (message: string | undefined): string => {
  if (message === 'Invalid login credentials') return invalidCredentials;
  if (message === 'Email not confirmed') return unconfirmed;
  return message || 'Login failed. Please try again.';
};

interface SignUpRefusal {
  readonly mentions: RegExp;
  readonly words: Words;
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

export const signUpWords = (error: { readonly message?: string; readonly status?: number | undefined }): Words => {
  const said = `${error.message ?? ''} ${error.status ?? ''}`;
  const known = signUpRefusals.find(({ mentions }) => mentions.test(said));
  return known?.words ?? { title: 'Sign up failed', body: error.message || 'An unexpected error occurred.' };
};
