import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { LicenseBilling } from '@tessera/contract/money/billing';
import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import type { RefundStanding } from '@tessera/contract/money/refunds';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { downloads } from '../../testing/downloads.test-kit.ts';
import { liveServer } from '../../testing/live-server.test-kit.ts';
import { redirectedTo, server } from '../../testing/server.test-kit.ts';
import { signIn, signOut } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, user } from '../../testing/user.test-kit.ts';
import { BrandDashboardPage } from '../../brand/dashboard.page.tsx';
import { vault } from './licenses.atoms.ts';

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
  total_refunded_cents: 0,
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
  returned_money: { amount_cents: 0, currency: 'USD' },
  changed_at: null,
  until: '2026-12-09T10:00:00.000Z',
  refusal: null,
  position: 1,
};
let accounts = 0;

/** The server's answers about these licenses, which are all that the brand has. */
const hold = (...rows: readonly LicenseRow[]) => {
  held = rows;
  for (const row of rows) {
    const read = `GET /api/licenses/${row.id}`;
    server.answer(read, row);
    server.answer(`${read}/successors`, () => successors);
    server.answer(`${read}/billing`, () => billing);
    server.answer(`${read}/refund`, noRefund);
  }
};

beforeEach(() => {
  // Lists are cached per account, so another account sees nothing of the previous test.
  accounts += 1;
  const id = `brand-${accounts}`;
  hold(license('harbour1'));
  successors = offers;
  billing = { invoice, credit_notes: [] };
  server.answer('GET /api/profile', { role: 'brand', id, name: 'Bo Buyer', brand_name: 'Northwind' });
  server.answer('GET /api/dashboards/brand', () => ({ position: 0, value: held.length > 0 ? figuresOf(id) : null }));
  server.answer('GET /api/config', { gateway: 'sandbox', checkout_hosts: [] });
  server.answer('GET /api/licenses', ({ path }) => ({
    items: path.includes('search=nothing') ? [] : held,
    next_cursor: null,
    position: 1,
  }));
  server.answer('HEAD /api/licenses/*', ({ path }) => redirectedTo(`http://localhost/media-originals${path}.jpg`));
  return signIn({ id, role: 'brand' });
});

