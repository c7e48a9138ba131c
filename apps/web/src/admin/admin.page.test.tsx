import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { server } from '../testing/server.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';
import { noTasks } from './admin-page.test-kit.tsx';
import { AdminPage } from './admin.page.tsx';
import { adminSessionAtom } from './admin-session.atoms.ts';
import { EventEntry } from './events/event-entry.tsx';
import { AdminEventsPage } from './events/events.page.tsx';

const session = 'POST /api/admin/session';

const open = (path = '/admin') =>
  showRoutes(
    [
      { path: '/admin', Component: AdminPage },
      { path: '/admin/events', Component: AdminEventsPage },
    ],
    { initialEntries: [path] },
  );

const signIn = async (password: string) => {
  await user().type(screen.getByLabelText('Email'), 'admin@tessera.example');
  await user().type(screen.getByLabelText('Password'), password);
  await user().click(screen.getByRole('button', { name: 'Sign In' }));
};

const newSession = { access_token: 'secret', expires_at: Date.UTC(2026, 10, 29) / 1_000 };

beforeEach(() => {
  server.answer('GET /api/admin/counts', { creators: 12, brands: 3, content: 45, licenses: 67 });
  server.answer('GET /api/admin/views', { items: [] });
  server.answer('GET /api/admin/events', { items: [], types: [], next_cursor: null, position: 0 });
  server.answer(session, newSession);
  server.answer('DELETE /api/admin/session');
  store.set(adminSessionAtom, null);
});

it('[ADM-01] [ADM-02] a login without email or password is refused before anything is sent', async () => {
  open();
  await user().click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Please enter both email and password')).toBeInTheDocument();
  expect(server.asked('POST *')).toEqual([]);
});

it('[ADM-03] wrong credentials show an error in the form and in a toast', async () => {
  const [title, message] = ['Authentication Failed', 'Invalid admin credentials'];
  server.refuse(session, 401, { code: 'invalid_admin_credentials', title, message });
  open();
  await signIn('wrong');
  expect(await within(screen.getByRole('main')).findByText(message)).toBeInTheDocument();
  expect(toasts()).toEqual([['error', title, message]]);
  expect(sessionStorage.getItem('adminSession')).toBeNull();
});

it('[ADM-04] [ADM-05] [ADM-06] [ADM-07] [ADM-08] [ADM-10] after login the counts are shown, until Logout', async () => {
  open();
  await signIn('right');
  for (const [label, count] of [
    ['Creators', '12'],
    ['Brands', '3'],
    ['Content items', '45'],
    ['Licenses purchased', '67'],
  ] as const) {
    const figure = within(await screen.findByRole('group', { name: label }));
    // Once for the eye, once for screen readers.
    expect(figure.getAllByText(count)).toHaveLength(2);
  }
  expect(server.bodies(session)).toEqual([{ email: 'admin@tessera.example', password: 'right' }]);
  expect(JSON.parse(sessionStorage.getItem('adminSession') ?? '')).toEqual(newSession);
  await user().click(screen.getByRole('button', { name: 'Logout' }));
  expect(screen.getByRole('heading', { name: 'Admin login' })).toBeInTheDocument();
  expect(sessionStorage.getItem('adminSession')).toBeNull();
  const ended = server.asked('DELETE /api/admin/session').map(({ headers }) => headers.get('authorization'));
  expect(ended).toEqual(['Bearer secret']);
});

it('[ADM-09] the admin dashboard links to the status page', async () => {
  open();
  await signIn('right');
  expect(await screen.findByRole('link', { name: 'Integrations' })).toHaveAttribute('href', '/admin/status');
});

describe('what waits for the operator', () => {
  const openSignedIn = async () => {
    store.set(adminSessionAtom, newSession);
    open();
    return within(await screen.findByRole('region', { name: 'Waiting for you' }));
  };

  it('is listed with how long the first has been waiting, and leads to where it is decided', async () => {
    server.answer('GET /api/admin/tasks', {
      ...noTasks,
      refunds: { count: 2, since: '2026-11-25T21:00:00.000Z' },
      disputes: { count: 1, since: '2026-11-27T09:00:00.000Z' },
      reports: { count: 1_000, since: '2026-11-20T09:00:00.000Z' },
    });
    server.answer('GET /api/admin/views', { items: [{ parked: 3 }, { parked: 0 }, { parked: 1 }] });
    const list = await openSignedIn();
    await list.findByRole('link', { name: /4 parked events/ });
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['2 refund requestsWaiting since Nov 25, 2026', '/admin/refunds'],
      ['1 open disputeWaiting since Nov 27, 2026', '/admin/disputes'],
      ['1,000 open reports or moreWaiting since Nov 20, 2026', '/admin/reports'],
      ['4 parked eventsMissing from some views until you retry them', '/admin/views'],
    ]);
    const nav = within(screen.getByRole('navigation', { name: 'Admin' }));
    expect(nav.getByRole('link', { name: 'Refunds 2 waiting' })).toBeVisible();
    expect(nav.getByRole('link', { name: 'Reports 99+ waiting' })).toBeVisible();
    expect(nav.getByRole('link', { name: 'Referrals' })).toBeVisible();
  });

  it('is said to be nothing if nothing does', async () => {
    const list = await openSignedIn();
    expect(await list.findByText('Nothing is waiting. New requests appear here as they come in.')).toBeVisible();
    expect(list.queryByRole('link')).toBeNull();
  });
});

it('[SPC-06] the theme control is at the top of the login and of every admin page', async () => {
  open();
  const choose = async (theme: string) => {
    await user().click(screen.getByRole('button', { name: 'Theme' }));
    await user().click(await screen.findByRole('menuitemradio', { name: theme }));
  };
  await choose('Dark');
  expect(document.documentElement).toHaveClass('dark');
  await signIn('right');
  await screen.findByRole('navigation', { name: 'Admin' });
  await choose('Light');
  expect(document.documentElement).toHaveClass('light');
  expect(localStorage.getItem('ui-theme')).toBe('light');
});

it('the event log redirects to the login form while no admin is signed in', () => {
  open('/admin/events');
  expect(screen.getByRole('heading', { name: 'Admin login' })).toBeInTheDocument();
});

it('[FIX-17] the accessible name of each event control contains its visible text', () => {
  const event = {
    position: 9,
    id: 'event-9',
    type: 'OrderPlaced',
    stream: 'order-1',
    revision: 0,
    recorded_at: '2026-11-20T09:00:00.000Z',
    actor: 'brand-1',
    correlation: '0193f7a2-1111-7000-8000-abcd94707218',
    sentence: 'Bo Buyer placed an order.',
  };
  render(
    <ChakraProvider value={system}>
      <EventEntry event={event} onOpen={vi.fn()} onCorrelation={vi.fn()} />
    </ChakraProvider>,
  );
  const controls = screen.getAllByRole('button');
  expect(controls).toHaveLength(2);
  for (const control of controls) {
    expect(control).toHaveAccessibleName(expect.stringContaining(control.textContent));
  }
});
