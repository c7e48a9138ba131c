import { ChangePasswordForm as ChangePasswordRules } from '@tessera/domain/accounts/password-forms';
import { useState } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { openAuth, secondsToWait } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { withConfirmation } from '../confirmation.atoms.ts';
import { PasswordField } from '../fields.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { unwrap } from '../second-factor/second-factor.ts';
import { isWeakPassword, refusalMessage } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';

interface ChangePasswordFormProps {
  readonly email: string;
  readonly names: readonly string[];
  readonly onDone: () => void;
}

const useChange = (onDone: () => void) => {
  const form = useClassForm(ChangePasswordRules);
  const [failure, setFailure] = useState<string>();
  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    setFailure(undefined);
    try {
      const auth = await openAuth();
      await withConfirmation(() => unwrap(auth.updateUser({ password, current_password: currentPassword })));
    } catch (error) {
      const message = refusalMessage(error, secondsToWait());
      if (isWeakPassword(error)) form.setError('password', { type: 'server', message }, { shouldFocus: true });
      else setFailure(message);
      return;
    }
    toast.success('Password changed', 'You’re still signed in here, and signed out everywhere else.');
    onDone();
  });
  return { form, submit, failure };
};

/** Changes the signed-in user's password: asks for the old one, and for the new one twice. */
export const ChangePasswordForm = ({ email, names, onDone }: ChangePasswordFormProps) => {
  const { form, submit, failure } = useChange(onDone);
  return (
    <Form onSubmit={submit} aria-label="Change password">
      {failure && <FocusedNotice title="Your password was not changed">{failure}</FocusedNotice>}
      <PasswordField form={form} name="currentPassword" label="Current Password" autoComplete="current-password" />
      <NewPasswordFields form={form} email={email} names={names} />
      <FormButtons
        action="Change password"
        loading={form.formState.isSubmitting}
        loadingText="Changing..."
        onCancel={onDone}
      />
    </Form>
  );
};