const open = (query = '') => {
  const routes = [
    { path: '/brand/dashboard', Component: BrandDashboardPage },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  return showRoutes(routes, { initialEntries: [`/brand/dashboard?tab=licenses${query}`] });
};

const requestedPaths = () => server.asked('GET /api/licenses?*').map(({ path }) => path);
const row = (title = 'Harbour at dawn') => screen.findByRole('row', { name: new RegExp(title) });

test('[BRAND-18] the Licenses tab lists the Licensed Content, each with its term', async () => {
  hold(
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
  );
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

test('[SPC-04] what was refunded stands beside the total spent, if anything was', async () => {
  const id = `brand-${accounts}`;
  open();
  await screen.findByRole('group', { name: 'Total spent' });
  expect(screen.queryByRole('group', { name: 'Refunded' })).toBeNull();
  const value = { ...figuresOf(id), total_refunded_cents: 35_025 };
  await liveServer.push('brand-licenses', id, { position: 30, value });
  expect(screen.getByRole('group', { name: 'Refunded' })).toHaveTextContent('$350.25');
  expect(screen.getByRole('group', { name: 'Total spent' })).toHaveTextContent('$1,234.56');
});

test('[BRAND-19] without licenses, the Licenses tab says so and leads to the marketplace', async () => {
  hold();
  open();
  expect(await screen.findByText("You haven't licensed any content yet.")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse content' })).toHaveAttribute('href', '/marketplace');
});

test('[BRAND-23] the brand licenses query runs only when a user id exists', async () => {
  await signOut();
  await store.set(vault.openAtom, 'type=one_time');
  expect(requestedPaths()).toEqual([]);
  await signIn({ id: `brand-${accounts}`, role: 'brand' });
  await store.set(vault.openAtom, 'type=one_time');
  expect(requestedPaths()).toEqual(['/api/licenses?type=one_time&limit=60']);
});

test('search and filters are in the address, and are requested', async () => {
  const router = open('&type=six_month&status=nonsense');
  await row();
  expect(requestedPaths()).toEqual(['/api/licenses?type=six_month&limit=60']);
  await user().selectOptions(screen.getByLabelText('Status'), 'Ends within 45 days');
  expect(router.state.location.search).toBe('?tab=licenses&type=six_month&status=ending');
  await user().click(screen.getByLabelText('Search your licenses'));
  await user().paste('nothing');
  await user().click(await screen.findByRole('button', { name: 'Clear filters' }));
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

/** Each page of the list is asked for four times. */
const listRetriesMs = 3_000;

test('if the list can’t be loaded, a message says so, and it can be tried again', async () => {
  server.lose('GET /api/licenses?limit=60');
  open();
  await pass(listRetriesMs);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error loading licenses');
  expect(toasts()).toEqual([['error', 'Error loading licenses', 'There was a problem loading your licenses.']]);
  server.answer('GET /api/licenses?limit=60', { items: held, next_cursor: null, position: 1 });
  await user().click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await row()).toBeVisible();
  expect(screen.getByRole('group', { name: 'Licenses' })).toHaveFocus();
});

test('after a page that could not be loaded, the keyboard continues after the loaded rows', async () => {
  const dunes = license('dunes001', { content: { ...license('').content, title: 'Dunes' } });
  const further = 'GET /api/licenses?limit=200&cursor=second';
  server.answer('GET /api/licenses', { items: held, next_cursor: 'second', position: 1 });
  server.lose(further);
  open();
  await row();
  await pass(listRetriesMs);
  const alert = await screen.findByRole('alert');
  server.answer(further, { items: [dunes], next_cursor: null, position: 1 });
  await user().click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('group', { name: 'End of Licensed Content' })).toHaveFocus();
  expect(await row('Dunes')).toBeVisible();
});

const openLicense = async (change?: Partial<LicenseRow>) => {
  if (change) hold(license('harbour1', change));
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
  expect(server.asked('POST /api/*')).toEqual([]);
  server.answer(`POST /api/licenses/${held[0]?.id}/renew`, {
    order_id: 'o1',
    checkoutUrl: '/brand/checkout?order=o1',
    position: 5,
  });
  await user().click(renew);
  await waitFor(() => expect(router.state.location.pathname).toBe('/brand/checkout'));
  expect(server.asked('POST /api/*').map(({ path, body }) => [path, body])).toEqual([
    [`/api/licenses/${held[0]?.id}/renew`, null],
  ]);
});

test('an unavailable successor says why, even if it became unavailable in the meantime', async () => {
  successors = { ...offers, upgrade: { reason: 'Its creator no longer offers a perpetual license.' } };
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('Its creator no longer offers a perpetual license.')).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: /^Upgrade/ })).toBeNull();
  const refusal = {
    code: 'already_renewed',
    title: 'Already renewed',
    message: 'This license has already been renewed.',
  };
  server.refuse(`POST /api/licenses/${held[0]?.id}/renew`, 409, refusal);
  await user().click(within(drawer).getByRole('button', { name: 'Renew for $260.00' }));
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
  await waitFor(() => expect(actions(ended.drawer)).toEqual(['View agreement', 'Download PDF']));
});

test('another brand’s license isn’t found, and closing leads to the list', async () => {
  server.refuse('GET /api/licenses/another', 404, { code: 'not_found', title: 'Not found' });
  const router = open('&license=another');
  expect(await screen.findByRole('dialog', { name: 'No such license' })).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Close' }));
  expect(router.state.location.search).toBe('?tab=licenses');
});

