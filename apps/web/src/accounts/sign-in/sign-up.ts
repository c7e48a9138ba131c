import type { BrandProfilePayload, CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import { useState } from 'react';
import { openAuth } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { signUpMessage } from '../error-messages.ts';
import type { Message } from '../error-messages.ts';

/** `waiting`: the account exists, and its email address has to be confirmed before the first sign-in. */
export type SignUpOutcome = 'signed-in' | 'waiting' | 'refused';

export interface SignUpFormProps {
  /** Called before the request, so that the page doesn't redirect on its own meanwhile. */
  readonly onStart: () => void;
  readonly onDone: (outcome: SignUpOutcome) => void;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type Profile = CreatorProfilePayload | BrandProfilePayload;

const signUp = async ({ email, password }: Credentials, userType: Role, profile: Profile) => {
  const emailRedirectTo = `${window.location.origin}${paths.auth}`;
  const auth = await openAuth();
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { userType, profile }, emailRedirectTo },
  });
  return error ? signUpMessage(error) : data.session;
};

/** Creates the account. A refusal is shown in a toast, and returned as `refusal` for the form to show. */
export const useSignUp = (userType: Role, { onStart, onDone }: SignUpFormProps) => {
  const [refusal, setRefusal] = useState<Message>();
  const create = async (credentials: Credentials, profile: Profile): Promise<void> => {
    setRefusal(undefined);
    onStart();
    const answer = await signUp(credentials, userType, profile);
    if (answer && 'title' in answer) {
      setRefusal(answer);
      toast.error(answer.title, answer.body);
      return onDone('refused');
    }
    toast.success(
      'Account created',
      answer ? 'Welcome to Tessera.' : 'Check your inbox to confirm your email address.',
    );
    onDone(answer ? 'signed-in' : 'waiting');
  };
  return { refusal, create };
};
