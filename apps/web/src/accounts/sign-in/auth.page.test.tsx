import 'fake-indexeddb/auto';
import { File } from 'node:buffer';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { UploadForm } from '@tessera/domain/content/forms';
import { cartCountAtom } from '../../ordering/cart/cart.atoms.ts';
import { keepPendingCartItem } from '../../ordering/cart/pending-cart-item.ts';
import '../profile/profile.atoms.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { paths } from '../../paths.ts';
import { clearReferral, validateReferral } from '../../referrals/invitation.atoms.ts';
import type { ReferralState } from '../../referrals/invitation.atoms.ts';
import { server } from '../../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, settled, user } from '../../testing/user.test-kit.ts';
import { initialUploadBecomesPending, keepInitialUpload } from '../../uploads/unfinished/pending-upload.ts';
import { acme, arrival, authRefusal, mara, openPage } from '../auth.test-kit.tsx';
import { AuthPage } from './auth.page.tsx';

interface SendOptions {
  readonly onSuccess: () => void;
}
vi.mock('tus-js-client', () => ({
  Upload: class {
    readonly url = '/api/uploads/upload-1';
    constructor(
      readonly file: unknown,
      readonly options: SendOptions,
    ) {}
    start() {
      this.options.onSuccess();
    }
    abort() {}
  },
}));

const token = 'POST /auth/v1/token';
const signUp = 'POST /auth/v1/signup';
const publish = 'POST /api/content';

const open = (state: unknown = null) => openPage('/auth', AuthPage, state);
const login = { authType: 'login' };

const field = (label: string) => screen.findByLabelText(label);
const button = (name: string) => screen.getByRole('button', { name });

const fill = async (entries: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(entries)) {
    fireEvent.change(await field(label), { target: { value: text } });
  }
  await settled();
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

const taken = authRefusal(422, { error_code: 'user_already_exists', msg: 'User already registered' });

const fillSignIn = (password = 'secret-12') => fill({ Email: mara.email, Password: password });

/** What a visitor has prepared, as /upload does. */
const prepareUpload = async () => {
  const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' }) as unknown as globalThis.File;
  const kept = keepInitialUpload(photo, '', Object.assign(new UploadForm(), { brandName: 'Northwind' }));
  await pass(100);
  await kept;
};
const pendingUpload = () => JSON.parse(localStorage.getItem('pendingUpload') ?? 'null') as object | null;

const code = '7K3M9XQ2';
const validity = `GET /api/referral-codes/${code}/validity`;
const bringCode = async (source: ReferralState['source'], valid = true) => {
  server.answer(validity, { valid, referrer_id: valid ? 'mara' : null });
  await act(() => validateReferral(code, source));
};
const keptCode = () => JSON.parse(localStorage.getItem('referral') ?? 'null') as object | null;

