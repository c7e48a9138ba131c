import { Box, chakra } from '@chakra-ui/react';
import { SignInForm as SignInRules } from '@tessera/domain/accounts/forms';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useClassForm } from '../kernel/form.tsx';
import { auth, roleOf } from '../kernel/session.ts';
import type { Role } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { roleGuess } from './destination.ts';
import { TextField } from './fields.tsx';
import { signInWords } from './words.ts';

interface SignInFormProps {
  /** A failure from outside the form; it takes the place of the form's own. */
  readonly error?: string | undefined;
  /** Around the call, so that the page doesn't redirect by itself meanwhile. */
  readonly onStart: () => void;
  readonly onFailed: () => void;
  readonly onSignedIn: (role: Role) => void;
}

export const SignInForm = ({ error, onStart, onFailed, onSignedIn }: SignInFormProps) => {
  const form = useClassForm(SignInRules);
  const [failure, setFailure] = useState<string>();
  const shown = error ?? failure;
  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(undefined);
    onStart();
    const { data, error: refused } = await auth.signInWithPassword({ email, password });
    if (refused || !data.user) {
      setFailure(signInWords(refused?.message));
      onFailed();
      return;
    }
    toast.success('Login successful', 'Welcome back!');
    onSignedIn(roleOf(data.user.user_metadata['userType']) ?? roleGuess(email));
  });
  return (
    <chakra.form noValidate onSubmit={(event) => void submit(event)} display="grid" gap="5" aria-label="Sign In">
      {shown && (
        <Box
          role="alert"
          display="flex"
          gap="3"
          p="3.5"
          bg="trouble.tint"
          color="trouble"
          borderRadius="control"
          fontSize="sm"
        >
          <CircleAlert size={18} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
          {shown}
        </Box>
      )}
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting} loadingText="Signing in...">
        Sign In
      </Button>
    </chakra.form>
  );
};
