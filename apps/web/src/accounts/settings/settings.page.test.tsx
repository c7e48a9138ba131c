import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Balance } from '@tessera/contract/money/earnings';
import { portraitAtom, profileAtom } from '../profile/profile.atoms.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { renewedToken, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { auth, sessionOf } from '../../kernel/session.test-kit.ts';
import { acme, mara, openPage } from '../auth.test-kit.tsx';
import { SettingsPage } from './settings.page.tsx';
import { changeProfile } from './settings.atoms.ts';

const { told } = vi.hoisted(() => ({ told: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: told }));

const creator = {
  role: 'creator',
  user_id: 'mara',
  name: 'Mara Ellison',
  email: 'mara@studio.test',
  phone: '+1 555 010 2030',
  social_handle: '@mara.frames',
  payment_method: 'bank',
  sale_mails: 'at_once',
  wanted_mails: ['payout_sent'],
  portrait_url: null,
  venmo_name: null,
  paypal_email: null,
  bank_name: 'First Harbour',
  bank_account: '•••• 6789',
  bank_routing: '•••• 0021',
};
const brand = {
  role: 'brand',
  id: 'acme',
  user_id: 'acme',
  name: 'Bo Buyer',
  email: 'buyer@acme.test',
  phone: '+1 555 010 2030',
  brand_name: 'Acme',
  brand_url: 'https://acme.example',
  logo_url: null,
  show_on_homepage: false,
  wanted_mails: ['license_ending'],
};

const noBilling = {
  company: '',
  street: '',
  city: '',
  region: '',
  postal_code: '',
  country: '',
  tax_number: '',
  po_number: '',
};
let billing = noBilling;
const noPage = { handle: '', bio: '', links: [], shows_licenses: false };

const nothingEarned: Balance = {
  day: '2026-11-24',
  pending_cents: 0,
  available_cents: 0,
  held_cents: 0,
  in_transit_cents: 0,
  paid_cents: 0,
  payout_due_cents: 0,
  earned_cents: 0,
  reversed_cents: 0,
  due: [],
  waiting: null,
  position: 7,
};
/** Null where it can’t be read. */
let balance: Balance | null = nothingEarned;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

let calls: Call[] = [];
let row: Record<string, unknown> = creator;
/** What the server says to a change instead of doing it. */
let refusal: { readonly status: number; readonly error: unknown } | null = null;

const laptop = { browser: 'Chrome', system: 'macOS', network: '203.0.113.x', started_at: '2026-11-20T10:00:00Z' };
const sessionsNow = () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const phone = { ...laptop, browser: 'Safari', system: 'iOS', network: 'Local network' };
  return [
    { ...laptop, id: 'here', current: true, last_seen_at: minutesAgo(4), awaits_second_factor: false },
    { ...phone, id: 'phone', current: false, last_seen_at: minutesAgo(5 * 60 + 10), awaits_second_factor: false },
    {
      ...phone,
      system: null,
      browser: null,
      network: null,
      id: 'old',
      current: false,
      last_seen_at: minutesAgo(4_000),
    },
  ];
};
let sessions: readonly Readonly<Record<string, unknown>>[] = [];
let listRefused = false;
let profileRefused = false;
/** The scopes that were requested. */
let signOuts: string[] = [];

const answer = ({ method, path, body }: Call): Response => {
  if (method !== 'GET' && refusal) return Response.json({ error: refusal.error }, { status: refusal.status });
  if (path === '/api/account/confirm') {
    needsConfirmation = false;
    return new Response(null, { status: 204 });
  }
  if (method === 'PATCH' && needsConfirmation) {
    const error = { code: 'confirmation_needed', message: 'Please enter your password.' };
    return Response.json({ error }, { status: 403 });
  }
  if (path === '/auth/v1/user') return passwordAnswer();
  if (path === '/api/account/sessions') return Response.json({ sessions }, { status: listRefused ? 400 : 200 });
  if (path.startsWith('/api/account/sessions/')) return new Response(null, { status: 204 });
  if (path === '/api/earnings/balance' && balance) return Response.json(balance);
  if (path === '/api/profile/sale-mails' || path === '/api/profile/mails')
    return Response.json({ ...(body as object), position: 8 });
  if (path === '/api/profile' && method === 'PATCH') row = { ...row, ...(body as object) };
  if (path === '/api/profile') return Response.json(row, { status: profileRefused ? 400 : 200 });
  if (path === '/api/profile/portrait') {
    row = { ...row, portrait_url: method === 'PUT' ? 'portraits/mara/1.webp' : null };
    return Response.json({ portrait_url: row['portrait_url'], position: 8 });
  }
  if (path === '/api/profile/page') return Response.json(noPage);
  if (path === '/api/profile/billing' && method === 'PUT') billing = { ...(body as typeof billing) };
  if (path === '/api/profile/billing') return Response.json(billing);
  if (path === '/api/account' && method === 'DELETE') return Response.json({ position: 9 });
  return Response.json({ error: { code: 'not_found' } }, { status: 404 });
};

