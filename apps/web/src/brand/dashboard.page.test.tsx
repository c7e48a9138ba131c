import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { BrandProfile } from '@tessera/contract/accounts/profile';
import type { LicenseRow } from '@tessera/contract/licenses';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import type { Held } from '../testing/server.test-kit.ts';
import { signIn, signOut } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { pass, user } from '../testing/user.test-kit.ts';
import { BrandDashboardPage } from './dashboard.page.tsx';

const northwind: BrandProfile = {
  role: 'brand',
  id: 'brand-1',
  user_id: 'brand-1',
  name: 'Bo Buyer',
  email: 'buyer@northwind.example',
  phone: '+1 555 010 2030',
  brand_name: 'Northwind',
  brand_url: 'https://northwind.example',
  logo_url: null,
  show_on_homepage: false,
  asks_to_confirm_email: false,
  wanted_mails: [],
};
let row: BrandProfile;

beforeEach(async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => {} });
  row = northwind;
  server.answer('GET /api/profile', () => row);
  server.answer('GET /api/dashboards/brand', { position: 1, value: null });
  server.answer('GET /api/licenses', { items: [], next_cursor: null });
  server.answer('PATCH /api/profile', ({ body }) => (row = { ...row, ...(body as object) }));
  server.answer('PUT /api/profile/logo', () => {
    row = { ...row, logo_url: 'logos/brand-1/1.webp' };
    return { logo_url: row.logo_url };
  });
  server.answer('DELETE /api/profile/logo', () => (row = { ...row, logo_url: null }));
  await signIn({ id: 'brand-1', role: 'brand' });
});

const open = (tab = '') => {
  const routes = [
    { path: '/brand/dashboard', Component: BrandDashboardPage },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  return showRoutes(routes, { initialEntries: [`/brand/dashboard${tab}`] });
};

const openMarketing = async () => {
  const router = open('?tab=marketing');
  await screen.findByRole('button', { name: 'Save Preferences' });
  return router;
};

const saveButton = () => screen.getByRole('button', { name: /^Save Preferences|^Saving/ });
const banner = () => screen.getByRole('checkbox', { name: /^Show my brand on the homepage banner/ });
const picture = (name = 'logo.png', type = 'image/png', bytes = 12) =>
  new File([new Uint8Array(bytes)], name, { type });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Logo file'), { target: { files: [file] } });
const selected = () => screen.getByRole('tab', { selected: true }).textContent;
const tooLarge = 2 * 1024 * 1024;

test('[BRAND-01] the tabs are Overview, Marketing and Licenses, and the chosen one is in the address', async () => {
  const router = open('?tab=marketing');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'Marketing', 'Licenses']);
  expect(selected()).toBe('Marketing');
  await user().click(screen.getByRole('tab', { name: 'Licenses' }));
  expect(router.state.location.search).toBe('?tab=licenses');
});

test('[BRAND-02, BRAND-03] the overview welcomes the brand, and links to the marketplace', () => {
  open();
  expect(selected()).toBe('Overview');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Welcome, Bo Buyer');
  expect(screen.getByRole('link', { name: 'Go to Marketplace' })).toHaveAttribute('href', '/marketplace');
});

