import { OwnPasswordForm } from '@tessera/domain/accounts/forms';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showFieldErrors, useClassForm } from '../kernel/form.tsx';
import { secondFactorAtom } from '../kernel/session.ts';
import { PasswordField, TextField } from './fields.tsx';

type OwnerForm = UseFormReturn<OwnPasswordForm, unknown, OwnPasswordForm>;

/** What shows that it is the owner: the password, and the code where the account has a second factor. */
export const OwnerFields = ({ form }: { form: OwnerForm }) => {
  const asksForCode = useAtomValue(secondFactorAtom) !== 'off';
  return (
    <>
      <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      {asksForCode && (
        <TextField
          form={form}
          name="code"
          label="Code"
          autoComplete="one-time-code"
          help="From your authenticator app, or a recovery code"
        />
      )}
    </>
  );
};

/** As it is sent: whoever was not asked for a code sends none. */
const sentOwner = ({ password, code }: OwnPasswordForm) => (code ? { password, code } : { password });

/**
 * The form that asks for them. `send` does what only the owner may, and rejects with what it was refused with; `onDone`
 * follows where it was done.
 */
export const useOwnerForm = (
  send: (owner: ReturnType<typeof sentOwner>) => Promise<unknown>,
  onDone: () => unknown,
) => {
  const form = useClassForm(OwnPasswordForm);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = form.handleSubmit(async (owner) => {
    setRefusal(null);
    try {
      await send(sentOwner(owner));
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefusal(error instanceof Error ? error.message : 'Please try again.');
      return;
    }
    await onDone();
  });
  return { form, submit, refusal, isSubmitting: form.formState.isSubmitting };
};