let person = mara;
let endsSession = false;
/** Until the password was given again. */
let needsConfirmation = false;
let passwordAnswer = () => Response.json(mara);

const signIn = async (user: typeof mara) => {
  person = user;
  const { error } = await auth.signInWithPassword({ email: user.email, password: 'secret-1' });
  if (error) throw error;
};

const open = async (user: typeof mara, own: Record<string, unknown>) => {
  row = own;
  await signIn(user);
  openPage('/account', SettingsPage);
  return screen.findByRole('form', { name: 'Profile' });
};
const save = () => screen.getByRole('button', { name: 'Save changes' });
const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

beforeEach(() => {
  calls = [];
  refusal = null;
  billing = noBilling;
  balance = nothingEarned;
  sessions = sessionsNow();
  listRefused = false;
  profileRefused = false;
  signOuts = [];
  for (const kind of Object.values(told)) kind.mockReset();
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(String(address), window.location.origin);
    if (pathname === '/auth/v1/token' && endsSession) return Response.json({}, { status: 400 });
    if (pathname === '/auth/v1/token') return Response.json(sessionOf(person));
    if (pathname === '/auth/v1/logout') signOuts.push(search);
    if (pathname.startsWith('/auth/v1') && init?.method !== 'PUT') return new Response(null, { status: 204 });
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const call = { method: init?.method ?? 'GET', path: pathname, body };
    calls.push(call);
    return answer(call);
  });
});

afterEach(async () => {
  await auth.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
});

test('[AUTH-98] changes are sent, a toast confirms them, and the new name appears everywhere immediately', async () => {
  await open(mara, creator);
  expect(save()).toBeDisabled();
  const name = screen.getByLabelText('Full Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Mara Klein');
  await userEvent.click(save());
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Profile updated'));
  expect(changes()).toEqual([{ name: 'Mara Klein' }]);
  await waitFor(() => expect(store.get(profileAtom)?.name).toBe('Mara Klein'));
  await waitFor(() => expect(save()).toBeDisabled());
});

test('[GAL-12] a portrait is previewed before it is saved, appears everywhere immediately, and can be removed', async () => {
  const addresses = { createObjectURL: vi.fn(() => 'blob:chosen'), revokeObjectURL: vi.fn() };
  Object.assign(URL, addresses);
  await open(mara, creator);
  const portrait = within(screen.getByRole('group', { name: 'Portrait' }));
  const shown = () => screen.getByRole('group', { name: 'Portrait' }).querySelector('img')?.getAttribute('src');
  const choose = (file: File) =>
    userEvent.upload(portrait.getByLabelText('Portrait file'), file, { applyAccept: false });
  await choose(new File(['words'], 'words.txt', { type: 'text/plain' }));
  expect(portrait.getByRole('alert')).toHaveTextContent('Please upload an image file (JPEG, PNG, etc.)');
  expect(shown()).toBeUndefined();

  await choose(new File(['picture'], 'me.jpg', { type: 'image/jpeg' }));
  expect(portrait.queryByRole('alert')).toBeNull();
  expect(shown()).toBe('blob:chosen');
  expect(calls.some(({ path }) => path === '/api/profile/portrait')).toBe(false);
  await userEvent.click(portrait.getByRole('button', { name: 'Save portrait' }));
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Portrait saved'));
  await waitFor(() => expect(shown()).toMatch(/\/media\/portraits\/mara\/1\.webp$/));
  expect(store.get(portraitAtom)).toBe('portraits/mara/1.webp');
  expect(addresses.revokeObjectURL).toHaveBeenCalledWith('blob:chosen');

  await userEvent.click(portrait.getByRole('button', { name: 'Remove portrait' }));
  await waitFor(() => expect(shown()).toBeUndefined());
  expect(store.get(portraitAtom)).toBeNull();
});

