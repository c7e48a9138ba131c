import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LicenseBilling } from '@tessera/contract/money/billing';
import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import type { RefundStanding } from '@tessera/contract/money/refunds';
import { createStore } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import { ApiError } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { BrandDashboardPage } from '../../brand/dashboard.page.tsx';
import { vault } from './licenses.atoms.ts';

type Answer = (path: string, options?: object) => Promise<unknown>;

const { get, getBlob, post, resolvedAddress } = vi.hoisted(() => ({
  get: vi.fn<Answer>(),
  getBlob: vi.fn<(path: string) => Promise<Blob>>(),
  post: vi.fn<Answer>(),
  resolvedAddress: vi.fn<(path: string) => Promise<string>>(),
}));
vi.mock('../../kernel/toast.tsx', () => ({ toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() } }));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom<object | null>(null), accessToken: async () => 'token' };
});
vi.mock('../../accounts/profile/profile.atoms.ts', async () => {
  const jotai = await import('jotai');
  const profileAtom = jotai.atom({ name: 'Bo Buyer', brand_name: 'Northwind' });
  return { profileAtom, brandNameAtom: jotai.atom('Northwind'), portraitAtom: jotai.atom(null) };
});
vi.mock('../../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch: () => () => undefined };
});
vi.mock('../../kernel/reading/view-atom.ts', async () => {
  const jotai = await import('jotai');
  const nothing = jotai.atom(undefined);
  return { viewAtom: () => nothing };
});
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../../kernel/send.ts')>()),
  get,
  getBlob,
  post,
  resolvedAddress,
}));

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const license = (id: string, change: Partial<LicenseRow> = {}): LicenseRow => ({
  id: `01a1ff41-0000-7000-8000-0000${id}`,
  order_id: 'order-1',
  content_id: 'content-1',
  creator_id: 'creator-1',
  creator_name: 'Mara Lindqvist',
  brand_id: 'brand-1',
  brand_name: 'Northwind',
  license_type: 'six_month',
  quantity: 1,
  price: 250,
  price_money: { amount_cents: 25_000, currency: 'USD' },
  start_date: inDays(-1),
  end_date: inDays(178.5),
  created_at: inDays(-1),
  content: { title: 'Harbour at dawn', description: '', media_url: 'a/images/a.webp', media_type: 'image' },
  basis: null,
  renewed_by: null,
  upgraded_by: null,
  status: 'active',
  days_left: 179,
  refunded_money: { amount_cents: 0, currency: 'USD' },
  refunded_at: null,
  dispute: null,
  ...change,
});

const figuresOf = (brand_id: string) => ({
  brand_id,
  total_licenses: 4,
  total_spent_cents: 123_456,
  creators: 2,
  by_type: { one_time: 1, six_month: 2, perpetual: 1 },
  latest_license_id: 'latest',
});
const offers: Successors = {
  renewal: { price_cents: 26_000, start_date: '2027-05-20T10:00:00.000Z', end_date: '2027-11-16T10:00:00.000Z' },
  upgrade: { price_cents: 25_000, start_date: '2026-12-01T10:00:00.000Z', end_date: null },
};
const invoice = {
  order_id: 'order-1',
  number: 'INV-2026-000007',
  issued_at: '2026-12-07T10:00:00.000Z',
  total: { amount_cents: 25_000, currency: 'USD' },
} as const;
let held: readonly LicenseRow[];
let successors: Successors;
let billing: LicenseBilling;
const noRefund: RefundStanding = {
  requested: null,
  declined: null,
  is_under_way: false,
  has_failed: false,
  refunded_money: { amount_cents: 0, currency: 'USD' },
  changed_at: null,
  until: '2026-12-09T10:00:00.000Z',
  refusal: null,
  position: 1,
};
let accounts = 0;

const answer: Answer = async (path) => {
  const [, id, more] = /^\/api\/licenses\/([^/?]+)(\/successors|\/billing|\/refund)?$/.exec(path) ?? [];
  if (more === '/billing') return billing;
  if (more === '/refund') return noRefund;
  if (more) return successors;
  if (id) {
    const found = held.find((row) => row.id === id);
    if (found) return found;
    throw new ApiError(404, 'not_found', 'Not found', 'There is no such thing.');
  }
  if (path.startsWith('/api/dashboards/brand'))
    return { position: 1, value: held.length > 0 ? figuresOf(`brand-${accounts}`) : null };
  if (path.startsWith('/api/config')) return { gateway: 'sandbox', checkout_hosts: [] };
  return { items: path.includes('search=nothing') ? [] : held, next_cursor: null, position: 1 };
};