test('[FIX-13] a brand sees a licensed picture without a watermark; if the browser can’t show the file, the preview stays', async () => {
  const [shown] = held;
  open(`&license=${shown?.id}`);
  const dialog = within(await screen.findByRole('dialog'));
  const original = await dialog.findByAltText('Harbour at dawn');
  expect(original).toHaveAttribute('src', `http://localhost/media-originals/api/licenses/${shown?.id}/download.jpg`);
  expect(original).not.toBeVisible();
  expect(dialog.getByAltText('Preview of Harbour at dawn')).toHaveStyle({ objectFit: 'contain' });
  fireEvent.load(original);
  expect(original).toBeVisible();
  fireEvent.error(original);
  expect(dialog.queryByAltText('Harbour at dawn')).toBeNull();
});

test('[FIX-13] a licensed video plays in full, from the licensed file', async () => {
  hold(license('waves001', { content: { ...license('').content, title: 'Waves', media_type: 'video' } }));
  open(`&license=${held[0]?.id}`);
  const film = await within(await screen.findByRole('dialog')).findByLabelText('Waves');
  fireEvent.loadedMetadata(film);
  expect(film).toBeVisible();
  expect(film).toHaveAttribute('controls');
});

/** Each time it is asked for, the original of the license has another address, as when the one before has expired. */
const addressesOf = (licenseId: string) => {
  const call = `HEAD /api/licenses/${licenseId}/download`;
  const address = (number: number) => `http://localhost/media-originals/${licenseId}-${number}`;
  server.answer(call, () => redirectedTo(address(server.asked(call).length)));
  return { call, address };
};

const openFilm = async () => {
  hold(license('waves001', { content: { ...license('').content, title: 'Waves', media_type: 'video' } }));
  const [waves] = held;
  const addresses = addressesOf(waves?.id ?? '');
  open(`&license=${waves?.id}`);
  const film = await within(await screen.findByRole('dialog')).findByLabelText<HTMLVideoElement>('Waves');
  return { film, ...addresses };
};

/** The licensed file, if it isn't its preview that is shown. */
const shownFilm = () => screen.queryByLabelText('Waves', { selector: 'video' });

/** The browser's player stops at a place: jsdom has none of its own. */
const breakAt = (film: HTMLVideoElement, seconds: number, isPlaying: boolean) => {
  film.currentTime = seconds;
  Object.defineProperty(film, 'paused', { configurable: true, value: !isPlaying });
  fireEvent.error(film);
};

test.each([
  ['plays on', 83.4, 1.5, true],
  ['stays paused', 12, 1, false],
  ['plays on', 0, 2, true],
])(
  '[FIX-42] a licensed film whose address expires %s at %s s, from a new address',
  async (_state, seconds, rate, isPlaying) => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { film, address } = await openFilm();
    fireEvent.loadedMetadata(film);
    film.playbackRate = rate;
    breakAt(film, seconds, isPlaying);
    await waitFor(() => expect(film).toHaveAttribute('src', address(2)));
    film.currentTime = 0;
    film.playbackRate = 1;
    expect(film).toBeVisible();
    fireEvent.loadedMetadata(film);
    expect(film).toMatchObject({ currentTime: seconds, playbackRate: rate });
    expect(play).toHaveBeenCalledTimes(isPlaying ? 1 : 0);
  },
);

test('[FIX-42] a film outlives one address after another, but one that breaks where it was renewed shows its preview', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const { film, address, call } = await openFilm();
  fireEvent.loadedMetadata(film);
  for (const [seconds, addresses] of [
    [300, 2],
    [600, 3],
  ] as const) {
    breakAt(film, seconds, true);
    await waitFor(() => expect(film).toHaveAttribute('src', address(addresses)));
    fireEvent.loadedMetadata(film);
  }
  breakAt(film, 600, true);
  await waitFor(() => expect(shownFilm()).toBeNull());
  expect(server.asked(call)).toHaveLength(3);
});

test.each([
  ['the server gives no other address', (call: string) => server.refuse(call, 403, { code: 'license_refunded' })],
  ['the connection stays lost', (call: string) => server.lose(call)],
])('[FIX-42] a film shows its preview if %s', async (_why, answer) => {
  const { film, call } = await openFilm();
  fireEvent.loadedMetadata(film);
  answer(call);
  breakAt(film, 40, true);
  await pass(listRetriesMs);
  await waitFor(() => expect(shownFilm()).toBeNull());
});