test('[AUTH-99] a refused change says so, marks the refused fields, and keeps what was typed', async () => {
  await open(acme, brand);
  const error = { code: 'invalid_input', message: 'Check', fields: { brand_url: 'Please enter a valid URL' } };
  refusal = { status: 400, error };
  await userEvent.type(screen.getByLabelText('Brand Website'), '/shop');
  await userEvent.click(save());
  expect(await screen.findByText('Please enter a valid URL')).toBeVisible();
  expect(told.error).toHaveBeenCalledWith('Profile update failed', 'Check');
  expect(screen.getByLabelText('Brand Website')).toHaveValue('https://acme.example/shop');
  refusal = { status: 500, error: { code: 'unexpected', message: 'The server failed.' } };
  await userEvent.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Profile update failed');
});

test('what was typed stays when the profile is read again without success, as after a return to the tab', async () => {
  await open(mara, creator);
  await userEvent.type(screen.getByLabelText('Full Name'), ' Klein');
  profileRefused = true;
  await act(() => queries.invalidateQueries());
  expect(queries.getQueryState([mara.id, 'own-profile'])?.status).toBe('error');
  expect(screen.getByLabelText('Full Name')).toHaveValue('Mara Ellison Klein');
});

test('[PAY-31] a creator chooses how often to be emailed about sales; a brand has no such choice', async () => {
  await open(mara, creator);
  const emails = within(screen.getByRole('form', { name: 'Emails about sales' }));
  expect(emails.getByRole('radio', { name: /^For each sale/ })).toBeChecked();
  const saveEmails = emails.getByRole('button', { name: 'Save email settings' });
  expect(saveEmails).toBeDisabled();
  await userEvent.click(emails.getByRole('radio', { name: /^Once a day/ }));
  refusal = { status: 500, error: { code: 'unexpected', message: 'The server failed.' } };
  await userEvent.click(saveEmails);
  expect(await emails.findByRole('alert')).toHaveTextContent('Email settings not saved');
  expect(emails.getByRole('radio', { name: /^Once a day/ })).toBeChecked();
  refusal = null;
  await userEvent.click(saveEmails);
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Email settings saved'));
  expect(changes().at(-1)).toEqual({ sale_mails: 'daily' });
  await waitFor(() => expect(saveEmails).toBeDisabled());
  cleanup();
  await open(acme, brand);
  expect(screen.queryByRole('form', { name: 'Emails about sales' })).toBeNull();
});

test('[GAL-15] an optional email is turned off with one click; a refused change leaves it as it was', async () => {
  await open(acme, brand);
  expect(screen.getByText(/^We always email you receipts/)).toBeVisible();
  const ending = screen.getByRole('checkbox', { name: /^A license is about to end/ });
  expect(ending).toBeChecked();
  refusal = { status: 500, error: { code: 'unexpected', message: 'The server failed.' } };
  await userEvent.click(ending);
  await waitFor(() => expect(told.error).toHaveBeenCalledWith('Email settings not saved', 'The server failed.'));
  await waitFor(() => expect(ending).toBeEnabled());
  expect(ending).toBeChecked();
  refusal = null;
  await userEvent.click(ending);
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Email settings saved'));
  expect(changes().at(-1)).toEqual({ mail: 'license_ending', wanted: false });
  await waitFor(() => expect(ending).not.toBeChecked());
});

test('[AUTH-97] a profile can’t be changed without being signed in', async () => {
  await auth.signOut({ scope: 'local' });
  expect(await changeProfile({ name: 'Eve' })).toBeNull();
  expect(changes()).toEqual([]);
  expect(told.error).toHaveBeenCalledWith('Authentication error', 'You must be logged in to update your profile');
});

test('[AUTH-97] the same message appears if the session has ended in the meantime', async () => {
  await open(mara, creator);
  refusal = { status: 401, error: { code: 'not_signed_in', message: 'Your session has ended.' } };
  await userEvent.type(screen.getByLabelText('Full Name'), '!');
  await userEvent.click(save());
  await waitFor(() =>
    expect(told.error).toHaveBeenCalledWith('Authentication error', 'You must be logged in to update your profile'),
  );
});

