import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'jotai';
import { cartCountAtom } from '../../ordering/cart/cart.atoms.ts';
import { keepPendingCartItem } from '../../ordering/cart/pending-cart-item.ts';
import '../profile/profile.atoms.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { auth, sessionOf } from '../../kernel/session.test-kit.ts';
import { paths } from '../../paths.ts';
import { acme, answering, arrival, mara, openPage, server, stubServer } from '../auth.test-kit.tsx';
import { AuthPage } from './auth.page.tsx';

const upload = vi.hoisted(() => ({
  becomesPending: vi.fn<() => Promise<void>>(),
  save: vi.fn<() => Promise<'saved' | 'nothing'>>(),
}));
const waitingAtom = atom<{ brandName: string } | null>(null);
vi.mock('../../uploads/unfinished/pending-upload.ts', () => ({
  initialUploadAtom: atom((get) => get(waitingAtom)),
  initialUploadBecomesPending: upload.becomesPending,
  savePendingUpload: upload.save,
}));
const { told } = vi.hoisted(() => ({ told: vi.fn() }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: { success: told, error: told, info: told } }));
const { cleared } = vi.hoisted(() => ({ cleared: vi.fn() }));
const noReferral = { code: null, source: 'unknown', isValid: false };
const invitedAtom = atom<object>(noReferral);
vi.mock('../../referrals/invitation.atoms.ts', () => ({
  clearReferral: cleared,
  referralAtom: atom((get) => get(invitedAtom)),
  phaseOf: ({ isValid }: { readonly isValid: boolean }) => (isValid ? 'valid' : 'idle'),
}));
vi.mock('./referral-field.tsx', () => ({ ReferralField: () => null }));

const open = (state: unknown = null) => openPage('/auth', AuthPage, state);
const login = { authType: 'login' };

const field = (label: string) => screen.findByLabelText(label);
const button = (name: string) => screen.getByRole('button', { name });

const fill = async (entries: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(entries)) {
    await field(label);
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
};

const creator = {
  'Full Name': 'Mara Lind',
  Email: mara.email,
  Password: 'secret-12',
  Phone: '+1 555 010 2030',
  'Social Handle': '@mara',
  'Venmo Username': 'mara-pays',
};
const brand = {
  'Contact Name': 'Bo Buyer',
  Email: acme.email,
  Password: 'secret-12',
  Phone: '+1 555 010 2030',
  'Brand Name': 'Acme',
  'Brand Website': 'https://acme.test',
};

const fillSignIn = (password = 'secret-12') => fill({ Email: mara.email, Password: password });

const signUps = () => server.mock.calls.filter(([path]) => path.startsWith('/auth/v1/signup'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  store.set(waitingAtom, null);
  upload.becomesPending.mockReset().mockResolvedValue();
  upload.save.mockReset().mockResolvedValue('saved');
  cleared.mockReset();
  told.mockReset();
  server.mockReset();
  stubServer();
});

