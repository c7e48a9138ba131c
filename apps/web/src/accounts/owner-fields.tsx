import { Box } from '@chakra-ui/react';
import { OwnPasswordForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { showFieldErrors, useClassForm } from '../kernel/forms/form.tsx';
import { factorKindsAtom } from '../kernel/session.ts';
import { Button } from '../ui/controls/button.tsx';
import { PasswordField, TextField } from './fields.tsx';
import { supportsPasskeys, passkeyMessage, passkeyForConfirmation } from './second-factor/passkeys.ts';

type Owner = Pick<OwnPasswordForm, 'password' | 'code' | 'passkey'>;

/** The body to send; without a code if none was asked for. */
const ownerBody = ({ password, code }: OwnPasswordForm): Owner => (code ? { password, code } : { password });

/**
 * The form in which the owner confirms something. With a passkey it is sent as soon as the browser provides the passkey.
 * @param send does what only the owner may; rejects with the refusal
 * @param onDone called after success
 */
export const useOwnerForm = (send: (owner: Owner) => Promise<unknown>, onDone: () => unknown) => {
  const form = useClassForm(OwnPasswordForm);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sendOrShowRefusal = async (owner: Owner) => {
    try {
      await send(owner);
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefusal(error instanceof Error ? error.message : 'Please try again.');
      return;
    }
    await onDone();
  };
  const submit = form.handleSubmit(async (owner) => {
    setRefusal(null);
    await sendOrShowRefusal(ownerBody(owner));
  });
  const submitWithPasskey = form.handleSubmit(async ({ password }) => {
    setRefusal(null);
    let passkey: Owner['passkey'];
    try {
      passkey = await passkeyForConfirmation();
    } catch (error) {
      setRefusal(passkeyMessage(error));
      return;
    }
    await sendOrShowRefusal({ password, passkey });
  });
  return { form, submit, submitWithPasskey, refusal, isSubmitting: form.formState.isSubmitting };
};

type OwnerForm = Pick<ReturnType<typeof useOwnerForm>, 'form' | 'submitWithPasskey' | 'isSubmitting'>;

const codeHelp = {
  app: 'From your authenticator app, or a recovery code',
  recovery: 'One of your recovery codes, if you don’t have your passkey',
};

/** The password and, if the account has a second factor, a code or a passkey. */
export const OwnerFields = ({ form, submitWithPasskey, isSubmitting }: OwnerForm) => {
  const kinds = useAtomValue(factorKindsAtom);
  const hasPasskey = kinds.includes('webauthn') && supportsPasskeys();
  return (
    <>
      <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      {kinds.length > 0 && (
        <TextField
          form={form}
          name="code"
          label="Code"
          autoComplete="one-time-code"
          help={codeHelp[kinds.includes('totp') ? 'app' : 'recovery']}
        />
      )}
      {hasPasskey && (
        <Box display="flex" alignItems="center" gap="3" flexWrap="wrap">
          <Box fontSize="sm" color="ink.muted">
            No code?
          </Box>
          <Button variant="secondary" disabled={isSubmitting} onClick={() => void submitWithPasskey()}>
            <KeyRound size={18} strokeWidth={1.5} aria-hidden />
            Use a passkey
          </Button>
        </Box>
      )}
    </>
  );
};