const signedInAs = (session: object | null) => store.set(sessionAtom as PrimitiveAtom<object | null>, session);
beforeEach(() => {
  vi.clearAllMocks();
  // Lists are cached per account, so another account sees nothing of the previous test.
  accounts += 1;
  signedInAs({ userId: `brand-${accounts}`, role: 'brand' });
  held = [license('harbour1')];
  successors = offers;
  billing = { invoice, credit_notes: [] };
  get.mockImplementation(answer);
  getBlob.mockResolvedValue(new Blob(['pdf']));
  URL.createObjectURL = () => 'blob:pdf';
  URL.revokeObjectURL = () => undefined;
  resolvedAddress.mockImplementation((path) => Promise.resolve(`http://localhost/media-originals/${path}.jpg`));
});

const open = (query = '') => {
  const routes = [
    { path: '/brand/dashboard', Component: BrandDashboardPage },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  return showRoutes(routes, { initialEntries: [`/brand/dashboard?tab=licenses${query}`] });
};

const requestedPaths = () => get.mock.calls.map(([path]) => path).filter((path) => path.startsWith('/api/licenses?'));
const row = (title = 'Harbour at dawn') => screen.findByRole('row', { name: new RegExp(title) });

test('[BRAND-18] the Licenses tab lists the Licensed Content, each with its term', async () => {
  held = [
    license('harbour1'),
    license('dunes001', {
      content: { ...license('').content, title: 'Dunes' },
      end_date: inDays(11.5),
      renewed_by: license('harbour1').id,
    }),
    license('ferry001', { content: { ...license('').content, title: 'Ferry' }, end_date: inDays(-1) }),
    license('salt0001', { content: { ...license('').content, title: 'Salt' }, start_date: inDays(9.5) }),
    license('blue0001', {
      content: { ...license('').content, title: 'Blue' },
      license_type: 'perpetual',
      end_date: null,
      basis: { kind: 'upgrade', license_id: license('harbour1').id },
    }),
  ];
  open();
  expect(await screen.findByRole('heading', { name: 'Licensed Content' })).toBeVisible();
  expect(await row()).toHaveTextContent('179 days left');
  expect(await row('Dunes')).toHaveTextContent(/Renewed by …harbour1.*12 days left/);
  expect(await row('Ferry')).toHaveTextContent('Ended');
  expect(await row('Salt')).toHaveTextContent('Starts in 10 days');
  expect(await row('Blue')).toHaveTextContent(/Upgrades …harbour1.*No end date/);
});

test('[BRAND-20, BRAND-21, BRAND-22] the figures for all licenses are above the list', async () => {
  open('&search=nothing');
  expect(await screen.findByRole('group', { name: 'Total spent' })).toHaveTextContent('$1,234.56');
  for (const [name, value] of Object.entries({ Creators: '2', 'One-Time': '1', '6-Month': '2', Perpetual: '1' }))
    expect(screen.getByRole('group', { name })).toHaveTextContent(value);
});

test('[BRAND-19] without licenses, the Licenses tab says so and leads to the marketplace', async () => {
  held = [];
  open();
  expect(await screen.findByText("You haven't licensed any content yet.")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse content' })).toHaveAttribute('href', '/marketplace');
});

test('[BRAND-23] the brand licenses query runs only when a user id exists', async () => {
  signedInAs(null);
  const own = createStore();
  await own.set(vault.openAtom, 'type=one_time');
  expect(get).not.toHaveBeenCalled();
  own.set(sessionAtom as PrimitiveAtom<object | null>, { userId: 'brand-1', role: 'brand' });
  await own.set(vault.openAtom, 'type=one_time');
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/api/licenses?type=one_time&limit=60']);
});

test('search and filters are in the address, and are requested', async () => {
  const router = open('&type=six_month&status=nonsense');
  await row();
  expect(requestedPaths()).toEqual(['/api/licenses?type=six_month&limit=60']);
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Ends within 45 days');
  expect(router.state.location.search).toBe('?tab=licenses&type=six_month&status=ending');
  await userEvent.click(screen.getByLabelText('Search your licenses'));
  await userEvent.paste('nothing');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(router.state.location.search).toBe('?tab=licenses');
  expect(await row()).toBeVisible();
  expect(screen.getByRole('group', { name: 'Licenses' })).toHaveFocus();
});

test('two filters chosen before the first one is rendered both apply', async () => {
  const router = open();
  await row();
  act(() => {
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'ending' } });
    fireEvent.change(screen.getByLabelText('License type'), { target: { value: 'six_month' } });
  });
  expect(router.state.location.search).toBe('?tab=licenses&type=six_month&status=ending');
});