afterEach(async () => {
  vi.useRealTimers();
  server.mockImplementation(() => new Response(null, { status: 204 }));
  await act(() => auth.signOut({ scope: 'local' }));
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** From here on time passes only when the test says so. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('[AUTH-01][AUTH-03][AUTH-04][AUTH-05] it opens on creating an account, as a creator', async () => {
  open();
  const selected = async (name: string) => (await screen.findByRole('tab', { name })).getAttribute('aria-selected');
  expect(await selected('Create Account')).toBe('true');
  expect(await selected('Sign In')).toBe('false');
  expect(await selected('Creator')).toBe('true');
  expect(await selected('Brand')).toBe('false');
});

test('an address can open the sign-in form, because a link may be followed before any script runs, or in a new tab', async () => {
  openPage(paths.signIn, AuthPage);
  expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
});

test('[AUTH-02][AUTH-06][AUTH-07][AUTH-09] there is a tab for those who have an account, and a link for a forgotten password', async () => {
  open(login);
  expect(await field('Email')).toHaveAttribute('autocomplete', 'username');
  expect(await field('Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(button('Sign In')).toHaveAttribute('type', 'submit');
  await userEvent.click(button('Forgot password?'));
  expect(await arrival()).toHaveTextContent('/auth/forgot-password');
});

test('[AUTH-08][AUTH-57][AUTH-62] a refused sign-in says why in the form, takes the focus, and is cleared by the next attempt', async () => {
  open(login);
  await fillSignIn();
  server.mockImplementation(
    answering('/auth/v1/token', { code: 400, msg: 'Invalid login credentials' }, { status: 400 }),
  );
  await userEvent.click(button('Sign In'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Invalid email or password. Please check your credentials and try again.');
  expect(alert.parentElement).toHaveFocus();
  server.mockImplementation(() => new Promise(() => undefined));
  await userEvent.click(button('Sign In'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['Creator', 'Brand'])(
  '[LEGAL-07] beside the button that opens an account as a %s stands what is stated and accepted with it',
  async (role) => {
    open();
    await userEvent.click(await screen.findByRole('tab', { name: role }));
    const note = button(`Create ${role} Account`).previousElementSibling as HTMLElement;
    expect(note).toBeVisible();
    expect(note).toHaveTextContent(
      /^By creating an account you confirm that you are 18 or older and accept the Terms of Service and the Privacy Policy[.]$/,
    );
    const linked = within(note).getAllByRole('link');
    expect(linked.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
    ]);
  },
);

test('too many attempts say when to try again', async () => {
  open(login);
  await fillSignIn();
  const refusal = { code: 429, error_code: 'over_request_rate_limit', msg: 'Rate limit exceeded.' };
  server.mockImplementation(answering('/auth/v1/token', refusal, { status: 429, headers: { 'retry-after': '42' } }));
  await userEvent.click(button('Sign In'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Rate limit exceeded. You can try again in 42 seconds.');
});

test('submitting a form with errors moves the focus to the first one', async () => {
  open(login);
  await fill({ Email: 'mara@', Password: 'x' });
  await userEvent.click(button('Sign In'));
  expect(await field('Email')).toHaveFocus();
  expect(server).not.toHaveBeenCalled();
});

test('[AUTH-61] a login error from elsewhere replaces the form’s own, until the next attempt', async () => {
  const router = open({ ...login, error: 'Email link is invalid or has expired' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Email link is invalid or has expired');
  await fillSignIn();
  server.mockImplementation(
    answering('/auth/v1/token', { code: 400, msg: 'Invalid login credentials' }, { status: 400 }),
  );
  await userEvent.click(button('Sign In'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid email or password/);
  expect(router.state.location.pathname).toBe('/auth');
});

test.each([
  ['true', true],
  ['', false],
])('[MKT-37] a preview environment (VITE_PREVIEW=%s) shows its badge at the sign-in form: %s', async (flag, shown) => {
  vi.stubEnv('VITE_PREVIEW', flag);
  open(login);
  await field('Email');
  expect(screen.queryByText('Preview mode') !== null).toBe(shown);
});

test('[AUTH-51][AUTH-52][AUTH-74][AUTH-77] 500 ms after signing in, users return to where they came from, or to their dashboard', async () => {
  open(login);
  const email = 'brand.creator@acme.test';
  await fill({ Email: email, Password: 'secret-12' });
  server.mockImplementation(answering('/auth/v1/token', sessionOf({ ...acme, email, user_metadata: {} })));
  holdTime();
  fireEvent.submit(screen.getByRole('form'));
  await pass(499);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/brand/dashboard');
  expect(told).toHaveBeenCalledWith('Login successful', 'Welcome back!');
});

test('a creator who signs in with a prepared upload is sent to the dashboard with it', async () => {
  store.set(waitingAtom, { brandName: 'Northwind' });
  open({ ...login, initialUpload: true });
  await fillSignIn();
  server.mockImplementation(answering('/auth/v1/token', sessionOf(mara)));
  await userEvent.click(button('Sign In'));
  expect(await arrival()).toHaveTextContent('/creator/dashboard {"fromInitialUpload":true}');
});

test('[AUTH-12][AUTH-13] a creator chooses how to be paid', async () => {
  open();
  expect(await field('Social Handle')).toHaveAttribute('placeholder', '@username');
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Venmo',
    'PayPal',
    'Bank/ACH',
  ]);
});

test('[AUTH-20][AUTH-40] while a creator’s account is being created, a second submit is ignored', async () => {
  open();
  await fill(creator);
  server.mockImplementation(() => new Promise(() => undefined));
  const form = screen.getByRole('form', { name: 'Creator sign-up' });
  fireEvent.submit(form);
  expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeDisabled();
  fireEvent.submit(form);
  await act(async () => undefined);
  expect(signUps()).toHaveLength(1);
  expect(told).not.toHaveBeenCalled();
});

test('[AUTH-37][AUTH-38][AUTH-39] a refused creator waits 60 seconds, and an attempt that still arrives is refused', async () => {
  open();
  await fill(creator);
  const known = { code: 422, error_code: 'user_already_exists', msg: 'User already registered' };
  server.mockImplementation(answering('/auth/v1/signup', known, { status: 422 }));
  const form = screen.getByRole('form', { name: 'Creator sign-up' });
  fireEvent.submit(form);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Account already exists');
  expect(alert).toHaveTextContent('An account with this email already exists. Please try signing in instead.');
  await vi.waitFor(() => expect(alert.parentElement).toHaveFocus());
  expect(await screen.findByRole('button', { name: 'Please wait...' })).toBeDisabled();
  told.mockReset();
  fireEvent.submit(form);
  await vi.waitFor(() =>
    expect(told).toHaveBeenCalledWith('Please wait', 'You need to wait a minute between signup attempts'),
  );
  expect(signUps()).toHaveLength(1);
});

test('[AUTH-39] the cooldown ends after its 60 seconds', async () => {
  const nowMs = Date.UTC(2026, 10, 21);
  vi.useFakeTimers({ now: nowMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.setItem('creatorSignupAttemptAt', String(nowMs - 1_000));
  open();
  await pass(0);
  expect(button('Please wait...')).toBeDisabled();
  expect(screen.getByText('You can try again in 59 s.')).toBeVisible();
  await pass(58_999);
  expect(button('Please wait...')).toBeDisabled();
  await pass(1);
  expect(button('Create Creator Account')).toBeEnabled();
});

test('[AUTH-55][AUTH-56][REF-50] a new creator is on the dashboard after 1500 ms, and the referral code is forgotten', async () => {
  open();
  await fill(creator);
  server.mockImplementation(answering('/auth/v1/signup', sessionOf(mara)));
  holdTime();
  fireEvent.submit(screen.getByRole('form', { name: 'Creator sign-up' }));
  await pass(1_499);
  expect(told).toHaveBeenCalledWith('Account created', 'Welcome to Tessera.');
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/creator/dashboard {"fromUpload":true}');
  expect(cleared).toHaveBeenCalledTimes(1);
  expect(upload.becomesPending).not.toHaveBeenCalled();
});

test('[AUTH-54] a new brand is on the dashboard after 800 ms', async () => {
  open({ userType: 'brand' });
  await fill(brand);
  server.mockImplementation(answering('/auth/v1/signup', sessionOf(acme)));
  holdTime();
  fireEvent.submit(screen.getByRole('form', { name: 'Brand sign-up' }));
  await pass(799);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/brand/dashboard');
  expect(cleared).not.toHaveBeenCalled();
});

test('[AUTH-63] if the email address has to be confirmed first, a new account is sent to the sign-in form', async () => {
  store.set(waitingAtom, { brandName: 'Northwind' });
  open();
  await fill(creator);
  server.mockImplementation(answering('/auth/v1/signup', mara));
  fireEvent.submit(screen.getByRole('form', { name: 'Creator sign-up' }));
  expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
  expect(told).toHaveBeenCalledWith('Account created', 'Check your inbox to confirm your email address.');
  expect(upload.becomesPending).toHaveBeenCalledTimes(1);
  expect(upload.save).not.toHaveBeenCalled();
});

test('[UP-63][UP-69][UP-70][AUTH-19] an upload prepared before signing up is mentioned, and published with the account', async () => {
  store.set(waitingAtom, { brandName: 'Northwind' });
  open();
  expect(await screen.findByText('Content ready to upload')).toBeVisible();
  expect(screen.getByText('For: Northwind')).toBeVisible();
  await fill(creator);
  server.mockImplementation(answering('/auth/v1/signup', sessionOf(mara)));
  await userEvent.click(button('Complete Upload & Create Account'));
  const pending = ['Upload Pending', 'Your initial content is being prepared for upload.'];
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(...pending));
  expect(upload.save).toHaveBeenCalledTimes(1);
});

test.each(['becomesPending', 'save'] as const)(
  '[UP-65] an initial upload that fails at the sign-up (%s) is told, and the account stands',
  async (step) => {
    store.set(waitingAtom, { brandName: 'Northwind' });
    upload[step].mockRejectedValue(new Error('full'));
    open();
    await fill(creator);
    server.mockImplementation(answering('/auth/v1/signup', sessionOf(mara)));
    await userEvent.click(button('Complete Upload & Create Account'));
    const warning = 'There was an issue saving your initial upload. You may need to upload again.';
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith('Upload Warning', warning));
    expect(store.get(sessionAtom)).toMatchObject({ userId: 'mara' });
  },
);

const signedIn = async (user: object) => {
  server.mockImplementation(answering('/auth/v1/token', sessionOf(user)));
  await act(() => auth.signInWithPassword({ email: mara.email, password: 'secret-12' }));
};

test('[AUTH-68][AUTH-77] a signed-in account without a type is sent to the home page, and told to contact support', async () => {
  await signedIn({ ...mara, user_metadata: {} });
  open();
  expect(await arrival()).toHaveTextContent('/ null');
  const support = 'Please contact support to complete your account setup.';
  expect(told).toHaveBeenCalledWith('Account setup needed', support);
});

test('[AUTH-69] a signed-in creator who comes from an initial upload is sent to the dashboard with it', async () => {
  await signedIn(mara);
  open({ initialUpload: true });
  expect(await arrival()).toHaveTextContent('/creator/dashboard {"fromInitialUpload":true}');
});

test.each([
  [mara, '/creator/dashboard'],
  [acme, '/brand/dashboard'],
])('[AUTH-70][AUTH-71] a user who is already signed in is redirected (%o)', async (user, dashboard) => {
  await signedIn(user);
  open();
  expect(await arrival()).toHaveTextContent(dashboard);
});

test('[CART-24][CART-25] a signed-in brand’s pending item is put into the cart, and the brand is sent there', async () => {
  const item = { id: 'c1', title: 'Harbour', price: 25, licenseType: 'one_time', creatorId: 'mara' } as const;
  keepPendingCartItem({ ...item, mediaUrl: 'a', mediaType: 'image', description: '' });
  await signedIn(acme);
  open();
  expect(await arrival()).toHaveTextContent('/brand/cart');
  expect(told).toHaveBeenCalledWith('Added to cart', 'Harbour has been added to your cart.');
  expect(store.get(cartCountAtom)).toBe(1);
  expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
});

test('[CART-30] an item that the browser can’t store in the cart stays pending until the next time', async () => {
  const item = { id: 'c1', title: 'Harbour', price: 25, licenseType: 'one_time', creatorId: 'mara' } as const;
  keepPendingCartItem({ ...item, mediaUrl: 'a', mediaType: 'image', description: '' });
  localStorage.removeItem('cart:acme');
  await signedIn(acme);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  open();
  expect(await arrival()).toHaveTextContent('/brand/dashboard');
  full.mockRestore();
  expect(told).toHaveBeenCalledWith('Failed to add item to cart', expect.any(String));
  cleanup();
  open();
  expect(await arrival()).toHaveTextContent('/brand/cart');
  expect(localStorage.getItem('cart:acme')).toContain('Harbour');
  expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
});

describe('[GAL-17] a visitor who arrives by a creator’s link', () => {
  const inviter = '/api/referral-codes/7K3M9XQ2/inviter';
  const invited = { code: '7K3M9XQ2', source: 'url', isValid: true };
  beforeEach(() => {
    server.mockImplementation(answering(inviter, { name: 'Mara Lind' }));
    store.set(invitedAtom, invited);
  });
  afterEach(() => store.set(invitedAtom, noReferral));

  it('sees who invited them, as a creator', async () => {
    open();
    expect(await screen.findByText('Mara Lind invites you')).toBeVisible();
    expect(screen.queryByText('Referral codes are for creators')).toBeNull();
  });

  it('sees as a brand that codes are for creators, but not who invited them', async () => {
    open({ userType: 'brand' });
    expect(await screen.findByText('Referral codes are for creators')).toBeVisible();
    expect(screen.queryByText('Mara Lind invites you')).toBeNull();
  });

  it('sees nothing about a code that was typed, is invalid, or whose owner is gone', async () => {
    store.set(invitedAtom, { ...invited, source: 'manual' });
    open();
    await field('Full Name');
    expect(screen.queryByText(/invites you/)).toBeNull();
    server.mockImplementation(answering('/nothing', {}));
    act(() => store.set(invitedAtom, invited));
    await vi.waitFor(() => expect(server).toHaveBeenCalledWith(inviter, null));
    expect(screen.queryByText(/invites you/)).toBeNull();
  });
});
