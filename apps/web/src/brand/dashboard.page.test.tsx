import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BrandProfile } from '@tessera/contract/accounts/profile';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { PrimitiveAtom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { BrandDashboardPage } from './dashboard.page.tsx';

type Listener = (message: { position: number; value: unknown }) => void;

const { server, toasts, listeners } = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  server: {
    get: vi.fn<(path: string) => Promise<unknown>>(),
    patch: vi.fn<(path: string, body: object) => Promise<unknown>>(),
    put: vi.fn<(path: string, file: File) => Promise<unknown>>(),
    del: vi.fn<(path: string) => Promise<unknown>>(),
  },
  toasts: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
vi.mock('../kernel/toast.tsx', () => ({ toast: toasts }));
vi.mock('../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom<object | null>(null), accessToken: async () => 'token' };
});
vi.mock('../accounts/profile/profile.atoms.ts', async () => {
  const jotai = await import('jotai');
  const profileAtom = jotai.atom({ name: 'Bo Buyer', brand_name: 'Northwind' });
  return { profileAtom, brandNameAtom: jotai.atom('Northwind'), portraitAtom: jotai.atom(null), keepProfile: () => {} };
});
vi.mock('../kernel/reading/view-atom.ts', async () => {
  const jotai = await import('jotai');
  const nothing = jotai.atom(undefined);
  return { viewAtom: () => nothing };
});
vi.mock('../kernel/reading/live.ts', async () => {
  const jotai = await import('jotai');
  const watch = (view: string, _key: string, listener: Listener) => {
    listeners.set(view, listener);
    return () => undefined;
  };
  return { liveStatusAtom: jotai.atom('live'), openLive: () => undefined, watch };
});
vi.mock('../kernel/send.ts', async (original) => ({
  ...(await original<typeof import('../kernel/send.ts')>()),
  ...server,
}));

// A click may wait for a complete save, with half a second for the full bar, on a busy machine.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

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
  wanted_mails: [],
};
let row: BrandProfile;

const answer = (path: string): Promise<unknown> => {
  if (path.startsWith('/api/profile')) return Promise.resolve(row);
  if (path.startsWith('/api/dashboards/brand')) return Promise.resolve({ position: 1, value: null });
  return Promise.resolve({ items: [], next_cursor: null });
};

const signedIn = (session: object | null) => store.set(sessionAtom as PrimitiveAtom<object | null>, session);

beforeEach(() => {
  vi.resetAllMocks();
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => {} });
  row = northwind;
  signedIn({ userId: 'brand-1', role: 'brand' });
  server.get.mockImplementation(answer);
  server.patch.mockImplementation(async (_path, body) => (row = { ...row, ...body }));
  server.put.mockImplementation(async () => {
    row = { ...row, logo_url: 'logos/brand-1/1.webp' };
    return { logo_url: row.logo_url };
  });
  server.del.mockImplementation(async () => (row = { ...row, logo_url: null }));
});
afterEach(() => vi.useRealTimers());

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
  await userEvent.click(screen.getByRole('tab', { name: 'Licenses' }));
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
  expect(server.put).not.toHaveBeenCalled();
  await userEvent.click(saveButton());
  await waitFor(() => expect(toasts.success.mock.calls).toEqual([['Preferences saved']]));
  expect(server.put.mock.calls).toEqual([['/api/profile/logo', file]]);
  expect(server.patch).not.toHaveBeenCalled();
  expect(router.state.location.search).toBe('?tab=overview');
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus();
});

