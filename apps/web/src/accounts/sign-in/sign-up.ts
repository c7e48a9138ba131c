import type { BrandProfilePayload, CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { openAuth } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { signUpRefusal } from '../error-messages.ts';
import type { Message, SignUpRefusal } from '../error-messages.ts';

/** `waiting`: the account exists, and its email address has to be confirmed before the first sign-in. */
export type SignUpOutcome =
  | { readonly status: 'signed-in' | 'waiting'; readonly accountId: string }
  | { readonly status: 'refused' };

export interface SignUpFormProps {
  /** Called before the request, so that the page doesn't redirect on its own meanwhile. */
  readonly onStart: () => void;
  readonly onDone: (outcome: SignUpOutcome) => void;
}

interface Credentials extends FieldValues {
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
  if (error || !data.user) return signUpRefusal(error ?? {});
  return { status: data.session ? 'signed-in' : 'waiting', accountId: data.user.id } as const;
};

/**
 * Creates the account. A refusal is shown in a toast and at the field to blame; without such a field, it is returned as
 * `refusal` for the form to show.
 */
export const useSignUp = <Form extends Credentials>(
  form: UseFormReturn<Form, unknown, Form>,
  userType: Role,
  { onStart, onDone }: SignUpFormProps,
) => {
  const [refusal, setRefusal] = useState<Message>();
  const showRefusal = (refused: SignUpRefusal) => {
    const { field, title, body } = refused;
    toast.error(title, body);
    if (field) form.setError(field as Path<Form>, { type: 'server', message: body }, { shouldFocus: true });
    else setRefusal(refused);
  };
  /** Returns the refusal, if the server refused. */
  const create = async (credentials: Credentials, profile: Profile): Promise<SignUpRefusal | undefined> => {
    setRefusal(undefined);
    onStart();
    const answer = await signUp(credentials, userType, profile);
    if ('title' in answer) {
      showRefusal(answer);
      onDone({ status: 'refused' });
      return answer;
    }
    toast.success(
      'Account created',
      answer.status === 'signed-in' ? 'Welcome to Tessera.' : 'Check your inbox to confirm your email address.',
    );
    onDone(answer);
    return undefined;
  };
  return { refusal, create };
};
