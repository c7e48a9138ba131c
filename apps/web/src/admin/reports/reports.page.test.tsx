import { screen, waitFor, within } from '@testing-library/react';
import type { ReportRow, ReportedItem } from '@tessera/contract/reports';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { nextPosition, noTasks, pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { reportedItem } from '../items/reported-item.test-kit.ts';
import { AdminReportsPage } from './reports.page.tsx';

const row = (change: Partial<ReportRow> = {}): ReportRow => ({
  report_id: 'report-1',
  item: reportedItem,
  reason: 'unlicensed',
  details: 'I took this in 2021.',
  reporter_role: 'visitor',
  reporter_email: 'paula@example.com',
  status: 'open',
  reported_at: '2026-11-25T21:00:00.000Z',
  closed_at: null,
  ...change,
});
let rows: readonly ReportRow[];
const list = 'GET /api/admin/reports';
const close = 'POST /api/admin/reports/report-1/close';

beforeEach(() => {
  rows = [row()];
  server.answer(list, () => ({ items: rows, next_cursor: null, position: 5 }));
});

const open = (search = '') => showToAdmin(`/admin/reports${search}`, <AdminReportsPage />);
const entry = () => screen.findByRole('row', { name: /Harbour at dawn/ });

test('[GAL-08] an open report shows its item, reason and details, and where to reply', async () => {
  open();
  const words = await entry();
  expect(words).toHaveTextContent('by Mara Lindqvist');
  expect(words).toHaveTextContent('My work, used without permissionI took this in 2021.');
  expect(words).toHaveTextContent('Visitor');
  expect(words).toHaveTextContent('Nov 25, 2026, 9:00 PM UTC');
  expect(within(words).getByRole('link', { name: 'Harbour at dawn' })).toHaveAttribute('href', '/admin/items/photo');
  expect(within(words).getByRole('link', { name: 'paula@example.com' })).toHaveAttribute(
    'href',
    'mailto:paula@example.com',
  );
  expect(server.asked(list)[0]?.path).toMatch(/\?status=open(&after=\d+)?$/);
});

test('[GAL-08] a report is closed with an outcome, and is no longer among the open ones', async () => {
  open();
  await user().click(await screen.findByRole('button', { name: 'Close the report about Harbour at dawn' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user().click(dialog.getByRole('radio', { name: /^Nothing to do/ }));
  server.answer(close, { position: nextPosition() });
  rows = [];
  await user().click(dialog.getByRole('button', { name: 'Close report' }));
  expect(server.bodies(close)).toEqual([{ outcome: 'nothing_to_do' }]);
  expect(await screen.findByText(/^No open reports/)).toBeVisible();
  expect(toasts()).toEqual([['success', 'Report closed', 'Harbour at dawn: nothing to do.']]);
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText(/^No open reports/)));
});

test('[GAL-08] if another admin has closed it first, a message says so, and the list is loaded again', async () => {
  open();
  await user().click(await screen.findByRole('button', { name: 'Close the report about Harbour at dawn' }));
  server.refuse(close, 409, {
    code: 'report_closed_otherwise',
    title: 'Already closed',
    message: 'Reload the list.',
  });
  rows = [];
  await user().click(await screen.findByRole('button', { name: 'Close report' }));
  expect(await screen.findByText(/^No open reports/)).toBeVisible();
  expect(toasts()).toEqual([['error', 'Already closed', 'Reload the list.']]);
});

test('[GAL-08] a closed report says so if its item or the reporter’s account was deleted', async () => {
  const gone: ReportedItem = {
    ...reportedItem,
    title: '',
    creator_name: 'Former creator',
    creator_email: null,
    status: 'withdrawn',
  };
  rows = [
    row({ item: gone, details: null, reporter_email: null, status: 'resolved', closed_at: '2026-11-26T08:00:00.000Z' }),
  ];
  open('?status=resolved');
  const words = await screen.findByRole('row', { name: /Deleted item/ });
  expect(words).toHaveTextContent('by Former creator · no longer for sale');
  expect(words).toHaveTextContent('Deleted along with the reporter’s account.');
  expect(words).toHaveTextContent('Nov 26, 2026');
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
});

test('[GAL-08] the navigation shows how many reports wait, and a new one appears immediately', async () => {
  rows = [];
  open();
  expect(await screen.findByText(/^No open reports/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reports' })).toBeVisible();
  rows = [row()];
  server.answer('GET /api/admin/tasks', { ...noTasks, reports: { count: 1, since: row().reported_at } });
  await pushEvent(nextPosition(), 'report-a1');
  expect(await screen.findByRole('link', { name: 'Reports 1 waiting' })).toBeVisible();
  expect(await entry()).toBeVisible();
});
