import { Box } from '@chakra-ui/react';
import { ForgotPasswordForm } from '@tessera/domain/accounts/forms';
import { useState } from 'react';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { openAuth, secondsToWait } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { TextField } from '../fields.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { refusalMessage } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';

/** Requests a reset email; returns why it could not be sent, if so. */
const requestReset = async (email: string): Promise<string | undefined> => {
  try {
    const redirectTo = `${window.location.origin}${paths.resetPassword}`;
    const auth = await openAuth();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
    return error ? refusalMessage(error, secondsToWait(), 'Failed to send password reset email') : undefined;
  } catch {
    return 'An unexpected error occurred';
  }
};

const BackToSignIn = () => (
  <ButtonLink to={paths.signIn} variant="ghost" justifySelf="start" ms="-5">
    Back to Sign In
  </ButtonLink>
);

const RequestForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const form = useClassForm(ForgotPasswordForm);
  const [failure, setFailure] = useState<string>();
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined);
    const refusal = await requestReset(email);
    if (refusal) {
      setFailure(refusal);
      toast.error('Password reset failed', refusal);
      return;
    }
    toast.success('Reset link sent', 'Check your email for a password reset link');
    onSent(email);
  });
  return (
    <Form onSubmit={submit} aria-label="Forgot password">
      {failure && <FocusedNotice title="Password reset failed">{failure}</FocusedNotice>}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Sending...">
        Send Reset Link
      </Button>
      <BackToSignIn />
    </Form>
  );
};

/** The same for every address, so that it doesn't reveal who has an account. */
const Sent = ({ email }: { email: string }) => (
  <Box display="grid" gap="5">
    <FocusedNotice tone="positive">
      If {email} has an account, a link to set a new password is on its way. It works once and expires in an hour.
      Please check your spam folder too.
    </FocusedNotice>
    <BackToSignIn />
  </Box>
);

/** Sends a password-reset email. */
export const ForgotPasswordPage = () => {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame
      title="Forgot password"
      heading={sentTo ? 'Check your email' : 'Forgot your password?'}
      intro={sentTo ? undefined : 'Enter your email address, and we’ll send you a link to set a new one.'}
    >
      {sentTo ? <Sent email={sentTo} /> : <RequestForm onSent={setSentTo} />}
    </AuthFrame>
  );
};

export { ForgotPasswordPage as Component };
