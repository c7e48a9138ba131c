import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'jotai';
import { RouterProvider, createMemoryRouter, useLocation } from 'react-router-dom';
import { auth } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { Toasts } from '../kernel/toast.tsx';
import { system } from '../theme/system.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { OnlyFor } from './only-for.tsx';

const Arrival = () => {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return <output aria-label="arrival">{`${pathname} ${JSON.stringify(state)}`}</output>;
};

const open = (path: string) => {
  const router = createMemoryRouter(
    [
      { element: <OnlyFor role="brand" />, children: [{ path: '/brand/*', Component: Arrival }] },
      { element: <OnlyFor role="creator" />, children: [{ path: '/creator/*', Component: Arrival }] },
      { path: '/auth', Component: Arrival },
      { path: '*', Component: NotFoundPage },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
        <Toasts />
      </ChakraProvider>
    </Provider>,
  );
  return router;
};

const user = { id: 'mara', email: 'mara@creator.test', user_metadata: { userType: 'creator' } };
const token = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 900, user };

const signIn = async () => {
  vi.stubGlobal('fetch', async () => Response.json(token));
  await act(() => auth.signInWithPassword({ email: user.email, password: 'secret12' }));
};

afterEach(async () => {
  await act(() => auth.signOut({ scope: 'local' }));
  vi.unstubAllGlobals();
});

test('[AUTH-80][AUTH-81] a visitor is led to /auth, and where the visitor was going is remembered', async () => {
  open('/brand/cart?x=1');
  expect(await screen.findByLabelText('arrival')).toHaveTextContent(
    '/auth {"from":"/brand/cart?x=1","authType":"login"}',
  );
});

test('[AUTH-82][AUTH-83][AUTH-84] a creator on a brand page is told once and led to the own dashboard', async () => {
  await signIn();
  const router = open('/brand/cart');
  expect(await screen.findByLabelText('arrival')).toHaveTextContent('/creator/dashboard');
  expect(
    await screen.findByText("You're logged in as a creator, but trying to access brand pages."),
  ).toBeInTheDocument();
  await act(() => router.navigate('/brand/dashboard'));
  expect(screen.getAllByText('Wrong account type')).toHaveLength(1);
});

test('[ERR-02][ERR-03][ERR-04][ERR-05] an unknown address says so and leads home or tries again', async () => {
  open('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(
    screen.getByText("The page you're looking for doesn't exist or you may not have permission to view it."),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
});
