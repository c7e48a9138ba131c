import type { OwnPasswordForm } from '@tessera/domain/accounts/forms';
import { useAtomValue } from 'jotai';
import type { UseFormReturn } from 'react-hook-form';
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
export const sentOwner = ({ password, code }: OwnPasswordForm) => (code ? { password, code } : { password });
