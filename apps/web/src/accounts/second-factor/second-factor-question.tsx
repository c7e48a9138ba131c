import { Box, chakra } from '@chakra-ui/react';
import { AppCodeForm, RecoveryCodeForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { factorKindsAtom, openAuth, roleOf, secondsToWait } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { roleGuess } from '../sign-in/destination.ts';
import { TextField } from '../fields.tsx';
import { supportsPasskeys, passkeyMessage, signInWithPasskey } from './passkeys.ts';
import { isWrongCode, sessionUser, signInWithCode, signInWithRecoveryCode } from './second-factor.ts';
import { refusalMessage } from '../error-messages.ts';
import { Form } from '../../ui/controls/form.tsx';

interface SecondFactorQuestionProps {
  /** Called before the request, so that the page doesn't redirect on its own meanwhile. */
  readonly onStart?: () => void;
  readonly onFailed?: () => void;
  /** Set if this is a sign-in; left out if the page continues on its own. */
  readonly onSignedIn?: (role: Role) => void;
}

/** Reports a completed sign-in, if this was one. */
const announceSignIn = async (onSignedIn: SecondFactorQuestionProps['onSignedIn']) => {
  if (!onSignedIn) return;
  toast.success('Login successful', 'Welcome back!');
  const user = await sessionUser();
  onSignedIn(roleOf(user?.user_metadata['userType']) ?? roleGuess(user?.email ?? ''));
};

type Typed = 'app' | 'recovery';

const codeMethods = {
  app: {
    Form: AppCodeForm,
    intro: 'Open your authenticator app and enter the 6 digits it shows for Tessera.',
    label: 'Code',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    give: signInWithCode,
  },
  recovery: {
    Form: RecoveryCodeForm,
    intro: 'Enter one of the recovery codes you saved. Each works once.',
    label: 'Recovery code',
    input: { autoComplete: 'off' },
    give: signInWithRecoveryCode,
  },
} as const;

export const wrongCodeMessage = 'That code isn’t right, or it has already been used. Try the one your app shows now.';

const useQuestion = (by: Typed, { onStart, onFailed, onSignedIn }: SecondFactorQuestionProps) => {
  const { Form, give } = codeMethods[by];
  const form = useClassForm<{ code: string }>(Form);
  const [failure, setFailure] = useState<string>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const refused = (error: unknown) => {
    onFailed?.();
    if (isWrongCode(error)) form.setError('code', { type: 'server', message: wrongCodeMessage }, { shouldFocus: true });
    else if (!showFieldErrors(form, error)) setFailure(refusalMessage(error, secondsToWait()));
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
    await announceSignIn(onSignedIn);
  });
  return { form, submit, failure };
};

const Heading = ({ title, children }: { title: string; children: string }) => (
  <Box>
    <chakra.h2 fontSize="lg" fontWeight="600">
      {title}
    </chakra.h2>
    <Box mt="1.5" color="ink.muted" lineHeight="1.6">
      {children}
    </Box>
  </Box>
);

type Method = Typed | 'passkey';

const methodLabels: Readonly<Record<Method, string>> = {
  app: 'Use my authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

interface OtherMethodsProps {
  readonly others: readonly Method[];
  readonly disabled: boolean;
  readonly onOther: (method: Method) => void;
}

const cancelSignIn = async () => (await openAuth()).signOut({ scope: 'local' });

const OtherMethods = ({ others, disabled, onOther }: OtherMethodsProps) => (
  <Box display="flex" flexWrap="wrap" justifyContent="space-between" gap="1" mx="-3.5">
    {others.map((method) => (
      <Button key={method} variant="ghost" size="sm" color="accent" disabled={disabled} onClick={() => onOther(method)}>
        {methodLabels[method]}
      </Button>
    ))}
    <Button variant="ghost" size="sm" disabled={disabled} onClick={() => void cancelSignIn()}>
      Cancel
    </Button>
  </Box>
);

type MethodProps = SecondFactorQuestionProps & Omit<OtherMethodsProps, 'disabled'>;

const CodeForm = ({ by, others, onOther, ...props }: MethodProps & { by: Typed }) => {
  const { form, submit, failure } = useQuestion(by, props);
  const { intro, label, input } = codeMethods[by];
  const { isSubmitting } = form.formState;
  return (
    <Form onSubmit={submit} aria-label="Enter your code">
      <Heading title="Enter your code">{intro}</Heading>
      {failure && <FocusedNotice>{failure}</FocusedNotice>}
      <TextField form={form} name="code" label={label} {...input} />
      <Button type="submit" size="lg" loading={isSubmitting} loadingText="Checking...">
        Continue
      </Button>
      <OtherMethods others={others} disabled={isSubmitting} onOther={onOther} />
    </Form>
  );
};

const usePasskeyQuestion = ({ onStart, onFailed, onSignedIn }: SecondFactorQuestionProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = async () => {
    setFailure(undefined);
    setIsAsking(true);
    onStart?.();
    try {
      await signInWithPasskey();
    } catch (error) {
      onFailed?.();
      setFailure(passkeyMessage(error));
      setIsAsking(false);
      return;
    }
    await announceSignIn(onSignedIn);
  };
  return { isAsking, failure, ask };
};

/** The browser's own dialog opens when the button is pressed: not every browser allows it without a click. */
const PasskeyQuestion = ({ others, onOther, ...props }: MethodProps) => {
  const { isAsking, failure, ask } = usePasskeyQuestion(props);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <chakra.section display="grid" gap="5" aria-label="Use your passkey">
      <Heading title="Use your passkey">
        Your device will ask for your fingerprint, face or PIN, or for your security key.
      </Heading>
      {failure && <FocusedNotice>{failure}</FocusedNotice>}
      {supportsPasskeys() ? (
        <Button ref={first} size="lg" loading={isAsking} loadingText="Waiting for you..." onClick={() => void ask()}>
          <KeyRound size={18} strokeWidth={1.5} aria-hidden />
          Use a passkey
        </Button>
      ) : (
        <Notice tone="waiting">
          This browser can’t use passkeys here. Use a code instead, or sign in with a browser that can.
        </Notice>
      )}
      <OtherMethods others={others} disabled={isAsking} onOther={onOther} />
    </chakra.section>
  );
};

/** The account's methods, the safest that works here first; recovery codes are always included. */
const methodsFor = (kinds: readonly string[]): readonly Method[] => {
  const passkey = kinds.includes('webauthn') ? (['passkey'] as const) : [];
  const app = kinds.includes('totp') ? (['app'] as const) : [];
  return supportsPasskeys() ? [...passkey, ...app, 'recovery'] : [...app, ...passkey, 'recovery'];
};

/** Asks for the second factor after the password; until it is given, nobody is signed in. */
export const SecondFactorQuestion = (props: SecondFactorQuestionProps) => {
  const methods = methodsFor(useAtomValue(factorKindsAtom));
  const [chosen, setChosen] = useState<Method>();
  const by = chosen ?? methods[0] ?? 'recovery';
  const methodProps = { ...props, others: methods.filter((method) => method !== by), onOther: setChosen };
  return by === 'passkey' ? <PasskeyQuestion {...methodProps} /> : <CodeForm key={by} by={by} {...methodProps} />;
};
