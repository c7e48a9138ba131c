import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LicenseRow } from '@tessera/contract/licenses';
import { ApiError } from '../../kernel/send.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { OrderPage } from './order.page.tsx';

const { get, resolvedAddress } = vi.hoisted(() => ({
  get: vi.fn<(path: string, options?: object) => Promise<unknown>>(),
  resolvedAddress: vi.fn<(path: string) => Promise<string>>(async () => 'http://localhost/media-originals/all'),
}));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom({ userId: 'brand-1', role: 'brand' }), accessToken: async () => 'token' };
});
vi.mock('../refunds/money-changes.atoms.ts', async () => ({ moneyChangesAtom: (await import('jotai')).atom(-1) }));
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get,
  resolvedAddress,
}));

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
  get.mockResolvedValue({ items: [license('one'), license('two'), license('three', refunded)] });
  open({ after: 42 });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Download all 2' }));
  expect(resolvedAddress).toHaveBeenLastCalledWith('/api/orders/o1/originals');
  await user.click(screen.getByRole('button', { name: 'Download original of Harbor two' }));
  expect(resolvedAddress).toHaveBeenLastCalledWith('/api/licenses/two/download');
  expect(screen.queryByRole('button', { name: 'Download original of Harbor three' })).toBeNull();
  expect(screen.getByText(/^3 licenses, \$750\.00/)).toBeVisible();
  expect(get).toHaveBeenCalledWith('/api/orders/o1/licenses', { after: 42 });
});

test('[GAL-10] one original needs no archive', async () => {
  get.mockResolvedValue({ items: [license('one')] });
  open();
  expect(await screen.findByRole('button', { name: 'Download original of Harbor one' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Download all/ })).toBeNull();
});

test('an order that isn’t paid leads to its payment', async () => {
  get.mockResolvedValue({ items: [] });
  open();
  expect(await screen.findByRole('link', { name: 'Go to payment' })).toHaveAttribute(
    'href',
    '/brand/checkout?order=o1',
  );
});

test('another account’s order isn’t found', async () => {
  get.mockRejectedValueOnce(new ApiError(404, 'not_found', 'Not found', 'There is no such thing.'));
  open();
  expect(await screen.findByText(/This account has no such order/)).toBeVisible();
});

test('a failed read can be tried again', async () => {
  get.mockRejectedValueOnce(new ApiError(503, 'unavailable', 'Unavailable', 'Please try again.'));
  get.mockResolvedValue({ items: [license('one')] });
  open();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Download original of Harbor one' })).toBeVisible();
});