test('[BRAND-04, BRAND-16] the Marketing tab has its title, and recommends a square logo of 500x500 or larger', async () => {
  await openMarketing();
  expect(screen.getByRole('heading', { name: 'Marketing Preferences' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Brand logo' })).toHaveAccessibleDescription(
    /square image of 500x500 or larger is recommended/,
  );
});

test('[BRAND-05, BRAND-09, BRAND-12, BRAND-13] a chosen logo is shown, and is sent when saving', async () => {
  const router = await openMarketing();
  expect(saveButton()).toBeDisabled();
  const file = picture();
  choose(file);
  expect(await screen.findByAltText('Logo of Northwind')).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  expect(saveButton()).toBeEnabled();
  expect(server.asked('PUT /api/profile/logo')).toEqual([]);
  await user().click(saveButton());
  await waitFor(() => expect(toasts()).toEqual([['success', 'Preferences saved']]));
  expect(server.bodies('PUT /api/profile/logo')).toEqual([file]);
  expect(server.asked('PATCH /api/profile')).toEqual([]);
  expect(router.state.location.search).toBe('?tab=overview');
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus();
});

test('[BRAND-06] a removed logo is deleted when saving, whatever was chosen before', async () => {
  row = { ...northwind, logo_url: 'logos/brand-1/0.webp' };
  await openMarketing();
  choose(picture());
  await user().click(screen.getByRole('button', { name: 'Remove logo' }));
  expect(screen.queryByAltText('Logo of Northwind')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Upload logo' })).toHaveFocus();
  await user().click(saveButton());
  await waitFor(() => expect(selected()).toBe('Overview'));
  expect(server.asked('DELETE /api/profile/logo')).toHaveLength(1);
});

test('[BRAND-06] a chosen logo that is removed again leaves nothing to save', async () => {
  await openMarketing();
  choose(picture());
  await user().click(await screen.findByRole('button', { name: 'Remove logo' }));
  expect(saveButton()).toBeDisabled();
});

test('[BRAND-07, BRAND-10, BRAND-11] the checkbox is saved: the button is enabled only for changes, and not while saving', async () => {
  await openMarketing();
  const save = server.hold('PATCH /api/profile');
  await user().click(banner());
  await user().click(banner());
  expect(saveButton()).toBeDisabled();
  await user().click(banner());
  await user().click(saveButton());
  expect(saveButton()).toBeDisabled();
  expect(saveButton()).toHaveTextContent('Saving...');
  expect(server.bodies('PATCH /api/profile')).toEqual([{ show_on_homepage: true }]);
  await save.answer(() => (row = { ...row, show_on_homepage: true }));
  await user().click(await screen.findByRole('tab', { name: 'Marketing', selected: false }));
  expect(await screen.findByRole('checkbox', { name: /homepage banner/ })).toBeChecked();
  expect(saveButton()).toBeDisabled();
});

test('[BRAND-14] a failed save says why, and keeps what was chosen', async () => {
  await openMarketing();
  await user().click(banner());
  server.refuseOnce('PATCH /api/profile', 503, { message: 'The log could not be reached.' });
  await user().click(saveButton());
  expect(toasts()).toEqual([['error', 'Update failed', 'The log could not be reached.']]);
  expect(await screen.findByRole('alert')).toHaveTextContent('The log could not be reached.');
  server.refuseOnce('PATCH /api/profile', 500, { message: '' });
  await user().click(saveButton());
  expect(toasts().at(-1)).toEqual(['error', 'Update failed', 'There was a problem updating your preferences']);
  expect(selected()).toBe('Marketing');
  expect(banner()).toBeChecked();
  expect(saveButton()).toBeEnabled();
});

const expectRefusedAsNobody = async (end: () => Promise<void> | void) => {
  await openMarketing();
  await user().click(banner());
  await end();
  await user().click(saveButton());
  expect(toasts()).toEqual([['error', 'Authentication error', 'You must be logged in to update preferences']]);
  expect(selected()).toBe('Marketing');
};

test('[BRAND-15] preferences are refused when signed out', () => expectRefusedAsNobody(signOut));

test('[BRAND-15] preferences are refused when the session has ended', () =>
  expectRefusedAsNobody(() => {
    server.refuse('PATCH /api/profile', 401, { code: 'not_signed_in', message: 'Your session has ended.' });
  }));

test.each([
  ['notes.txt', 'text/plain'],
  ['film.mp4', 'video/mp4'],
  ['drawing.svg', 'image/svg+xml'],
])('[MEDIA-08] %s can’t be a logo', async (name, type) => {
  await openMarketing();
  choose(picture(name, type));
  expect(screen.getByRole('alert')).toHaveTextContent('Please upload an image file (JPEG, PNG, etc.)');
  expect(saveButton()).toBeDisabled();
});

test('[MEDIA-09] a logo of 2 MB is too large, and one a byte smaller is not', async () => {
  await openMarketing();
  choose(picture('large.png', 'image/png', tooLarge));
  expect(screen.getByRole('alert')).toHaveTextContent('Logo image must be less than 2MB');
  expect(saveButton()).toBeDisabled();
  choose(picture('fits.png', 'image/png', tooLarge - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saveButton()).toBeEnabled();
});

test('a small or oblong logo is accepted, with its size next to the recommendation', async () => {
  await openMarketing();
  choose(picture());
  const image = await screen.findByAltText('Logo of Northwind');
  const measured = (width: number, height: number) => {
    for (const [name, value] of Object.entries({ naturalWidth: width, naturalHeight: height }))
      Object.defineProperty(image, name, { value, configurable: true });
    fireEvent.load(image);
  };
  measured(320, 200);
  expect(screen.getByText('This one is 320x200; you can still use it.')).toBeVisible();
  measured(500, 500);
  expect(screen.queryByText(/This one is/)).toBeNull();
});

const percent = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

/** Saves a chosen logo; the upload waits for the test. */
const startUpload = async () => {
  await openMarketing();
  choose(picture());
  const upload = server.hold('PUT /api/profile/logo');
  fireEvent.click(saveButton());
  await pass(0);
  return upload;
};

test('[MEDIA-10, MEDIA-11, MEDIA-12] the bar advances every 300 ms up to 90%, is full at the end, and disappears 500 ms later', async () => {
  const upload = await startUpload();
  expect(percent()).toBe(0);
  await pass(299);
  expect(percent()).toBe(0);
  await pass(1);
  expect(percent()).toBe(10);
  await pass(8 * 300);
  expect(percent()).toBe(90);
  await pass(10 * 300);
  expect(percent()).toBe(90);
  await upload.answer({ logo_url: 'logos/brand-1/1.webp' });
  expect(percent()).toBe(100);
  await pass(499);
  expect(percent()).toBe(100);
  expect(toasts()).toEqual([]);
  await pass(1);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(toasts()).toEqual([['success', 'Preferences saved']]);
});

const expectRefused = async (end: (upload: Held) => Promise<void>, words: string) => {
  await end(await startUpload());
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(toasts()).toEqual([['error', 'Update failed', words]]);
  expect(saveButton()).toBeEnabled();
};

test.each<[string, (upload: Held) => Promise<void>]>([
  ['as the connection is lost', (upload) => upload.lose()],
  ['as the server fails', (upload) => upload.refuse(500, { message: 'No disk.' })],
])('[MEDIA-15] a logo that cannot be uploaded, %s, says so, and can be saved again', async (_why, end) => {
  await expectRefused(end, 'There was a problem uploading your logo');
});

test('[MEDIA-08] a logo that the server refuses shows its message, and another can be saved', async () => {
  const message = 'Please upload an image file (JPEG, PNG, etc.)';
  await expectRefused((upload) => upload.refuse(415, { code: 'logo_not_an_image', message }), message);
});

test('a logo that was stored is not sent again when the rest of the save failed', async () => {
  await openMarketing();
  choose(picture());
  await user().click(banner());
  server.refuseOnce('PATCH /api/profile', 503, { message: 'The log could not be reached.' });
  await user().click(saveButton());
  await waitFor(() => expect(toasts()).toEqual([['error', 'Update failed', 'The log could not be reached.']]));
  await user().click(saveButton());
  await waitFor(() => expect(selected()).toBe('Overview'));
  expect(server.asked('PUT /api/profile/logo')).toHaveLength(1);
});

test('someone who leaves while saving gets the toast, and stays where they went', async () => {
  const upload = await startUpload();
  fireEvent.click(screen.getByRole('link', { name: 'Go to Marketplace' }));
  await pass(0);
  expect(screen.getByText('Elsewhere')).toBeVisible();
  await upload.answer({ logo_url: 'logos/brand-1/1.webp' });
  await pass(500);
  expect(toasts()).toEqual([['success', 'Preferences saved']]);
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

test('leaving unsaved preferences asks first, even when changing tabs', async () => {
  await openMarketing();
  await user().click(banner());
  await user().click(screen.getByRole('tab', { name: 'Licenses' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
  await user().click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(banner()).toBeChecked();
  await user().click(screen.getByRole('link', { name: 'Go to Marketplace' }));
  await user().click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(server.asked('PATCH /api/profile')).toEqual([]);
});

const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
const latestLicense = {
  id: 'license-1',
  license_type: 'six_month',
  price_money: usd(25_000),
  created_at: '2026-11-20T10:00:00.000Z',
  start_date: '2026-11-20T10:00:00.000Z',
  basis: null,
  content: { title: 'Harbour at dawn', media_url: 'a/images/a.webp', media_type: 'image' },
  refunded_money: usd(0),
  refunded_at: null,
  dispute: null,
} as unknown as LicenseRow;

/** Opens the dashboard of a brand that has this license; another brand in each test, as figures are cached by account. */
const openWithLicense = async (brandId: string, license: () => LicenseRow) => {
  await signIn({ id: brandId, role: 'brand' });
  server.answer('GET /api/licenses', () => ({ items: [license()], next_cursor: null, position: 1 }));
  const by_type = { one_time: 0, six_month: 1, perpetual: 0 };
  const figures = { total_licenses: 1, total_spent_cents: 25_000, creators: 1, by_type };
  const value = { ...figures, brand_id: brandId, latest_license_id: 'license-1' };
  server.answer('GET /api/dashboards/brand', { position: 1, value });
  open();
  return (await screen.findByText('Harbour at dawn')).closest('li');
};

test('[HOU-12][FIX-39] among the latest licenses, a renewal bought today has today’s date, and says when it starts', async () => {
  const basis = { kind: 'renewal', license_id: 'license-0' } as const;
  const renewal = { ...latestLicense, basis, created_at: '2026-11-28T11:00:00.000Z' };
  const entry = await openWithLicense('brand-5', () => ({ ...renewal, start_date: '2027-05-19T10:00:00.000Z' }));
  expect(entry).toHaveTextContent('6-Month LicenseRenewal, starts on May 19, 2027 (UTC)$250.00Nov 28, 2026 (UTC)');
});

test('[HOU-12] a license that has started is listed with the day of its purchase alone', async () => {
  const entry = await openWithLicense('brand-6', () => latestLicense);
  expect(entry).toHaveTextContent('6-Month License$250.00Nov 20, 2026 (UTC)');
});

test('[PAY-20] [PAY-24] the latest licenses say which was refunded or is disputed, as soon as the live connection reports it', async () => {
  let latest = latestLicense;
  const entry = await openWithLicense('brand-2', () => latest);
  expect(entry).not.toHaveTextContent('Disputed');
  const dispute = { standing: 'open', amount_money: usd(25_000), own_part_money: null, decided_at: null } as const;
  latest = { ...latestLicense, dispute: { ...dispute, opened_at: '2026-11-25T10:00:00.000Z' } };
  await liveServer.push('disputes', 'brand-2', { position: 20, value: {} });
  await waitFor(() => expect(entry).toHaveTextContent('Disputed'));
  latest = { ...latestLicense, refunded_money: usd(25_000), refunded_at: '2026-11-26T10:00:00.000Z' };
  await liveServer.push('refunds', 'brand-2', { position: 21, value: {} });
  await waitFor(() => expect(entry).toHaveTextContent('Refunded'));
});

test('[SPC-04] what was refunded stands beside the total spent, if anything was', async () => {
  await signIn({ id: 'brand-3', role: 'brand' });
  const by_type = { one_time: 0, six_month: 2, perpetual: 0 };
  const figures = { brand_id: 'brand-3', total_licenses: 2, total_spent_cents: 50_000, creators: 1, by_type };
  const value = { ...figures, total_refunded_cents: 0, latest_license_id: 'license-2' };
  server.answer('GET /api/dashboards/brand', { position: 1, value });
  open();
  const spent = await screen.findByRole('group', { name: 'Total spent' });
  expect(screen.queryByRole('group', { name: 'Refunded' })).toBeNull();
  await liveServer.push('brand-licenses', 'brand-3', {
    position: 2,
    value: { ...value, total_refunded_cents: 25_000 },
  });
  expect(screen.getByRole('group', { name: 'Refunded' })).toHaveTextContent('$250.00');
  expect(spent).toHaveTextContent('$500.00');
});
