import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { queries } from '../kernel/reading/queries.ts';
import { ApiError } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { system } from '../theme/system.ts';
import { AdminPage } from './admin.page.tsx';
import { adminSessionAtom } from './admin-session.atoms.ts';
import { EventEntry } from './events/event-entry.tsx';
import { AdminEventsPage } from './events/events.page.tsx';
import { noTasks } from './tasks/tasks.test-kit.ts';

const { answers, posted, deleted, toasts } = vi.hoisted(() => ({
  answers: new Map<string, unknown>(),
  posted: vi.fn<(path: string, body: unknown) => Promise<unknown>>(),
  deleted: vi.fn<(path: string, options: unknown) => Promise<unknown>>(),
  toasts: { error: vi.fn(), info: vi.fn(), success: vi.fn() },
}));
vi.mock('../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../kernel/send.ts')>()),
  get: async (path: string) => answers.get(path),
  post: posted,
  del: deleted,
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch: () => () => undefined };
});

const open = (path = '/admin') =>
  render(
    <Provider store={store}>
      <ChakraProvider value={system}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/admin" element={<AdminPage />} />
            <Route path="/admin/events" element={<AdminEventsPage />} />
          </Routes>
        </MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );

const signIn = async (password: string) => {
  await userEvent.type(screen.getByLabelText('Email'), 'admin@tessera.example');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  deleted.mockResolvedValue(undefined);
  queries.clear();
  answers.clear();
  answers.set('/api/admin/counts', { creators: 12, brands: 3, content: 45, licenses: 67 });
  answers.set('/api/admin/tasks', noTasks);
  answers.set('/api/admin/views', { items: [] });
  answers.set('/api/admin/events?limit=50', { items: [], types: [], next_cursor: null, position: 0 });
  store.set(adminSessionAtom, null);
});

it('[ADM-01] [ADM-02] a login without email or password is refused before anything is sent', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Please enter both email and password')).toBeInTheDocument();
  expect(posted).not.toHaveBeenCalled();
});

it('[ADM-03] wrong credentials show an error in the form and in a toast', async () => {
  posted.mockRejectedValue(
    new ApiError(401, 'invalid_admin_credentials', 'Authentication Failed', 'Invalid admin credentials'),
  );
  open();
  await signIn('wrong');
  expect(await screen.findByText('Invalid admin credentials')).toBeInTheDocument();
  expect(toasts.error.mock.calls).toEqual([['Authentication Failed', 'Invalid admin credentials']]);
  expect(sessionStorage.getItem('adminSession')).toBeNull();
});

it('[ADM-04] [ADM-05] [ADM-06] [ADM-07] [ADM-08] [ADM-10] after login the counts are shown, until Logout', async () => {
  const session = { access_token: 'secret', expires_at: new Date(Date.now() + 60_000).toISOString() };
  posted.mockResolvedValue(session);
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
  expect(JSON.parse(sessionStorage.getItem('adminSession') ?? '')).toEqual(session);
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(screen.getByRole('heading', { name: 'Admin login' })).toBeInTheDocument();
  expect(sessionStorage.getItem('adminSession')).toBeNull();
  expect(deleted.mock.calls).toEqual([['/api/admin/session', { token: 'secret' }]]);
});

it('[ADM-09] the admin dashboard links to the status page', async () => {
  posted.mockResolvedValue({ access_token: 'secret', expires_at: new Date(Date.now() + 60_000).toISOString() });
  open();
  await signIn('right');
  expect(await screen.findByRole('link', { name: 'Integrations' })).toHaveAttribute('href', '/admin/status');
});

describe('what waits for the operator', () => {
  const openSignedIn = async () => {
    store.set(adminSessionAtom, { access_token: 'secret', expires_at: Date.now() / 1_000 + 60 });
    open();
    return within(await screen.findByRole('region', { name: 'Waiting for you' }));
  };

  it('is listed with how long the first has been waiting, and leads to where it is decided', async () => {
    answers.set('/api/admin/tasks', {
      ...noTasks,
      refunds: { count: 2, since: '2026-11-25T21:00:00.000Z' },
      disputes: { count: 1, since: '2026-11-27T09:00:00.000Z' },
      reports: { count: 1_000, since: '2026-11-20T09:00:00.000Z' },
    });
    answers.set('/api/admin/views', { items: [{ parked: 3 }, { parked: 0 }, { parked: 1 }] });
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
