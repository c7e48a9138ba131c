import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { renewedToken, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn, signOut } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { NotFoundPage } from '../not-found.page.tsx';
import { ForEverybody, OnlyFor } from './only-for.tsx';
import { showRoutes } from '../routes.test-kit.tsx';
import { SessionButton } from '../bars/session-button.tsx';
import { SessionEndRedirect } from './session-end-redirect.tsx';

const Arrival = () => {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return <output aria-label="arrival">{`${pathname} ${JSON.stringify(state)}`}</output>;
};

const Frame = () => (
  <>
    <SessionButton />
    <SessionEndRedirect />
  </>
);

const open = (path: string) =>
  showRoutes(
    [
      {
        Component: Frame,
        children: [
          { element: <OnlyFor role="brand" />, children: [{ path: '/brand/*', Component: Arrival }] },
          { element: <OnlyFor role="creator" />, children: [{ path: '/creator/*', Component: Arrival }] },
          { Component: ForEverybody, children: [{ path: '/marketplace', Component: Arrival }] },
          { path: '/auth', Component: Arrival },
          { path: '/', Component: Arrival },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
    { initialEntries: [path] },
  );

const mara = { id: 'mara', role: 'creator' } as const;
const untyped = { id: 'mara', role: null };

beforeEach(() => server.answer('POST /auth/v1/logout'));

const arrival = () => screen.findByLabelText('arrival');

test('[AUTH-80][AUTH-81] a visitor is sent to /auth, and the requested page is remembered', async () => {
  open('/brand/cart?x=1');
  expect(await screen.findByLabelText('arrival')).toHaveTextContent(
    '/auth {"from":"/brand/cart?x=1","authType":"login"}',
  );
});

test('[AUTH-82][AUTH-83][AUTH-84] a creator who opens a brand page is told once, and sent to the creator dashboard', async () => {
  await signIn(mara);
  const router = open('/brand/cart');
  expect(await screen.findByLabelText('arrival')).toHaveTextContent('/creator/dashboard');
  expect(
    await screen.findByText("You're logged in as a creator, but trying to access brand pages."),
  ).toBeInTheDocument();
  await act(() => router.navigate('/brand/dashboard'));
  expect(screen.getAllByText('Wrong account type')).toHaveLength(1);
});

test('[AUTH-79][ERR-01] a loading screen is shown until it is known who is signed in', async () => {
  const profile = server.hold('GET /api/profile');
  await signIn({ ...untyped, id: 'lena' });
  open('/creator/dashboard');
  expect(await screen.findByText('Loading...')).toBeVisible();
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await profile.answer({ role: 'creator', user_id: 'lena', name: 'Lena' });
  expect(await arrival()).toHaveTextContent('/creator/dashboard');
});

test('[AUTH-85] a signed-in account of unknown type is sent from a protected page to /auth', async () => {
  await signIn(untyped);
  open('/creator/dashboard');
  expect(await arrival()).toHaveTextContent('/auth null');
});

test('[AUTH-89][AUTH-93][AUTH-94] signing out shows the message for a real account, and leads to the home page', async () => {
  await signIn(mara);
  open('/creator/dashboard');
  expect(await arrival()).toHaveTextContent('/creator/dashboard');
  await user().click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Signed out successfully')).toBeVisible();
  expect(screen.queryByText('Signed out')).toBeNull();
  expect(await arrival()).toHaveTextContent('/ null');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[AUTH-89] signing out in another tab leads to the home page too', async () => {
  await signIn(mara);
  open('/creator/dashboard');
  await arrival();
  await signOut();
  expect(await arrival()).toHaveTextContent('/ null');
});

test('[FIX-01] a session that was ended elsewhere leads to /auth, with the reason and the way back', async () => {
  await signIn(mara);
  open('/creator/edit/c1?tab=prices');
  await arrival();
  server.refuse('POST /auth/v1/token', 400);
  await act(() => renewedToken(store.get(sessionAtom)?.accessToken ?? ''));
  expect(await arrival()).toHaveTextContent('/auth {"from":"/creator/edit/c1?tab=prices","authType":"login"');
  expect(await arrival()).toHaveTextContent('Your session has ended');
});

test('[AUTH-95] if the server can’t be reached, the failed sign-out is reported, and the user stays signed in', async () => {
  await signIn(mara);
  open('/creator/dashboard');
  server.lose('POST /auth/v1/logout');
  await user().click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Sign out failed')).toBeVisible();
  expect(await arrival()).toHaveTextContent('/creator/dashboard');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeEnabled();
});

test('[ERR-02][ERR-03][ERR-04][ERR-05] an unknown address shows a message, a link home and a button to try again', async () => {
  open('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(
    screen.getByText("The page you're looking for doesn't exist or you may not have permission to view it."),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
});

test('[FIX-13] a page for everyone has the sidebar of the signed-in user; a visitor sees none', async () => {
  open('/marketplace');
  expect(await arrival()).toHaveTextContent('/marketplace');
  expect(screen.queryByRole('complementary')).toBeNull();
  await signIn(mara);
  expect(await arrival()).toHaveTextContent('/marketplace');
  expect(screen.getByRole('complementary', { name: 'Creator Portal' })).toBeInTheDocument();
});
