import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { initialUploadAtom } from '../../uploads/public.ts';
import { CodesAreForCreators, InvitedBy, clearReferral } from '../../referrals/public.ts';
import { arrivalFailure, openAuth, secondFactorAtom } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { BrandForm } from './brand-form.tsx';
import { CreatorForm } from './creator-form.tsx';
import { authStateOf, destinationOf } from './destination.ts';
import type { AuthState } from './destination.ts';
import { handOverInitialUpload } from './initial-upload.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SignUpOutcome } from './sign-up.ts';
import { afterSignUp, signInRedirectMs, useRedirects, withInitialUpload } from './use-redirects.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const SecondFactorQuestion = lazyPart(async () => ({
  default: (await import('../second-factor/second-factor-question.tsx')).SecondFactorQuestion,
}));

const isPreview = () => import.meta.env['VITE_PREVIEW'] === 'true';

const useForms = (state: AuthState) => {
  const { session, hold, go } = useRedirects(state);
  const upload = useAtomValue(initialUploadAtom);
  const [search] = useSearchParams();
  const wantsToSignIn = search.get('tab') === 'login' || state.authType === 'login' || state.error !== undefined;
  const [tab, setTab] = useState(wantsToSignIn ? 'login' : 'signup');
  const signedIn = (role: Role) => {
    const uploads = upload && role === 'creator';
    go(role, signInRedirectMs, uploads ? withInitialUpload(role) : { to: destinationOf(role, state) });
  };
  const signedUp = (role: Role) => (outcome: SignUpOutcome) => {
    if (outcome.status !== 'signed-in') hold(false);
    if (outcome.status === 'refused') return;
    if (role === 'creator') {
      clearReferral();
      if (upload) void handOverInitialUpload(outcome.accountId, outcome.status === 'signed-in');
    }
    if (outcome.status === 'waiting') setTab('login');
    else go(role, afterSignUp[role].delayMs, afterSignUp[role].redirect);
  };
  return { session, hold, upload, tab, setTab, signedIn, signedUp };
};

/** Whether to ask for the second factor. It stays true while the page redirects a user who has just given it. */
const useAsksForCode = () => {
  const secondFactor = useAtomValue(secondFactorAtom);
  const [asked, setAsked] = useState(false);
  if (secondFactor === 'awaited' && !asked) setAsked(true);
  if (secondFactor === 'off' && asked) setAsked(false);
  return asked && secondFactor !== 'off';
};

const Forms = ({ state }: { state: AuthState }) => {
  const { session, hold, upload, tab, setTab, signedIn, signedUp } = useForms(state);
  const asksForCode = useAsksForCode();
  const start = () => hold(true);
  if (session === undefined) return <LoadingScreen />;
  if (asksForCode) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SecondFactorQuestion onStart={start} onFailed={() => hold(false)} onSignedIn={signedIn} />
      </Suspense>
    );
  }
  return (
    <Tabs.Root value={tab} onValueChange={({ value }) => setTab(value)} unmountOnExit>
      {upload && (
        <Box mb="6">
          <Notice tone="accent" title="Content ready to upload">
            For: {upload.brandName}
          </Notice>
        </Box>
      )}
      <Tabs.List>
        <Tabs.Trigger value="login">Sign In</Tabs.Trigger>
        <Tabs.Trigger value="signup">Create Account</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="login">
        <SignInForm
          error={state.error}
          preview={isPreview()}
          onStart={start}
          onFailed={() => hold(false)}
          onSignedIn={signedIn}
        />
      </Tabs.Content>
      <Tabs.Content value="signup">
        <Tabs.Root defaultValue={state.userType ?? 'creator'} variant="enclosed" unmountOnExit>
          <Tabs.List>
            <Tabs.Trigger value="creator">Creator</Tabs.Trigger>
            <Tabs.Trigger value="brand">Brand</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="creator">
            <Box mb="5" _empty={{ display: 'none' }}>
              <InvitedBy />
            </Box>
            <CreatorForm
              fromUpload={upload !== null || state.initialUpload === true}
              onStart={start}
              onDone={signedUp('creator')}
            />
          </Tabs.Content>
          <Tabs.Content value="brand">
            <Box mb="5" _empty={{ display: 'none' }}>
              <CodesAreForCreators />
            </Box>
            <BrandForm onStart={start} onDone={signedUp('brand')} />
          </Tabs.Content>
        </Tabs.Root>
      </Tabs.Content>
    </Tabs.Root>
  );
};

/** The state that the user arrived with; later changes are ignored. Null until an emailed link has been processed. */
const useAuthState = (): AuthState | null => {
  const { state, key } = useLocation() as { state: unknown; key: string };
  const opened = key === 'default';
  const [initialState, setInitialState] = useState<AuthState | null>(opened ? null : authStateOf(state));
  useEffect(() => {
    void arrivalFailure.then((error) =>
      setInitialState((known) => known ?? { ...authStateOf(state), ...(error ? { error } : {}) }),
    );
  }, [state]);
  return initialState;
};

/** Sign-in and sign-up for creators and brands. */
export const AuthPage = () => {
  const state = useAuthState();
  // Loads the client while the user fills in the form.
  useEffect(() => void openAuth(), []);
  return (
    <AuthFrame
      title="Sign in or create an account"
      heading={state?.addToCart ? 'One step away from your cart' : 'Welcome to Tessera'}
    >
      {state ? <Forms state={state} /> : <LoadingScreen />}
    </AuthFrame>
  );
};

export { AuthPage as Component };