test('[FIX-42] a film that can’t be loaded at all asks for no other address', async () => {
  const { film, call } = await openFilm();
  fireEvent.error(film);
  expect(shownFilm()).toBeNull();
  expect(server.asked(call)).toHaveLength(1);
});

test('[FIX-42] a download that failed for an expired address starts again from a new one', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function follow(this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  const [harbour] = held;
  const { address } = addressesOf(harbour?.id ?? '');
  const { drawer } = await openLicense();
  const download = within(drawer).getByRole('button', { name: 'Download original' });
  await user().click(download);
  await waitFor(() => expect(followed).toHaveLength(1));
  await user().click(download);
  await waitFor(() => expect(followed).toHaveLength(2));
  expect(followed).toEqual([address(2), address(3)]);
});

test('[FIX-11] above a long list of licenses is their total number', async () => {
  server.answer('GET /api/licenses', { items: held, next_cursor: 'next', position: 1, total: 180 });
  open();
  expect(await screen.findByText('180 licenses')).toBeVisible();
});

test('[PAY-30] a license names its invoice, and downloads it', async () => {
  server.answer('GET /api/orders/order-1/invoice.pdf', () => new Response('pdf'));
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('INV-2026-000007')).toBeVisible();
  await user().click(within(drawer).getByRole('button', { name: 'Invoice (PDF)' }));
  expect(downloads()).toEqual(['invoice-INV-2026-000007.pdf']);
  expect(within(drawer).queryByText('Credit note')).toBeNull();
});

test('[PAY-30] each refund of a license is listed with its invoice, with its credit note', async () => {
  const note = { number: 'CN-2026-000003', issued_at: '2026-12-09T10:00:00.000Z', refund_number: 1 };
  billing = { invoice, credit_notes: [{ ...note, amount: { amount_cents: 4_000, currency: 'USD' } }] };
  server.answer(`GET /api/licenses/${held[0]?.id}/credit-notes/1.pdf`, () => new Response('pdf'));
  const { drawer } = await openLicense();
  expect(await within(drawer).findByText('CN-2026-000003')).toBeVisible();
  expect(drawer).toHaveTextContent('$40.00 refunded on Dec 9, 2026 (UTC)');
  await user().click(within(drawer).getByRole('button', { name: 'Credit note (PDF)' }));
  expect(downloads()).toEqual(['credit-note-CN-2026-000003.pdf']);
});

test('[PAY-30] if its number can’t be loaded, an invoice can still be downloaded, and loading the number tried again', async () => {
  const read = `GET /api/licenses/${held[0]?.id}/billing`;
  server.lose(read);
  const { drawer } = await openLicense();
  expect(await within(drawer).findByRole('alert')).toHaveTextContent('The invoice number could not be loaded');
  expect(within(drawer).getByRole('button', { name: 'Invoice (PDF)' })).toBeEnabled();
  server.answer(read, billing);
  await user().click(within(drawer).getByRole('button', { name: 'Try again' }));
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

test('while another filter is applied, ‘Clear filters’ keeps its focus; while all are cleared, nobody with licenses reads of having none', async () => {
  open('&search=nothing');
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  clear.focus();
  const filtered = server.hold('GET /api/licenses');
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'expired' } });
  await waitFor(() => expect(requestedPaths().at(-1)).toContain('status=expired'));
  expect(clear).toHaveFocus();
  await filtered.answer({ items: [], next_cursor: null, position: 1 });
  expect(clear).toHaveFocus();

  const all = server.hold('GET /api/licenses');
  await user().click(clear);
  expect(screen.queryByText(/licensed any content yet/)).toBeNull();
  await all.answer({ items: held, next_cursor: null, position: 1 });
  expect(await row()).toBeVisible();
});
