import { screen, within } from '@testing-library/react';
import type { OrderRow } from '@tessera/contract/orders';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { OrdersPage } from './orders.page.tsx';

const order = (id: string, titles: readonly string[], cents: number): OrderRow => ({
  id,
  paid_at: '2026-11-20T10:00:00.000Z',
  total: { amount_cents: cents, currency: 'USD' },
  titles,
});

let brands = 0;
const open = async (items: readonly OrderRow[]) => {
  server.answer('GET /api/orders', { items, next_cursor: null, position: 1 });
  await signIn({ id: `brand-${(brands += 1)}`, role: 'brand' });
  showRoutes([{ path: '*', Component: OrdersPage }]);
};

test('[FIX-44] a brand sees its orders with their totals, and each leads to its licenses and its invoice', async () => {
  await open([order('order-2', ['Harbour', 'Boats', 'Fog'], 75_000), order('order-1', ['Dunes'], 2_500)]);
  const list = within(await screen.findByRole('list', { name: 'Orders' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent('Harbour and 2 more3 licenses$750.00');
  expect(second).toHaveTextContent('Dunes1 license$25.00');
  expect(list.getByRole('link', { name: 'Dunes' })).toHaveAttribute('href', '/brand/orders/order-1');
  expect(list.getByRole('button', { name: 'Invoice for Harbour and 2 more (PDF)' })).toBeVisible();
});

test('[FIX-44] without an order, the page says so', async () => {
  await open([]);
  expect(await screen.findByText('You haven’t ordered anything yet.')).toBeVisible();
});
