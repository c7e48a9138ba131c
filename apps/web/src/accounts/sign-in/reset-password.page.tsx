import { Box, chakra } from '@chakra-ui/react';
import { ResetPasswordForm } from '@tessera/domain/accounts/password-forms';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClassForm } from '../../kernel/forms/form.tsx';
import {
  arrivalFailure,
  endRecovery,
  isRecovering,
  openAuth,
  secondFactorAtom,
  secondsToWait,
} from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { isWeakPassword, refusalMessage } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const SecondFactorQuestion = lazyPart(async () => ({
  default: (await import('../second-factor/second-factor-question.tsx')).SecondFactorQuestion,
}));

const redirectMs = 3_000;

type LinkState = 'checking' | 'invalid' | 'valid';

/** Only a session that began with an emailed link may set a password here, not one from signing in. */
const checkLink = async (): Promise<{ link: LinkState; email: string }> => {
  const failed = await arrivalFailure;
  const { user } = (await (await openAuth()).getSession()).data.session ?? {};
  return { link: user && !failed && isRecovering(user.id) ? 'valid' : 'invalid', email: user?.email ?? '' };
};

const InvalidLink = () => {
  const navigate = useNavigate();
  return (
    <chakra.section
      aria-labelledby="invalid-link"
      bg="surface"
      borderWidth="1px"
      borderRadius="media"
      p={{ base: '5', md: '6' }}
      display="grid"
      gap="4"
    >
      <chakra.h2 id="invalid-link" fontFamily="display" fontSize="xl">
        Invalid Reset Link
      </chakra.h2>
      <Box color="ink.muted">
        This password reset link is invalid or has expired. Each link works once and expires after an hour. Please
        request a new one.
      </Box>
      <Box display="flex" flexWrap="wrap" gap="3" mt="2">
        <Button onClick={() => void navigate(paths.signIn)}>Go to Login</Button>
        <ButtonLink to={paths.forgotPassword} variant="secondary">
          Request a New Link
        </ButtonLink>
      </Box>
    </chakra.section>
  );
};

const PasswordForm = ({ email, onDone }: { email: string; onDone: () => void }) => {
  const form = useClassForm(ResetPasswordForm);
  const [failure, setFailure] = useState<string>();
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    const { error } = await (await openAuth()).updateUser({ password });
    if (error) {
      const message = refusalMessage(error, secondsToWait(), 'Failed to update password');
      toast.error('Password update failed', message);
      if (isWeakPassword(error)) form.setError('password', { type: 'server', message }, { shouldFocus: true });
      else setFailure(message);
      return;
    }
    endRecovery();
    toast.success('Password updated', 'Your password has been successfully reset');
    onDone();
  });
  return (
    <Form onSubmit={submit} aria-label="Reset password">
      {failure && <FocusedNotice title="Password update failed">{failure}</FocusedNotice>}
      <NewPasswordFields form={form} email={email} />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Updating...">
        Update Password
      </Button>
    </Form>
  );
};

const Done = () => {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.signIn, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FocusedNotice tone="positive" title="Your password is set">
      You’re signed in here and signed out everywhere else. We’ll take you to your account in a moment.
    </FocusedNotice>
  );
};

const Checking = () => (
  <Box role="status" color="ink.muted">
    Checking your session...
  </Box>
);

/** Sets a new password, using the session that the emailed link began. */
export const ResetPasswordPage = () => {
  const [{ link, email }, setChecked] = useState<{ link: LinkState; email: string }>({ link: 'checking', email: '' });
  const [done, setDone] = useState(false);
  const asksForCode = useAtomValue(secondFactorAtom) === 'awaited';
  useEffect(() => {
    void checkLink().then(setChecked);
  }, []);
  return (
    <AuthFrame
      title="Reset password"
      heading="Set a new password"
      intro={link === 'valid' && !done ? `For ${email}` : undefined}
    >
      {link === 'checking' && <Checking />}
      {link === 'invalid' && <InvalidLink />}
      <Suspense fallback={<Checking />}>{link === 'valid' && asksForCode && <SecondFactorQuestion />}</Suspense>
      {link === 'valid' &&
        !asksForCode &&
        (done ? <Done /> : <PasswordForm email={email} onDone={() => setDone(true)} />)}
    </AuthFrame>
  );
};

export { ResetPasswordPage as Component };