test('[FIX-01] what was typed when the session ended is restored, but only for the same user', async () => {
  const page = await open(mara, creator);
  await userEvent.type(screen.getByLabelText('Full Name'), ' Klein');
  endsSession = true;
  await act(() => renewedToken(store.get(sessionAtom)?.accessToken ?? ''));
  endsSession = false;
  cleanup();
  await open(acme, brand);
  expect(screen.queryByDisplayValue('Mara Ellison Klein')).toBeNull();
  cleanup();
  await open(mara, creator);
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Mara Ellison Klein');
  await userEvent.click(save());
  await waitFor(() => expect(changes()).toEqual([{ name: 'Mara Ellison Klein' }]));
  expect(page).not.toBeInTheDocument();
});

test('[ENT-04] a bank number is masked and can only be replaced as a whole; the other number is not sent', async () => {
  await open(mara, creator);
  expect(screen.getByText('•••• 6789')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Replace Account Number' }));
  const number = await screen.findByLabelText('Account Number');
  expect(number).toHaveValue('');
  await userEvent.click(save());
  expect(await screen.findByText('Please fill in all required payment information')).toBeVisible();
  expect(changes()).toEqual([]);
  await userEvent.type(number, '555000111');
  await userEvent.click(save());
  await waitFor(() => expect(changes()).toEqual([{ bank_account: '555000111' }]));
});

test('[SEC-06] payout details change only after the password is given again; canceling changes nothing', async () => {
  await open(mara, creator);
  const number = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Replace Account Number' }));
    return screen.findByLabelText('Account Number');
  };
  await userEvent.type(await number(), '555000111');
  needsConfirmation = true;
  await userEvent.click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm it’s you' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(told.error).toHaveBeenCalledWith('Profile update failed', 'Please enter your password.'));
  expect(screen.getByLabelText('Account Number')).toHaveValue('555000111');

  await userEvent.click(save());
  await userEvent.type(await screen.findByLabelText('Your password'), 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Profile updated'));
  expect(calls.find(({ path }) => path === '/api/account/confirm')?.body).toEqual({ password: 'secret-1' });
  expect(changes()).toHaveLength(3);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

const changePassword = async (current: string, next: string, again = next) => {
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  const form = await screen.findByRole('form', { name: 'Change password' });
  await userEvent.type(within(form).getByLabelText('Current Password'), current);
  await userEvent.type(within(form).getByLabelText('New Password'), next);
  await userEvent.type(within(form).getByLabelText('Confirm Password'), again);
  return { form, submit: within(form).getByRole('button', { name: 'Change password' }) };
};

test('[FIX-08] a password change needs the old password, and shows how strong the new one is', async () => {
  await open(mara, creator);
  const { form, submit } = await changePassword('secret-1', 'maraellison', 'x');
  const strength = () => within(form).getByRole('progressbar', { name: 'Password strength' });
  await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', expect.stringMatching(/weak/i)));
  const next = within(form).getByLabelText('New Password');
  await userEvent.clear(next);
  await userEvent.type(next, 'nine quiet herons at noon');
  await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', 'Strong'));
  await userEvent.click(submit);
  expect(await within(form).findByText('Passwords do not match')).toBeVisible();
  const again = within(form).getByLabelText('Confirm Password');
  await userEvent.clear(again);
  await userEvent.type(again, 'nine quiet herons at noon');

  const msg = 'Your current password is incorrect';
  passwordAnswer = () => Response.json({ code: 400, error_code: 'invalid_credentials', msg }, { status: 400 });
  await userEvent.click(submit);
  expect(await within(form).findByText(msg)).toBeVisible();
  expect(next).toHaveValue('nine quiet herons at noon');
  passwordAnswer = () => Response.json(mara);
  await userEvent.click(submit);
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Password changed', expect.any(String)));
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    password: 'nine quiet herons at noon',
    current_password: 'secret-1',
  });
  expect(await screen.findByRole('button', { name: 'Change password' })).toHaveFocus();
});

test('[ENT-06] a brand decides whether it is shown on the home page', async () => {
  await open(acme, brand);
  await userEvent.click(screen.getByRole('checkbox', { name: /Show my brand on the home page/ }));
  await userEvent.click(save());
  await waitFor(() => expect(changes()).toEqual([{ show_on_homepage: true }]));
});

test('deleting an account requires the password, and first says what is lost and what is kept', async () => {
  await open(mara, creator);
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('This can’t be undone');
  expect(dialog).toHaveTextContent('Licenses you sold stay valid');
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('Please enter your password')).toBeVisible();
  refusal = {
    status: 422,
    error: { code: 'wrong_password', message: 'No', fields: { password: 'Not your password' } },
  };
  await userEvent.type(screen.getByLabelText('Your password'), 'guess');
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('Not your password')).toBeVisible();
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Account deleted', expect.any(String)));
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/account', body: { password: 'guess' } });
  await waitFor(() => expect(localStorage.getItem('tessera-session')).toBeNull());
});

