import type { NotificationPage, NotificationRow } from '@tessera/contract/notifications';
import { notificationKinds } from '@tessera/domain/notifications/notification';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PrimitiveAtom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { Bell } from './bell.tsx';
import { NotificationsPage } from './notifications.page.tsx';
import { pathOf, sentenceOf } from './notification-text.ts';

type Listener = (message: { position: number; value: unknown }) => void;

const { server, toasts, listeners } = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  server: {
    get: vi.fn<(path: string) => Promise<unknown>>(),
    post: vi.fn<(path: string, body: object) => Promise<unknown>>(),
  },
  toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom<object | null>(null), accessToken: async () => 'token' };
});
vi.mock('../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  const watch = (view: string, _key: string, hear: Listener) => {
    listeners.set(view, hear);
    return () => undefined;
  };
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch };
});
vi.mock('../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../kernel/send.ts')>()),
  ...server,
}));

const rowOf = (id: string, change: Partial<NotificationRow> = {}): NotificationRow => ({
  id,
  kind: 'sale',
  at: new Date().toISOString(),
  read: false,
  about: 'license-1',
  title: 'Harbor at dawn',
  buyer: 'Northwind',
  amount: 42.5,
  ends_at: null,
  ...change,
});
const now = Date.parse('2026-11-25T12:00:00.000Z');

let position = 0;
let page: NotificationPage;
const unread = () => page.items.filter(({ read }) => !read).length;
const receive = () => act(() => listeners.get('notifications')?.({ position, value: { unread: unread() } }));
const happens = (...rows: readonly NotificationRow[]) => {
  position += 1;
  page = { items: [...rows, ...page.items], next_cursor: null, unread: 0, position };
};

let users = 0;
const signIn = (role: 'creator' | 'brand') => {
  users += 1;
  store.set(sessionAtom as unknown as PrimitiveAtom<object | null>, { userId: `user-${users}`, role });
};

beforeEach(() => {
  vi.clearAllMocks();
  page = { items: [], next_cursor: null, unread: 0, position };
  server.get.mockImplementation(() => Promise.resolve(page));
  server.post.mockImplementation((_path, body) => {
    const { notification_id, and_older } = body as { notification_id: string; and_older: boolean };
    const place = page.items.findIndex(({ id }) => id === notification_id);
    const items = page.items.map((row, index) =>
      index === place || (and_older && index > place) ? { ...row, read: true } : row,
    );
    position += 1;
    page = { ...page, items, position };
    return Promise.resolve({ marked: 1, position });
  });
});

const openBell = () => {
  // On every path: the bell stays when the page changes.
  showRoutes([{ path: '*', element: <Bell /> }]);
  receive();
};

test('[GAL-15] each kind has a sentence that names what and how much, and a page with the details', () => {
  for (const kind of notificationKinds) {
    const row = rowOf('1', { kind, ends_at: '2026-12-04T10:00:00.000Z' });
    expect(sentenceOf(row, now)).toMatch(/^[A-Z“$].*[.]$/);
    expect(pathOf(row)).toMatch(/^[/](creator|brand)[/]/);
    // Still a sentence if what it is about was deleted.
    const bare = { ...row, title: null, buyer: null, amount: null, ends_at: null };
    expect(sentenceOf(bare, now)).not.toMatch(/null|undefined|“”/);
  }
  expect(sentenceOf(rowOf('1'), now)).toBe('Northwind licensed “Harbor at dawn”: you earn $42.50.');
  expect(sentenceOf(rowOf('1', { kind: 'payout_sent', amount: 420 }), now)).toBe(
    'Your payout of $420.00 is on its way.',
  );
  const ending = (ends_at: string) => sentenceOf(rowOf('1', { kind: 'license_ending', ends_at }), now);
  expect(ending('2026-12-04T10:00:00.000Z')).toBe('Your license for “Harbor at dawn” ends on Dec 4, 2026 (UTC).');
  expect(ending('2026-11-25T12:00:00.000Z')).toBe('Your license for “Harbor at dawn” ended on Nov 25, 2026 (UTC).');
});

test('[GAL-15] the bell shows the unread count, up to 99+, and announces to screen readers when it goes up, not down', () => {
  signIn('creator');
  openBell();
  const bell = screen.getByRole('button', { name: 'Notifications' });
  expect(screen.queryByTestId('unread-count')).toBeNull();
  happens(rowOf('1'), rowOf('2'));
  receive();
  expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  expect(screen.getByTestId('unread-count')).toHaveTextContent('2');
  expect(screen.getByRole('status')).toHaveTextContent('2 unread notifications');
  happens(...Array.from({ length: 98 }, (_, each) => rowOf(`more-${each}`)));
  receive();
  expect(screen.getByTestId('unread-count')).toHaveTextContent('99+');
  expect(bell).toHaveAccessibleName('Notifications, 99+ unread');
  position += 1;
  page = { ...page, items: page.items.map((row, place) => ({ ...row, read: place > 0 })) };
  receive();
  expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('[GAL-15] by keyboard: the bell lists the newest, opening one marks it as read, and then all can be', async () => {
  signIn('creator');
  happens(rowOf('new'), rowOf('old', { title: 'Rain' }));
  openBell();
  screen.getByRole('button', { name: /^Notifications/ }).focus();
  await userEvent.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  const sale = await within(menu).findByRole('menuitem', { name: /Northwind licensed “Harbor at dawn”/ });
  expect(sale).toHaveAttribute('href', '/creator/dashboard?tab=licenses');
  expect(sale).toHaveTextContent('Unread: ');
  await userEvent.click(sale);
  expect(server.post).toHaveBeenCalledWith('/api/notifications/read', { notification_id: 'new', and_older: false });
  receive();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all as read' }));
  expect(server.post).toHaveBeenLastCalledWith('/api/notifications/read', { notification_id: 'new', and_older: true });
  receive();
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Mark all as read' })).toBeNull();
});

test('[GAL-15] a visitor has no bell', () => {
  store.set(sessionAtom as unknown as PrimitiveAtom<object | null>, null);
  showRoutes([{ path: '/', element: <Bell /> }]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[GAL-15] the page lists all notifications, receives new ones, and says why if they can’t be marked as read', async () => {
  signIn('brand');
  showRoutes([{ path: '/', element: <NotificationsPage /> }]);
  expect(await screen.findByText(/^Nothing yet. You’ll hear about refunds/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  happens(rowOf('1', { kind: 'refund_declined', about: 'license-9' }));
  receive();
  const link = await screen.findByRole('link', { name: /We couldn’t refund your license/ });
  expect(link).toHaveAttribute('href', '/brand/dashboard?tab=licenses&license=license-9');
  server.post.mockRejectedValueOnce(new ApiError(503, 'unavailable', 'Not now', 'Please try again.'));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(toasts.error).toHaveBeenCalledWith('Not now', 'Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

test('[GAL-15] a list that can’t be loaded can be retried', async () => {
  signIn('brand');
  server.get.mockRejectedValue(new ApiError(500, 'unexpected', 'Oh', 'The server failed.'));
  showRoutes([{ path: '/', element: <NotificationsPage /> }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  server.get.mockResolvedValue(page);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible();
});
