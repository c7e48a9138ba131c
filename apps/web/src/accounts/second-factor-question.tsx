import { Box, chakra } from '@chakra-ui/react';
import { AppCodeForm, RecoveryCodeForm } from '@tessera/domain/accounts/forms';
import { useEffect, useState } from 'react';
import { showFieldErrors, useClassForm } from '../kernel/form.tsx';
import { auth, roleOf, secondsToWait } from '../kernel/session.ts';
import type { Role } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { FocusedNotice } from '../ui/focused-notice.tsx';
import { roleGuess } from './destination.ts';
import { TextField } from './fields.tsx';
import { isWrongCode, signInWithCode, signInWithRecoveryCode } from './second-factor.ts';
import { refusalWords } from './words.ts';

interface SecondFactorQuestionProps {
  /** Around the call, so that the page doesn't redirect by itself meanwhile. */
  readonly onStart?: () => void;
  readonly onFailed?: () => void;
  /** Where it is a sign-in; left out where the page goes on by itself. */
  readonly onSignedIn?: (role: Role) => void;
}

type Means = 'app' | 'recovery';

const means = {
  app: {
    Form: AppCodeForm,
    intro: 'Open your authenticator app and enter the 6 digits it shows for Tessera.',
    label: 'Code',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    give: signInWithCode,
    other: 'Use a recovery code',
  },
  recovery: {
    Form: RecoveryCodeForm,
    intro: 'Enter one of the recovery codes you saved. Each works once.',
    label: 'Recovery code',
    input: { autoComplete: 'off' },
    give: signInWithRecoveryCode,
    other: 'Use my authenticator app',
  },
} as const;

export const wrongCodeWords = 'That code isn’t right, or it was used already. Try the one your app shows now.';

const useQuestion = (by: Means, { onStart, onFailed, onSignedIn }: SecondFactorQuestionProps) => {
  const { Form, give } = means[by];
  const form = useClassForm<{ code: string }>(Form);
  const [failure, setFailure] = useState<string>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const refused = (error: unknown) => {
    onFailed?.();
    if (isWrongCode(error)) form.setError('code', { type: 'server', message: wrongCodeWords }, { shouldFocus: true });
    else if (!showFieldErrors(form, error)) setFailure(refusalWords(error, secondsToWait()));
  };
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined);
    onStart?.();
    try {
      await give(code);
    } catch (error) {
      refused(error);
      return;
    }
    if (!onSignedIn) return;
    toast.success('Login successful', 'Welcome back!');
    const { user } = (await auth.getSession()).data.session ?? {};
    onSignedIn(roleOf(user?.user_metadata['userType']) ?? roleGuess(user?.email ?? ''));
  });
  return { form, submit, failure };
};

const CodeForm = ({ by, onOther, ...props }: SecondFactorQuestionProps & { by: Means; onOther: () => void }) => {
  const { form, submit, failure } = useQuestion(by, props);
  const { intro, label, input, other } = means[by];
  const { isSubmitting } = form.formState;
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void submit(event)}
      display="grid"
      gap="5"
      aria-label="Enter your code"
    >
      <Box>
        <chakra.h2 fontSize="lg" fontWeight="600">
          Enter your code
        </chakra.h2>
        <Box mt="1.5" color="ink.muted" lineHeight="1.6">
          {intro}
        </Box>
      </Box>
      {failure && <FocusedNotice>{failure}</FocusedNotice>}
      <TextField form={form} name="code" label={label} {...input} />
      <Button type="submit" size="lg" loading={isSubmitting} loadingText="Checking...">
        Continue
      </Button>
      <Box display="flex" flexWrap="wrap" justifyContent="space-between" gap="1" mx="-3.5">
        <Button variant="ghost" size="sm" color="accent" disabled={isSubmitting} onClick={onOther}>
          {other}
        </Button>
        <Button variant="ghost" size="sm" disabled={isSubmitting} onClick={() => void auth.signOut({ scope: 'local' })}>
          Cancel
        </Button>
      </Box>
    </chakra.form>
  );
};

/** What follows the password of an account with a second factor: nobody is signed in before it is answered. */
export const SecondFactorQuestion = (props: SecondFactorQuestionProps) => {
  const [by, setBy] = useState<Means>('app');
  return <CodeForm key={by} by={by} onOther={() => setBy(by === 'app' ? 'recovery' : 'app')} {...props} />;
};