const askToDelete = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
  return screen.findByRole('alertdialog');
};

test('[PAY-29] before deleting an account with money due, it says how much is due, when it is paid, and what is kept', async () => {
  balance = {
    ...nothingEarned,
    available_cents: 41_250,
    pending_cents: 8_000,
    due: [{ on: '2026-12-07', cents: 8_000 }],
  };
  await open(mara, creator);
  const dialog = await askToDelete();
  const due = await within(dialog).findByText('$492.50 is still due to you');
  const words = due.parentElement;
  expect(words).toHaveTextContent('$412.50 is part of the next payout.');
  expect(words).toHaveTextContent('$80.00 falls due by Dec 7, 2026 and is paid after that.');
  expect(words).toHaveTextContent('The $10.00 minimum doesn’t apply to your last payout.');
  expect(words).toHaveTextContent('encrypted with a separate key; then we destroy them.');
  expect(dialog).not.toHaveTextContent('can no longer send you payouts');
});

test('[PAY-29] it says so if nothing is due; a brand sees nothing about payouts', async () => {
  await open(mara, creator);
  expect(await within(await askToDelete()).findByText('No money is due to you')).toBeVisible();
  cleanup();
  await open(acme, brand);
  expect(await askToDelete()).not.toHaveTextContent(/due to you|payout/);
});

test('[PAY-29] it warns about what can’t be fixed later; a balance that can’t be loaded can be requested again', async () => {
  balance = null;
  await open(mara, creator);
  const dialog = within(await askToDelete());
  expect(await dialog.findByText('What’s due to you could not be loaded')).toBeVisible();
  const waiting = { code: 'no_details', title: 'We don’t know where to pay you', message: 'Add them.' } as const;
  balance = { ...nothingEarned, held_cents: 41_250, waiting };
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Add your payout details first: nobody can add them later.',
  );
});

test('a profile that could not be loaded can be requested again', async () => {
  row = creator;
  await signIn(mara);
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'gone', message: 'Gone' } }, { status: 404 }));
  openPage('/account', SettingsPage);
  const again = await screen.findByRole('button', { name: 'Try again' });
  vi.stubGlobal('fetch', async () => Response.json({ ...creator, ...noPage, sessions }));
  await userEvent.click(again);
  expect(screen.getByRole('group', { name: 'Your profile' })).toHaveFocus();
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Mara Ellison');
});