test('if the list can’t be loaded, a message says so, and it can be tried again', async () => {
  get.mockImplementation((path) =>
    path.startsWith('/api/licenses?') ? Promise.reject(new Error('no answer')) : answer(path),
  );
  open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error loading licenses');
  get.mockImplementation(answer);
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await row()).toBeVisible();
  expect(screen.getByRole('group', { name: 'Licenses' })).toHaveFocus();
});

test('after a page that could not be loaded, the keyboard continues after the loaded rows', async () => {
  const dunes = license('dunes001', { content: { ...license('').content, title: 'Dunes' } });
  let further: Answer = () => Promise.reject(new Error('no answer'));
  get.mockImplementation((path) => {
    if (path.includes('cursor=')) return further(path);
    if (path.startsWith('/api/licenses?')) return Promise.resolve({ items: held, next_cursor: 'second', position: 1 });
    return answer(path);
  });
  open();
  const alert = await screen.findByRole('alert');
  further = async () => ({ items: [dunes], next_cursor: null, position: 1 });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('group', { name: 'End of Licensed Content' })).toHaveFocus();
  expect(await row('Dunes')).toBeVisible();
});

const openLicense = async (change: Partial<LicenseRow> = {}) => {
  held = [license('harbour1', change)];
  const router = open(`&license=${held[0]?.id}`);
  return { router, drawer: await screen.findByRole('dialog', { name: 'Harbour at dawn' }) };
};

test('a license says what a renewal or upgrade costs and means before anything is ordered, and ordering leads to the payment', async () => {
  const { router, drawer } = await openLicense();
  expect(drawer).toHaveTextContent('Northwind may use it in any number of campaigns and in any medium, until');
  const renew = await within(drawer).findByRole('button', { name: 'Renew for $260.00' });
  expect(renew).toHaveAccessibleDescription(/From May 20, 2027, when this license ends, until Nov 16, 2027 \(UTC\)/);
  expect(within(drawer).getByRole('button', { name: 'Upgrade for $250.00' })).toHaveAccessibleDescription(
    /and has no end date/,
  );
  expect(post).not.toHaveBeenCalled();
  post.mockResolvedValue({ order_id: 'o1', checkoutUrl: '/brand/checkout?order=o1', position: 5 });
  await userEvent.click(renew);
  await waitFor(() => expect(router.state.location.pathname).toBe('/brand/checkout'));
  expect(post.mock.calls).toEqual([[`/api/licenses/${held[0]?.id}/renew`]]);
});

test('an unavailable successor says why, even if it became unavailable in the meantime', async () => {
  successors = { ...offers, upgrade: { reason: 'Its creator no longer offers a perpetual license.' } };
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('Its creator no longer offers a perpetual license.')).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: /^Upgrade/ })).toBeNull();
  post.mockRejectedValue(
    new ApiError(409, 'already_renewed', 'Already renewed', 'This license has already been renewed.'),
  );
  await userEvent.click(within(drawer).getByRole('button', { name: 'Renew for $260.00' }));
  expect(await within(drawer).findByRole('alert')).toHaveTextContent('This license has already been renewed.');
});

test('an ended license says what has to stop and what stays lawful', async () => {
  const { drawer } = await openLicense({ end_date: '2026-01-02T10:00:00.000Z' });
  expect(drawer).toHaveTextContent('This license ended on Jan 2, 2026 (UTC). All new use must stop');
  expect(drawer).toHaveTextContent('Anything printed or broadcast before then stays lawful.');
  expect(await within(drawer).findByRole('button', { name: /^Renew/ })).toHaveAccessibleDescription(
    /doesn’t cover any use between Jan 2, 2026 and your payment/,
  );
});

test('[SEC-14] an ended license keeps its agreement and offers no original', async () => {
  const actions = (drawer: HTMLElement) =>
    within(drawer)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((words) => /agreement|Download/.test(words ?? ''));
  const { drawer } = await openLicense();
  expect(actions(drawer)).toEqual(['View agreement', 'Download PDF', 'Download original']);
  cleanup();
  const ended = await openLicense({ end_date: '2026-01-02T10:00:00.000Z' });
  expect(actions(ended.drawer)).toEqual(['View agreement', 'Download PDF']);
});

