import type { NotificationPage, NotificationRow } from '@tessera/contract/notifications';
import type { ReadNotificationsForm } from '@tessera/domain/notifications/forms';
import { notificationKinds } from '@tessera/domain/notifications/notification';
import { screen, waitFor, within } from '@testing-library/react';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { Bell } from './bell.tsx';
import { NotificationsPage } from './notifications.page.tsx';
import { pathOf, sentenceOf } from './notification-text.ts';

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
const receive = async () => {
  await waitFor(() => expect(liveServer.watched()).toContain(`notifications/${userId}`));
  await liveServer.push('notifications', userId, { position, value: { unread: unread() } });
};
const happens = (...rows: readonly NotificationRow[]) => {
  position += 1;
  page = { items: [...rows, ...page.items], next_cursor: null, unread: 0, position };
};

const list = 'GET /api/notifications';
const marking = 'POST /api/notifications/read';

const mark = ({ body }: { readonly body: unknown }) => {
  const { notification_id, and_older } = body as ReadNotificationsForm;
  const place = page.items.findIndex(({ id }) => id === notification_id);
  const items = page.items.map((row, index) =>
    index === place || (and_older && index > place) ? { ...row, read: true } : row,
  );
  position += 1;
  page = { ...page, items, position };
  return { marked: 1, position };
};

let users = 0;
let userId: string;
/** Each time someone else, who has no notifications yet. */
const signInAs = (role: 'creator' | 'brand') => {
  users += 1;
  userId = `user-${users}`;
  return signIn({ id: userId, role });
};

beforeEach(() => {
  page = { items: [], next_cursor: null, unread: 0, position };
  server.answer(list, () => page);
  server.answer(marking, mark);
});

const openBell = async () => {
  // On every path: the bell stays when the page changes.
  showRoutes([{ path: '*', element: <Bell /> }]);
  await receive();
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

test('[GAL-15] the bell shows the unread count, up to 99+, and announces to screen readers when it goes up, not down', async () => {
  await signInAs('creator');
  await openBell();
  const bell = screen.getByRole('button', { name: 'Notifications' });
  expect(screen.queryByTestId('unread-count')).toBeNull();
  happens(rowOf('1'), rowOf('2'));
  await receive();
  expect(bell).toHaveAccessibleName('Notifications, 2 unread');
  expect(screen.getByTestId('unread-count')).toHaveTextContent('2');
  expect(screen.getByRole('status')).toHaveTextContent('2 unread notifications');
  happens(...Array.from({ length: 98 }, (_, each) => rowOf(`more-${each}`)));
  await receive();
  expect(screen.getByTestId('unread-count')).toHaveTextContent('99+');
  expect(bell).toHaveAccessibleName('Notifications, 99+ unread');
  position += 1;
  page = { ...page, items: page.items.map((row, place) => ({ ...row, read: place > 0 })) };
  await receive();
  expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('[GAL-15] by keyboard: the bell lists the newest, opening one marks it as read, and then all can be', async () => {
  await signInAs('creator');
  happens(rowOf('new'), rowOf('old', { title: 'Rain' }));
  await openBell();
  screen.getByRole('button', { name: /^Notifications/ }).focus();
  await user().keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  const sale = await within(menu).findByRole('menuitem', { name: /Northwind licensed “Harbor at dawn”/ });
  expect(sale).toHaveAttribute('href', '/creator/dashboard?tab=licenses');
  expect(sale).toHaveTextContent('Unread: ');
  await user().click(sale);
  expect(server.bodies(marking)).toEqual([{ notification_id: 'new', and_older: false }]);
  await receive();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user().click(screen.getByRole('button', { name: 'Notifications, 1 unread' }));
  await user().click(await screen.findByRole('menuitem', { name: 'Mark all as read' }));
  expect(server.bodies(marking).at(-1)).toEqual({ notification_id: 'new', and_older: true });
  await receive();
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Mark all as read' })).toBeNull();
});

test('[GAL-15] a visitor has no bell', () => {
  showRoutes([{ path: '/', element: <Bell /> }]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[GAL-15] the page lists all notifications, receives new ones, and says why if they can’t be marked as read', async () => {
  await signInAs('brand');
  showRoutes([{ path: '/', element: <NotificationsPage /> }]);
  expect(await screen.findByText(/^Nothing yet. You’ll hear about refunds/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  happens(rowOf('1', { kind: 'refund_declined', about: 'license-9' }));
  await receive();
  const link = await screen.findByRole('link', { name: /We couldn’t refund your license/ });
  expect(link).toHaveAttribute('href', '/brand/dashboard?tab=licenses&license=license-9');
  server.refuseOnce(marking, 503, { code: 'unavailable', title: 'Not now', message: 'Please try again.' });
  await user().click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(toasts()).toEqual([['error', 'Not now', 'Please try again.']]);
  await user().click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

test('[GAL-15] a list that can’t be loaded can be retried', async () => {
  await signInAs('brand');
  server.refuse(list, 500, { title: 'Oh', message: 'The server failed.' });
  showRoutes([{ path: '/', element: <NotificationsPage /> }]);
  const failed = () => screen.findByRole('button', { name: 'Try again' });
  await user().click(await failed());
  const tryAgain = await failed();
  server.answer(list, page);
  await user().click(tryAgain);
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible();
});