describe('where one is signed in', () => {
  const list = () => screen.findByRole('group', { name: 'Where you’re signed in' });
  const rows = async () => within(await list()).findAllByRole('listitem');

  test('[SEC-08] each device shows its name, rough location and last activity; this device has a badge', async () => {
    await open(mara, creator);
    const [here, phone, old] = await rows();
    expect(here).toHaveTextContent('Chrome on macOSThis device203.0.113.x · Active nowSigned in Nov 20, 2026Sign out');
    expect(phone).toHaveTextContent('Safari on iOSLocal network · Last active 5 hours ago');
    expect(old).toHaveTextContent('Unknown deviceLast active 2 days ago');
    expect(within(phone!).getByText('Last active 5 hours ago')).toHaveAttribute(
      'datetime',
      sessions[1]!['last_seen_at'],
    );
  });

  test('[SEC-08] another device can be signed out; one whose session has already ended disappears as well', async () => {
    await open(mara, creator);
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/account/sessions/phone' }));
    expect(await rows()).toHaveLength(2);
    expect(await list()).toHaveFocus();
    expect(told.success).toHaveBeenCalledWith(
      'Signed out: Safari on iOS',
      expect.stringContaining('change your password'),
    );
    refusal = { status: 404, error: { code: 'not_found', message: 'There is nothing at this address.' } };
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    expect(await screen.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else…' })).toBeNull();
  });

  test('[SEC-08] a list that could not be loaded can be requested again; a device that could not be signed out stays listed', async () => {
    listRefused = true;
    await open(mara, creator);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your devices could not be loaded');
    listRefused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await rows();
    refusal = { status: 503, error: { code: 'unavailable', message: 'Please try again in a moment.' } };
    await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(told.error).toHaveBeenCalledWith('Sign out failed', 'Please try again in a moment.'));
    expect(await rows()).toHaveLength(3);
  });

  test('[SEC-08] all other devices can be signed out together, after a confirmation', async () => {
    await open(mara, creator);
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else…' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' });
    expect(signOuts).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(signOuts).toEqual(['?scope=others']);
    expect(told.success).toHaveBeenCalledWith('Signed out everywhere else', 'You’re still signed in here.');
    expect(store.get(sessionAtom)?.userId).toBe('mara');
  });

  test('[SEC-08] this device’s button signs out here', async () => {
    await open(mara, creator);
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out this device' }));
    await waitFor(() => expect(store.get(sessionAtom)).toBeNull());
    expect(signOuts).toEqual(['?scope=local']);
  });
});

const openBilling = async () => {
  await open(acme, brand);
  return within(await screen.findByRole('form', { name: 'Billing' }));
};
const fill = async (form: Awaited<ReturnType<typeof openBilling>>, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) await userEvent.type(form.getByLabelText(label), value);
};
const address = { 'Street address': '1 Canal Street', City: 'Utrecht', Country: 'Netherlands' };

test('[PAY-30] a brand saves its billing details as a whole, and is told where they appear', async () => {
  const form = await openBilling();
  expect(screen.getByText(/These details appear on your invoices/)).toBeVisible();
  expect(form.getByLabelText('PO number (optional)')).toHaveAccessibleDescription(/on every new invoice/);
  const button = form.getByRole('button', { name: 'Save billing details' });
  expect(button).toBeDisabled();
  await fill(form, { ...address, 'Company name': 'Acme B.V.', 'PO number (optional)': 'PO-77' });
  await userEvent.click(button);
  await waitFor(() => expect(told.success).toHaveBeenCalledWith('Billing details saved', expect.any(String)));
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([
    {
      method: 'PUT',
      path: '/api/profile/billing',
      body: {
        ...noBilling,
        company: 'Acme B.V.',
        street: '1 Canal Street',
        city: 'Utrecht',
        country: 'Netherlands',
        po_number: 'PO-77',
      },
    },
  ]);
  await waitFor(() => expect(button).toBeDisabled());
  expect(form.getByLabelText('Company name')).toHaveValue('Acme B.V.');
});

test('[PAY-30] missing details that an invoice needs are marked at their fields, and nothing is sent without them', async () => {
  const form = await openBilling();
  await fill(form, address);
  await userEvent.click(form.getByRole('button', { name: 'Save billing details' }));
  expect(await form.findByText('Please enter the company name')).toBeVisible();
  expect(form.getByLabelText('Company name')).toHaveFocus();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('[PAY-30] refused billing details stay as they were typed, with the server’s message', async () => {
  const form = await openBilling();
  await fill(form, { ...address, 'Company name': 'Acme B.V.' });
  refusal = { status: 503, error: { code: 'away', message: 'The shop is busy. Please try again.' } };
  await userEvent.click(form.getByRole('button', { name: 'Save billing details' }));
  const alert = await form.findByRole('alert');
  expect(alert).toHaveTextContent('Billing details not saved');
  expect(alert).toHaveTextContent('The shop is busy. Please try again.');
  expect(form.getByLabelText('Company name')).toHaveValue('Acme B.V.');
});

test('[PAY-30] a creator has no billing details', async () => {
  await open(mara, creator);
  expect(screen.queryByRole('form', { name: 'Billing' })).toBeNull();
  expect(calls.some(({ path }) => path === '/api/profile/billing')).toBe(false);
});