test('another brand’s license isn’t found, and closing leads to the list', async () => {
  const router = open('&license=another');
  expect(await screen.findByRole('dialog', { name: 'No such license' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(router.state.location.search).toBe('?tab=licenses');
});

test('[FIX-13] a brand sees a licensed picture without a watermark; if the browser can’t show the file, the preview stays', async () => {
  const [shown] = held;
  open(`&license=${shown?.id}`);
  const dialog = within(await screen.findByRole('dialog'));
  const original = await dialog.findByAltText('Harbour at dawn');
  expect(resolvedAddress).toHaveBeenCalledWith(`/api/licenses/${shown?.id}/download`);
  expect(original).toHaveAttribute('src', expect.stringMatching(/\/media-originals\//));
  expect(original).not.toBeVisible();
  expect(dialog.getByAltText('Preview of Harbour at dawn')).toHaveStyle({ objectFit: 'contain' });
  fireEvent.load(original);
  expect(original).toBeVisible();
  fireEvent.error(original);
  expect(dialog.queryByAltText('Harbour at dawn')).toBeNull();
});

test('[FIX-13] a licensed video plays in full, from the licensed file', async () => {
  held = [license('waves001', { content: { ...license('').content, title: 'Waves', media_type: 'video' } })];
  open(`&license=${held[0]?.id}`);
  const film = await within(await screen.findByRole('dialog')).findByLabelText('Waves');
  fireEvent.loadedMetadata(film);
  expect(film).toBeVisible();
  expect(film).toHaveAttribute('controls');
});

test('[FIX-11] above a long list of licenses is their total number', async () => {
  get.mockImplementation(async (path, options) =>
    path.startsWith('/api/licenses?')
      ? { items: held, next_cursor: 'next', position: 1, total: 180 }
      : answer(path, options),
  );
  open();
  expect(await screen.findByText('180 licenses')).toBeVisible();
});

test('[PAY-30] a license names its invoice, and downloads it', async () => {
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('INV-2026-000007')).toBeVisible();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Invoice (PDF)' }));
  expect(getBlob).toHaveBeenCalledWith(`/api/orders/${held[0]?.order_id}/invoice.pdf`);
  expect(within(drawer).queryByText('Credit note')).toBeNull();
});

test('[PAY-30] each refund of a license is listed with its invoice, with its credit note', async () => {
  const note = { number: 'CN-2026-000003', issued_at: '2026-12-09T10:00:00.000Z', refund_number: 1 };
  billing = { invoice, credit_notes: [{ ...note, amount: { amount_cents: 4_000, currency: 'USD' } }] };
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('CN-2026-000003')).toBeVisible();
  expect(drawer).toHaveTextContent('$40.00 refunded on Dec 9, 2026 (UTC)');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Credit note (PDF)' }));
  expect(getBlob).toHaveBeenCalledWith(`/api/licenses/${held[0]?.id}/credit-notes/1.pdf`);
});

test('[PAY-30] if its number can’t be loaded, an invoice can still be downloaded, and loading the number tried again', async () => {
  let isAway = true;
  get.mockImplementation(async (path, options) => {
    if (isAway && path.endsWith('/billing')) throw new Error('no answer');
    return answer(path, options);
  });
  const { drawer } = await openLicense();
  expect(await within(drawer).findByRole('alert')).toHaveTextContent('The invoice number could not be loaded');
  expect(within(drawer).getByRole('button', { name: 'Invoice (PDF)' })).toBeEnabled();
  isAway = false;
  await userEvent.click(within(drawer).getByRole('button', { name: 'Try again' }));
  expect(await within(drawer).findByText('INV-2026-000007')).toBeVisible();
});

const refundedAt = '2026-12-07T10:00:00.000Z';
/** The license's row in the list, which the open drawer covers. */
const behind = () => screen.getByRole('row', { name: /Harbour at dawn/, hidden: true });

test('[PAY-20] a fully refunded license says so in the vault, and offers neither original nor renewal', async () => {
  const { drawer } = await openLicense({ status: 'refunded', refunded_at: refundedAt, days_left: 0 });
  expect(behind()).toHaveTextContent('Refunded');
  expect(drawer).toHaveTextContent('This license ended on Dec 7, 2026 (UTC), when its price was refunded.');
  expect(drawer).toHaveTextContent('All new use must stop');
  expect(within(drawer).queryByRole('button', { name: 'Download original' })).toBeNull();
  expect(within(drawer).queryByRole('heading', { name: 'After the six months' })).toBeNull();
});

test('[PAY-24] a license whose payment is disputed says so in the list and in its drawer', async () => {
  const dispute = {
    standing: 'open',
    amount_money: { amount_cents: 25_000, currency: 'USD' },
    own_part_money: null,
    opened_at: refundedAt,
    decided_at: null,
  } as const;
  const { drawer } = await openLicense({ dispute });
  expect(behind()).toHaveTextContent('Disputed');
  expect(within(drawer).getByText('The payment is disputed')).toBeVisible();
});
