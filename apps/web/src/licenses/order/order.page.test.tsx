import { screen } from '@testing-library/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { downloads } from '../../testing/downloads.test-kit.ts';
import { redirectedTo, server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { OrderPage } from './order.page.tsx';

const read = 'GET /api/orders/o1/licenses';

beforeEach(() => signIn({ id: 'brand-1', role: 'brand' }));

const license = (id: string, change: Partial<LicenseRow> = {}): LicenseRow => ({
  id,
  order_id: 'o1',
  content_id: 'c1',
  creator_id: 'creator-1',
  creator_name: 'Mara Lindqvist',
  brand_id: 'brand-1',
  brand_name: 'Northwind',
  license_type: 'perpetual',
  quantity: 1,
  price: 250,
  price_money: { amount_cents: 25_000, currency: 'USD' },
  start_date: '2026-11-20T10:00:00.000Z',
  end_date: null,
  created_at: '2026-11-20T10:00:00.000Z',
  content: { title: `Harbor ${id}`, description: '', media_url: 'a/images/a.webp', media_type: 'image' },
  basis: null,
  renewed_by: null,
  upgraded_by: null,
  status: 'active',
  days_left: null,
  refunded_money: { amount_cents: 0, currency: 'USD' },
  refunded_at: null,
  dispute: null,
  ...change,
});

const open = (state: object | null = null) =>
  showRoutes(
    [
      { path: '/brand/orders/:orderId', Component: OrderPage },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [{ pathname: '/brand/orders/o1', state }] },
  );

test('[GAL-10] several originals are downloaded as one archive or one by one; ended and refunded licenses have none', async () => {
  const refunded = { refunded_at: '2026-11-21T10:00:00.000Z', end_date: '2026-11-21T10:00:00.000Z' };
  server.answer(read, { items: [license('one'), license('two'), license('three', refunded)] });
  server.answer('HEAD /api/orders/o1/originals', redirectedTo('http://localhost/media-originals/all'));
  server.answer('HEAD /api/licenses/two/download', redirectedTo('http://localhost/media-originals/two'));
  open({ after: 42 });
  await user().click(await screen.findByRole('button', { name: 'Download all 2' }));
  expect(downloads()).toEqual(['http://localhost/media-originals/all']);
  await user().click(screen.getByRole('button', { name: 'Download original of Harbor two' }));
  expect(downloads().at(-1)).toBe('http://localhost/media-originals/two');
  expect(screen.queryByRole('button', { name: 'Download original of Harbor three' })).toBeNull();
  expect(screen.getByText(/^3 licenses, \$750\.00/)).toBeVisible();
  expect(server.asked(read).map(({ path }) => path)).toEqual(['/api/orders/o1/licenses?after=42']);
});

test('[GAL-10] one original needs no archive', async () => {
  server.answer(read, { items: [license('one')] });
  open();
  expect(await screen.findByRole('button', { name: 'Download original of Harbor one' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Download all/ })).toBeNull();
});

test('an order that isn’t paid leads to its payment', async () => {
  server.answer(read, { items: [] });
  open();
  expect(await screen.findByRole('link', { name: 'Go to payment' })).toHaveAttribute(
    'href',
    '/brand/checkout?order=o1',
  );
});

test('another account’s order isn’t found', async () => {
  server.refuse(read, 404, { code: 'not_found', title: 'Not found', message: 'There is no such thing.' });
  open();
  expect(await screen.findByText(/This account has no such order/)).toBeVisible();
});

test('a failed read can be tried again', async () => {
  server.refuse(read, 503, { code: 'unavailable', title: 'Unavailable', message: 'Please try again.' });
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(read, { items: [license('one')] });
  await user().click(again);
  expect(await screen.findByRole('button', { name: 'Download original of Harbor one' })).toBeVisible();
});
