import { Box, Tabs, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { putInCart } from '../kernel/cart.atoms.ts';
import { takePendingCartItem } from '../kernel/pending-cart-item.ts';
import { sessionAtom } from '../kernel/session.ts';
import type { Role, Session } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { dashboardOf, paths } from '../paths.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { Mosaic } from '../ui/mosaic.tsx';
import { BrandForm } from './brand-form.tsx';
import { CreatorForm } from './creator-form.tsx';
import { authStateOf, destinationOf } from './destination.ts';
import type { AuthState } from './destination.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { SignUpOutcome } from './sign-up.ts';

const signInRedirectMs = 500;
const brandRedirectMs = 800;
const creatorRedirectMs = 1_500;

interface Way {
  readonly to: string;
  readonly state?: object;
}

/** A brand's waiting cart item is put into the cart, and the brand goes there. */
const withPendingItem = (role: Role, otherwise: Way): Way => {
  const item = role === 'brand' ? takePendingCartItem() : null;
  if (!item) return otherwise;
  putInCart(item);
  return { to: paths.brand.cart };
};

const wayOfSignedIn = ({ role }: Session, state: AuthState): Way => {
  if (role === null) {
    toast.error('Account setup needed', 'Please contact support to complete your account setup.');
    return { to: paths.home };
  }
  if (state.initialUpload) return { to: dashboardOf(role), state: { fromInitialUpload: true } };
  return withPendingItem(role, { to: destinationOf(role, state) });
};

const useRedirects = (state: AuthState) => {
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  /** While a form is at work the session appears before the form's own redirect is due. */
  const formAtWork = useRef(false);
  useEffect(() => {
    if (!session || formAtWork.current) return;
    formAtWork.current = true;
    const way = wayOfSignedIn(session, state);
    void navigate(way.to, { replace: true, state: way.state });
  }, [session, state, navigate]);
  const go = (role: Role, delayMs: number, way: Way) =>
    setTimeout(() => {
      const chosen = withPendingItem(role, way);
      void navigate(chosen.to, { replace: true, state: chosen.state });
    }, delayMs);
  const hold = (atWork: boolean) => {
    formAtWork.current = atWork;
  };
  return { session, hold, go };
};

const Forms = ({ state }: { state: AuthState }) => {
  const { session, hold, go } = useRedirects(state);
  const [tab, setTab] = useState(state.authType === 'login' ? 'login' : 'signup');
  const start = () => hold(true);
  const signedUp = (role: Role) => (outcome: SignUpOutcome) => {
    if (outcome === 'refused') hold(false);
    if (outcome === 'waiting') setTab('login');
    if (outcome !== 'signed-in') return;
    if (role === 'brand') go('brand', brandRedirectMs, { to: dashboardOf('brand') });
    else go('creator', creatorRedirectMs, { to: dashboardOf('creator'), state: { fromUpload: true } });
  };
  if (session === undefined) return <LoadingScreen />;
  return (
    <Tabs.Root value={tab} onValueChange={({ value }) => setTab(value)} lazyMount unmountOnExit>
      <Tabs.List>
        <Tabs.Trigger value="login">Sign In</Tabs.Trigger>
        <Tabs.Trigger value="signup">Create Account</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="login">
        <SignInForm
          onStart={start}
          onFailed={() => hold(false)}
          onSignedIn={(role) => go(role, signInRedirectMs, { to: destinationOf(role, state) })}
        />
      </Tabs.Content>
      <Tabs.Content value="signup">
        <Tabs.Root defaultValue={state.userType ?? 'creator'} variant="enclosed" lazyMount unmountOnExit>
          <Tabs.List>
            <Tabs.Trigger value="creator">Creator</Tabs.Trigger>
            <Tabs.Trigger value="brand">Brand</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="creator">
            <CreatorForm fromUpload={state.initialUpload === true} onStart={start} onDone={signedUp('creator')} />
          </Tabs.Content>
          <Tabs.Content value="brand">
            <BrandForm onStart={start} onDone={signedUp('brand')} />
          </Tabs.Content>
        </Tabs.Root>
      </Tabs.Content>
    </Tabs.Root>
  );
};

/** Sign-in and sign-up for creators and brands. */
export const AuthPage = () => {
  const state: unknown = useLocation().state;
  const [asked] = useState(() => authStateOf(state));
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} flex="1">
      <title>Sign in or create an account · Tessera</title>
      <Box px={{ base: '4', md: '8' }} py={{ base: '8', md: '14' }}>
        <Box mx="auto" maxW="md">
          <chakra.h1 fontFamily="display" fontSize={{ base: '2xl', md: '3xl' }} lineHeight="1.15" mb="6">
            {asked.addToCart ? 'One step to your cart' : 'Welcome to Tessera'}
          </chakra.h1>
          <Forms state={asked} />
        </Box>
      </Box>
      <Box display={{ base: 'none', lg: 'block' }} position="relative" bg="sunken">
        <Box position="sticky" top="65px" h="calc(100dvh - 65px)" p="8">
          <Mosaic />
        </Box>
      </Box>
    </Box>
  );
};
