import { screen, within } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { AdminLayout } from '../admin-layout.tsx';
import { showToAdmin } from '../admin-page.test-kit.tsx';

const id = '0190a5c0-0000-7000-8000-000000000001';

const lookFor = async (typed: string) => {
  showToAdmin('/admin/events', <AdminLayout title="Events">The log</AdminLayout>);
  await user().keyboard('{Control>}k{/Control}');
  await user().type(await screen.findByRole('combobox', { name: 'Find anything' }), typed);
};

beforeEach(() => {
  server.answer('GET /api/admin/events', { items: [], types: [] });
  server.answer(`GET /api/admin/events?stream=order-${id}&limit=1`, { items: [{ sentence: 'Acme paid the order.' }] });
  server.answer('GET /api/admin/events?limit=1', { items: [], types: ['OrderPlaced', 'LicenseGranted'] });
  const run = { id: 'run-1', started_at: '2026-11-20T09:00:00.000Z', total_cents: 4_000 };
  server.answer('GET /api/admin/payout-runs', { items: [run] });
});

test('[OPS-22] an admin finds anything that has events by its id, without groups that have no results', async () => {
  await lookFor(id);
  const group = await screen.findByRole('group', { name: 'People, items, orders' });
  expect(within(group).getAllByRole('option')).toHaveLength(1);
  expect(within(group).getByRole('option')).toHaveTextContent('OrderAcme paid the order.');
  expect(screen.queryByRole('group', { name: 'Licenses' })).toBeNull();
});

test('[OPS-22] an admin finds pages, event types and payout runs by text', async () => {
  await lookFor('license g');
  expect(await screen.findByRole('option', { name: 'LicenseGranted' })).toBeVisible();
  await user().clear(screen.getByRole('combobox'));
  await user().type(screen.getByRole('combobox'), 'nov 20');
  expect(await screen.findByRole('option', { name: /Nov 20, 2026/ })).toHaveTextContent('$40.00');
  await user().clear(screen.getByRole('combobox'));
  await user().type(screen.getByRole('combobox'), 'bank');
  expect(await screen.findByRole('option', { name: 'Disputes' })).toBeVisible();
});