beforeEach(async () => {
  await initialUploadBecomesPending(mara.id);
  clearReferral();
  localStorage.clear();
  sessionStorage.clear();
  server.answer('GET /api/uploads/upload-1/result', { path: 'mara/fog.webp', url: '/media/mara/fog.webp' });
  server.answer(publish, { id: 'item-1', position: 3 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

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
  await user().click(button('Forgot password?'));
  expect(await arrival()).toHaveTextContent('/auth/forgot-password');
});

test('[AUTH-08][AUTH-57][AUTH-62] a refused sign-in says why in the form, takes the focus, and is cleared by the next attempt', async () => {
  open(login);
  await fillSignIn();
  server.answer(token, authRefusal(400, { msg: 'Invalid login credentials' }));
  await user().click(button('Sign In'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Invalid email or password. Please check your credentials and try again.');
  expect(alert.parentElement).toHaveFocus();
  server.hold(token);
  await user().click(button('Sign In'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['Creator', 'Brand'])(
  '[LEGAL-07] beside the button that opens an account as a %s stands what is stated and accepted with it',
  async (role) => {
    open();
    await user().click(await screen.findByRole('tab', { name: role }));
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
  const refusal = { error_code: 'over_request_rate_limit', msg: 'Rate limit exceeded.' };
  server.answer(token, authRefusal(429, refusal, { 'retry-after': '42' }));
  await user().click(button('Sign In'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Rate limit exceeded. You can try again in 42 seconds.');
});

test('submitting a form with errors moves the focus to the first one', async () => {
  open(login);
  await fill({ Email: 'mara@', Password: 'x' });
  await user().click(button('Sign In'));
  expect(await field('Email')).toHaveFocus();
  expect(server.asked()).toEqual([]);
});

test('[AUTH-61] a login error from elsewhere replaces the form’s own, until the next attempt', async () => {
  const router = open({ ...login, error: 'Email link is invalid or has expired' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Email link is invalid or has expired');
  await fillSignIn();
  server.answer(token, authRefusal(400, { msg: 'Invalid login credentials' }));
  await user().click(button('Sign In'));
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
  server.answer(token, sessionOf({ ...acme, email, role: null }));
  fireEvent.submit(screen.getByRole('form'));
  await pass(499);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/brand/dashboard');
  expect(toasts()).toEqual([['success', 'Login successful', 'Welcome back!']]);
});

test('a creator who signs in with a prepared upload is sent to the dashboard with it', async () => {
  await prepareUpload();
  open({ ...login, initialUpload: true });
  await fillSignIn();
  server.answer(token, sessionOf(mara));
  await user().click(button('Sign In'));
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
  server.hold(signUp);
  const form = screen.getByRole('form', { name: 'Creator sign-up' });
  fireEvent.submit(form);
  expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeDisabled();
  fireEvent.submit(form);
  await settled();
  expect(server.asked(signUp)).toHaveLength(1);
  expect(toasts()).toEqual([]);
});

test('[AUTH-37][AUTH-38][AUTH-39] a refused creator waits 60 seconds, and an attempt that still arrives is refused', async () => {
  open();
  await fill(creator);
  server.answer(signUp, taken);
  const form = screen.getByRole('form', { name: 'Creator sign-up' });
  fireEvent.submit(form);
  expect(await screen.findByRole('button', { name: 'Please wait...' })).toBeDisabled();
  fireEvent.submit(form);
  const wait = ['error', 'Please wait', 'You need to wait a minute between signup attempts'];
  await waitFor(() => expect(toasts().at(-1)).toEqual(wait));
  expect(server.asked(signUp)).toHaveLength(1);
});

test.each([
  ['Creator', creator],
  ['Brand', brand],
])('[AUTH-66] [SPC-02] a taken address is named in a toast and at its field (%s)', async (role, entries) => {
  open({ userType: role.toLowerCase() });
  await fill(entries);
  server.answer(signUp, taken);
  fireEvent.submit(screen.getByRole('form', { name: `${role} sign-up` }));
  const words = 'An account with this email already exists. Please try signing in instead.';
  await waitFor(() => expect(toasts()).toEqual([['error', 'Account already exists', words]]));
  expect(await field('Email')).toHaveAccessibleDescription(words);
  expect(await field('Email')).toHaveFocus();
  await fill({ Email: 'another@studio.test' });
  expect(await field('Email')).toHaveAccessibleDescription('');
});

test.each([
  ['Creator', creator],
  ['Brand', brand],
])(
  '[SPC-02] [SEC-07] a password that is easy to guess is named at its field, and another can be tried at once (%s)',
  async (role, entries) => {
    open({ userType: role.toLowerCase() });
    await fill({ ...entries, Password: 'password123' });
    const words = 'Many people use this password, so it is easy to guess. Please choose another one.';
    server.answerOnce(signUp, authRefusal(422, { error_code: 'weak_password', msg: words }));
    await user().click(button(`Create ${role} Account`));
    await waitFor(() => expect(toasts()).toEqual([['error', 'Sign up failed', words]]));
    expect(await field('Password')).toHaveAccessibleDescription(words);
    expect(await field('Password')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    await fill({ Password: 'nine quiet herons' });
    expect(await field('Password')).toHaveAccessibleDescription('At least 6 characters');
    server.answer(signUp, sessionOf(role === 'Brand' ? acme : mara));
    await user().click(button(`Create ${role} Account`));
    await waitFor(() => expect(toasts().at(-1)).toEqual(['success', 'Account created', 'Welcome to Tessera.']));
  },
);

test('[AUTH-67] any other refusal is explained above the form, which takes the focus', async () => {
  open();
  await fill(creator);
  server.answer(signUp, authRefusal(400, { error_code: 'validation_failed', msg: 'Invalid referral code' }));
  await user().click(button('Create Creator Account'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Sign up failedInvalid referral code');
  await waitFor(() => expect(alert.parentElement).toHaveFocus());
  expect(toasts()).toEqual([['error', 'Sign up failed', 'Invalid referral code']]);
});

test.each([
  ['Creator', creator],
  ['Brand', brand],
])(
  '[AUTH-28] [AUTH-44] [SPC-01] a password of five characters is refused before it is sent (%s)',
  async (role, entries) => {
    open({ userType: role.toLowerCase() });
    expect(await field('Password')).toHaveAccessibleDescription('At least 6 characters');
    await fill({ ...entries, Password: 'fog-7' });
    await user().click(button(`Create ${role} Account`));
    expect(await field('Password')).toHaveAccessibleDescription('Password must be at least 6 characters');
    expect(server.asked(signUp)).toEqual([]);
    await fill({ Password: 'fog-72' });
    server.answer(signUp, sessionOf(role === 'Brand' ? acme : mara));
    await user().click(button(`Create ${role} Account`));
    await waitFor(() => expect(server.bodies(signUp)).toEqual([expect.objectContaining({ password: 'fog-72' })]));
  },
);

test.each(['Creator', 'Brand'])(
  '[SEC-07] the form says in words how strong the password is; own names make it weak (%s)',
  async (role) => {
    open({ userType: role.toLowerCase() });
    await field('Password');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await fill({ Password: 'northwindcoffee' });
    const strength = () => screen.getByRole('progressbar', { name: 'Password strength' });
    await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', expect.stringMatching(/Good|Strong/)));
    await fill({ [role === 'Brand' ? 'Brand Name' : 'Full Name']: 'Northwind Coffee' });
    await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', expect.stringMatching(/[Ww]eak/)));
    expect(screen.getByText(/[Ww]eak: a few unrelated words/)).toBeVisible();
  },
);

test('[FIX-35] a brand’s website without https:// is sent with it', async () => {
  open({ userType: 'brand' });
  await fill({ ...brand, 'Brand Website': 'acme.test/shop' });
  server.answer(signUp, sessionOf(acme));
  await user().click(button('Create Brand Account'));
  await waitFor(() => expect(server.asked(signUp)).toHaveLength(1));
  expect(server.bodies(signUp)[0]).toMatchObject({ data: { profile: { brand_url: 'https://acme.test/shop' } } });
});

test('[AUTH-39] the cooldown ends after its 60 seconds', async () => {
  localStorage.setItem('creatorSignupAttemptAt', String(Date.now() - 1_000));
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
  await bringCode('url');
  open();
  await fill(creator);
  server.answer(signUp, sessionOf(mara));
  fireEvent.submit(screen.getByRole('form', { name: 'Creator sign-up' }));
  await pass(1_499);
  expect(toasts()).toEqual([['success', 'Account created', 'Welcome to Tessera.']]);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/creator/dashboard {"fromUpload":true}');
  expect(keptCode()).toBeNull();
  expect(pendingUpload()).toBeNull();
});

test('[AUTH-54] a new brand is on the dashboard after 800 ms', async () => {
  await bringCode('url');
  open({ userType: 'brand' });
  await fill(brand);
  server.answer(signUp, sessionOf(acme));
  fireEvent.submit(screen.getByRole('form', { name: 'Brand sign-up' }));
  await pass(799);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/brand/dashboard');
  expect(keptCode()).toMatchObject({ code });
});

test('[AUTH-63] [FIX-46] if the email address has to be confirmed first, a new account is sent to the sign-in form, and its upload waits for it alone', async () => {
  await prepareUpload();
  open();
  await fill(creator);
  server.answer(signUp, sessionOf(mara).user);
  fireEvent.submit(screen.getByRole('form', { name: 'Creator sign-up' }));
  expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
  const inbox = ['success', 'Account created', 'Check your inbox to confirm your email address.'];
  await waitFor(() => expect(toasts()).toContainEqual(inbox));
  expect(pendingUpload()).toMatchObject({ brandName: 'Northwind', status: 'pending', creatorId: mara.id });
  expect(server.asked(publish)).toEqual([]);
});

test('[UP-63][UP-69][UP-70][AUTH-19] an upload prepared before signing up is mentioned, and published with the account', async () => {
  await prepareUpload();
  open();
  expect(await screen.findByText('Content ready to upload')).toBeVisible();
  expect(screen.getByText('For: Northwind')).toBeVisible();
  await fill(creator);
  server.answer(signUp, sessionOf(mara));
  await user().click(button('Complete Upload & Create Account'));
  const pending = ['info', 'Upload Pending', 'Your initial content is being prepared for upload.'];
  await waitFor(() => expect(toasts()).toContainEqual(pending));
  await waitFor(() => expect(toasts()).toContainEqual(['success', 'Content Uploaded']));
  expect(server.bodies(publish)).toEqual([expect.objectContaining({ uploadId: 'upload-1', title: 'Northwind' })]);
});

const failing = {
  becomesPending: () => {
    const setItem = localStorage.setItem.bind(localStorage);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((name, value) => {
      if (name === 'pendingUpload') throw new DOMException('full', 'QuotaExceededError');
      setItem(name, value);
    });
  },
  save: () => server.refuse(publish, 503),
};

test.each(['becomesPending', 'save'] as const)(
  '[UP-65] an initial upload that fails at the sign-up (%s) is told, and the account stands',
  async (step) => {
    await prepareUpload();
    failing[step]();
    open();
    await fill(creator);
    server.answer(signUp, sessionOf(mara));
    await user().click(button('Complete Upload & Create Account'));
    const warning = 'There was an issue saving your initial upload. You may need to upload again.';
    await waitFor(() => expect(toasts()).toContainEqual(['error', 'Upload Warning', warning]));
    expect(store.get(sessionAtom)).toMatchObject({ userId: 'mara' });
  },
);

test('[AUTH-68][AUTH-77] a signed-in account without a type is sent to the home page, and told to contact support', async () => {
  await signIn({ ...mara, role: null });
  open();
  expect(await arrival()).toHaveTextContent('/ null');
  const support = 'Please contact support to complete your account setup.';
  await waitFor(() => expect(toasts()).toEqual([['error', 'Account setup needed', support]]));
});

test('[AUTH-69] a signed-in creator who comes from an initial upload is sent to the dashboard with it', async () => {
  await signIn(mara);
  open({ initialUpload: true });
  expect(await arrival()).toHaveTextContent('/creator/dashboard {"fromInitialUpload":true}');
});

test.each([
  [mara, '/creator/dashboard'],
  [acme, '/brand/dashboard'],
])('[AUTH-70][AUTH-71] a user who is already signed in is redirected (%o)', async (account, dashboard) => {
  await signIn(account);
  open();
  expect(await arrival()).toHaveTextContent(dashboard);
});

test('[CART-24][CART-25] a signed-in brand’s pending item is put into the cart, and the brand is sent there', async () => {
  const item = { id: 'c1', title: 'Harbour', price: 25, licenseType: 'one_time', creatorId: 'mara' } as const;
  keepPendingCartItem({ ...item, mediaUrl: 'a', mediaType: 'image', description: '' });
  await signIn(acme);
  open();
  expect(await arrival()).toHaveTextContent('/brand/cart');
  await waitFor(() => expect(toasts()).toEqual([['success', 'Added to cart', 'Harbour has been added to your cart.']]));
  expect(store.get(cartCountAtom)).toBe(1);
  expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
});

test('[CART-30] an item that the browser can’t store in the cart stays pending until the next time', async () => {
  const item = { id: 'c1', title: 'Harbour', price: 25, licenseType: 'one_time', creatorId: 'mara' } as const;
  keepPendingCartItem({ ...item, mediaUrl: 'a', mediaType: 'image', description: '' });
  localStorage.removeItem('cart:acme');
  await signIn(acme);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  open();
  expect(await arrival()).toHaveTextContent('/brand/dashboard');
  full.mockRestore();
  const failed = ['error', 'Failed to add item to cart', expect.any(String)];
  await waitFor(() => expect(toasts()).toEqual([failed]));
  cleanup();
  open();
  expect(await arrival()).toHaveTextContent('/brand/cart');
  expect(localStorage.getItem('cart:acme')).toContain('Harbour');
  expect(sessionStorage.getItem('pendingCartItem')).toBeNull();
});

describe('[GAL-17] a visitor who arrives by a creator’s link', () => {
  const inviter = `GET /api/referral-codes/${code}/inviter`;
  beforeEach(async () => {
    server.answer(inviter, { name: 'Mara Lind' });
    await bringCode('url');
  });

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
    for (const arrived of [() => bringCode('manual'), () => bringCode('url', false)]) {
      await arrived();
      open();
      await field('Full Name');
      await settled();
      expect(screen.queryByText(/invites you/)).toBeNull();
      cleanup();
    }
    server.refuse(inviter, 404, { code: 'not_found' });
    await bringCode('url');
    open();
    await waitFor(() => expect(server.asked(inviter)).toHaveLength(1));
    await settled();
    expect(screen.queryByText(/invites you/)).toBeNull();
  });
});
