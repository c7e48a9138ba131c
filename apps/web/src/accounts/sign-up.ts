import type { BrandProfilePayload, CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import { auth } from '../kernel/session.ts';
import type { Role } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { signUpWords } from './words.ts';

/** `waiting`: the account exists, and its email address has to be confirmed before the first sign-in. */
export type SignUpOutcome = 'signed-in' | 'waiting' | 'refused';

/** Creates the account; a refusal has already been told by a toast. */
export const signUp = async (
  credentials: { readonly email: string; readonly password: string },
  userType: Role,
  profile: CreatorProfilePayload | BrandProfilePayload,
): Promise<SignUpOutcome> => {
  const { data, error } = await auth.signUp({
    email: credentials.email,
    password: credentials.password,
    options: { data: { userType, profile } },
  });
  if (error) {
    const words = signUpWords(error);
    toast.error(words.title, words.body);
    return 'refused';
  }
  toast.success(
    'Account created',
    data.session ? 'Welcome to Tessera.' : 'Check your inbox to confirm your email address.',
  );
  return data.session ? 'signed-in' : 'waiting';
};
