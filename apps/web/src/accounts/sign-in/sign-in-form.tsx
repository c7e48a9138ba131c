import { Box } from '@chakra-ui/react';
import { SignInForm as SignInRules } from '@tessera/domain/accounts/forms';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { openAuth, roleOf, secondFactorAtom, secondsToWait } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { roleGuess } from './destination.ts';
import { PasswordField, TextField } from '../fields.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { signInMessage, withWait } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';

interface SignInFormProps {
  /** An error from outside the form; it replaces the form's own until the next attempt. */
  readonly error?: string | undefined;
  /** Shows a badge that this is a preview. */
  readonly preview?: boolean;
  /** Called before the request, so that the page doesn't redirect on its own meanwhile. */
  readonly onStart: () => void;
  /** Called if nobody is signed in, or if the second factor is still missing. */
  readonly onFailed: () => void;
  readonly onSignedIn: (role: Role) => void;
}

const PreviewBadge = () => (
  <Box justifySelf="start" px="2.5" py="1" borderRadius="full" bg="waiting.tint" color="waiting" fontSize="xs">
    Preview mode
  </Box>
);

const useSignIn = ({ error, onStart, onFailed, onSignedIn }: SignInFormProps) => {
  const form = useClassForm(SignInRules);
  const [failure, setFailure] = useState<string>();
  const [dismissedError, setDismissedError] = useState<string>();
  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(undefined);
    setDismissedError(error);
    onStart();
    const auth = await openAuth();
    const { data, error: refused } = await auth.signInWithPassword({ email, password });
    if (refused) {
      setFailure(withWait(signInMessage(refused), secondsToWait()));
      onFailed();
      return;
    }
    // The page asks for the code now.
    if (store.get(secondFactorAtom) === 'awaited') {
      onFailed();
      return;
    }
    toast.success('Login successful', 'Welcome back!');
    onSignedIn(roleOf(data.user.user_metadata['userType']) ?? roleGuess(email));
  });
  return { form, submit, shown: error !== undefined && error !== dismissedError ? error : failure };
};

export const SignInForm = (props: SignInFormProps) => {
  const { form, submit, shown } = useSignIn(props);
  const navigate = useNavigate();
  return (
    <Form onSubmit={submit} aria-label="Sign In">
      {props.preview && <PreviewBadge />}
      {shown && <FocusedNotice>{shown}</FocusedNotice>}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <Box>
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        <Button
          variant="ghost"
          size="sm"
          mt="1"
          ms="-3.5"
          color="accent"
          onClick={() => void navigate(paths.forgotPassword)}
        >
          Forgot password?
        </Button>
      </Box>
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Signing in...">
        Sign In
      </Button>
    </Form>
  );
};