test('[BRAND-06] a removed logo is deleted when saving, whatever was chosen before', async () => {
  row = { ...northwind, logo_url: 'logos/brand-1/0.webp' };
  await openMarketing();
  choose(picture());
  await userEvent.click(screen.getByRole('button', { name: 'Remove logo' }));
  expect(screen.queryByAltText('Logo of Northwind')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Upload logo' })).toHaveFocus();
  await userEvent.click(saveButton());
  await waitFor(() => expect(server.del.mock.calls).toEqual([['/api/profile/logo']]));
  await waitFor(() => expect(selected()).toBe('Overview'));
});

test('[BRAND-06] a chosen logo that is removed again leaves nothing to save', async () => {
  await openMarketing();
  choose(picture());
  await userEvent.click(await screen.findByRole('button', { name: 'Remove logo' }));
  expect(saveButton()).toBeDisabled();
});

test('[BRAND-07, BRAND-10, BRAND-11] the checkbox is saved: the button is enabled only for changes, and not while saving', async () => {
  await openMarketing();
  let answerNow = () => {};
  server.patch.mockImplementation(
    (_path, body) =>
      new Promise((resolve) => {
        answerNow = () => resolve((row = { ...row, ...body }));
      }),
  );
  await userEvent.click(banner());
  await userEvent.click(banner());
  expect(saveButton()).toBeDisabled();
  await userEvent.click(banner());
  await userEvent.click(saveButton());
  expect(saveButton()).toBeDisabled();
  expect(saveButton()).toHaveTextContent('Saving...');
  expect(server.patch.mock.calls).toEqual([['/api/profile', { show_on_homepage: true }]]);
  await act(async () => answerNow());
  await userEvent.click(await screen.findByRole('tab', { name: 'Marketing', selected: false }));
  expect(await screen.findByRole('checkbox', { name: /homepage banner/ })).toBeChecked();
  expect(saveButton()).toBeDisabled();
});

test('[BRAND-14] a failed save says why, and keeps what was chosen', async () => {
  await openMarketing();
  await userEvent.click(banner());
  server.patch.mockRejectedValueOnce(new ApiError(503, 'busy', 'Busy', 'The log could not be reached.'));
  await userEvent.click(saveButton());
  expect(toasts.error).toHaveBeenLastCalledWith('Update failed', 'The log could not be reached.');
  expect(await screen.findByRole('alert')).toHaveTextContent('The log could not be reached.');
  server.patch.mockRejectedValueOnce(new ApiError(500, 'unexpected', 'Something went wrong', ''));
  await userEvent.click(saveButton());
  expect(toasts.error).toHaveBeenLastCalledWith('Update failed', 'There was a problem updating your preferences');
  expect(selected()).toBe('Marketing');
  expect(banner()).toBeChecked();
  expect(saveButton()).toBeEnabled();
});

const expectRefusedAsNobody = async (end: () => void) => {
  await openMarketing();
  await userEvent.click(banner());
  end();
  await userEvent.click(saveButton());
  await waitFor(() =>
    expect(toasts.error.mock.calls).toEqual([['Authentication error', 'You must be logged in to update preferences']]),
  );
  expect(toasts.success).not.toHaveBeenCalled();
  expect(selected()).toBe('Marketing');
};

test('[BRAND-15] preferences are refused when signed out', () => expectRefusedAsNobody(() => signedIn(null)));

test('[BRAND-15] preferences are refused when the session has ended', () =>
  expectRefusedAsNobody(() => {
    server.patch.mockRejectedValue(new ApiError(401, 'not_signed_in', 'Session', 'Your session has ended.'));
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
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Saves a chosen logo with fake timers; the upload stays pending until it is ended. */
const startUpload = async () => {
  await openMarketing();
  choose(picture());
  const upload = { resolve: (_answer: object) => {}, reject: (_error: Error) => {} };
  const answered = new Promise((resolve, reject) => Object.assign(upload, { resolve, reject }));
  server.put.mockReturnValue(answered);
  vi.useFakeTimers();
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
  upload.resolve({ logo_url: 'logos/brand-1/1.webp' });
  await pass(0);
  expect(percent()).toBe(100);
  await pass(499);
  expect(percent()).toBe(100);
  expect(toasts.success).not.toHaveBeenCalled();
  await pass(1);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(toasts.success).toHaveBeenCalledWith('Preferences saved');
});

/** Ends the upload with an error, and expects the page to report it. */
const expectRefused = async (error: ApiError, words: string) => {
  const upload = await startUpload();
  upload.reject(error);
  await pass(0);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(toasts.error.mock.calls).toEqual([['Update failed', words]]);
  expect(saveButton()).toBeEnabled();
};

test.each([
  new ApiError(0, 'no_answer', 'No connection', 'The server could not be reached.'),
  new ApiError(500, 'unexpected', 'Something went wrong', 'No disk.'),
])('[MEDIA-15] a logo that cannot be uploaded (%s) says so, and can be saved again', async (error) => {
  await expectRefused(error, 'There was a problem uploading your logo');
});

test('[MEDIA-08] a logo that the server refuses shows its message, and another can be saved', async () => {
  const words = 'Please upload an image file (JPEG, PNG, etc.)';
  await expectRefused(new ApiError(415, 'logo_not_an_image', 'Invalid file type', words), words);
});

test('a logo that was stored is not sent again when the rest of the save failed', async () => {
  await openMarketing();
  choose(picture());
  await userEvent.click(banner());
  server.patch.mockRejectedValueOnce(new ApiError(503, 'busy', 'Busy', 'The log could not be reached.'));
  await userEvent.click(saveButton());
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Update failed', 'The log could not be reached.'));
  await userEvent.click(saveButton());
  await waitFor(() => expect(selected()).toBe('Overview'));
  expect(server.put).toHaveBeenCalledTimes(1);
});

test('someone who leaves while saving gets the toast, and stays where they went', async () => {
  const upload = await startUpload();
  fireEvent.click(screen.getByRole('link', { name: 'Go to Marketplace' }));
  await pass(0);
  expect(screen.getByText('Elsewhere')).toBeVisible();
  upload.resolve({ logo_url: 'logos/brand-1/1.webp' });
  await pass(500);
  expect(toasts.success).toHaveBeenCalledWith('Preferences saved');
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

test('leaving unsaved preferences asks first, even when changing tabs', async () => {
  await openMarketing();
  await userEvent.click(banner());
  await userEvent.click(screen.getByRole('tab', { name: 'Licenses' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
  await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(banner()).toBeChecked();
  await userEvent.click(screen.getByRole('link', { name: 'Go to Marketplace' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(server.patch).not.toHaveBeenCalled();
});

test('[PAY-20] [PAY-24] the latest licenses say which was refunded or is disputed, as soon as the live connection reports it', async () => {
  const usd = (cents: number) => ({ amount_cents: cents, currency: 'USD' }) as const;
  const license = {
    id: 'license-1',
    license_type: 'six_month',
    price_money: usd(25_000),
    start_date: '2026-11-20T10:00:00.000Z',
    content: { title: 'Harbour at dawn', media_url: 'a/images/a.webp', media_type: 'image' },
    refunded_money: usd(0),
    refunded_at: null,
    dispute: null,
  } as unknown as LicenseRow;
  let latest = license;
  // Figures are cached per account, so another account sees nothing of the previous tests.
  signedIn({ userId: 'brand-2', role: 'brand' });
  server.get.mockImplementation(async (path) => {
    if (path.startsWith('/api/licenses?')) return { items: [latest], next_cursor: null, position: 1 };
    if (path.startsWith('/api/dashboards/brand')) {
      const by_type = { one_time: 0, six_month: 1, perpetual: 0 };
      const figures = { total_licenses: 1, total_spent_cents: 25_000, creators: 1, by_type };
      return { position: 1, value: { ...figures, brand_id: 'brand-2', latest_license_id: 'license-1' } };
    }
    return answer(path);
  });
  showRoutes([{ path: '/brand/dashboard', Component: BrandDashboardPage }], { initialEntries: ['/brand/dashboard'] });
  const entry = (await screen.findByText('Harbour at dawn')).closest('li');
  expect(entry).not.toHaveTextContent('Disputed');
  const dispute = { standing: 'open', amount_money: usd(25_000), own_part_money: null, decided_at: null } as const;
  latest = { ...license, dispute: { ...dispute, opened_at: '2026-11-25T10:00:00.000Z' } };
  act(() => listeners.get('disputes')?.({ position: 20, value: {} }));
  await waitFor(() => expect(entry).toHaveTextContent('Disputed'));
  latest = { ...license, refunded_money: usd(25_000), refunded_at: '2026-11-26T10:00:00.000Z' };
  act(() => listeners.get('refunds')?.({ position: 21, value: {} }));
  await waitFor(() => expect(entry).toHaveTextContent('Refunded'));
});
