import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { portraitAtom, profileAtom } from '../profile/profile.atoms.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { renewedToken, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { server } from '../../testing/server.test-kit.ts';
import type { Asked } from '../../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { settled, user } from '../../testing/user.test-kit.ts';
import { acme, authRefusal, mara, openPage } from '../auth.test-kit.tsx';
import { SettingsPage } from './settings.page.tsx';
import { changeProfile } from './settings.atoms.ts';

const creator = {
  role: 'creator',
  user_id: 'mara',
  name: 'Mara Ellison',
  email: 'mara@studio.test',
  phone: '+1 555 010 2030',
  social_handle: '@mara.frames',
  payment_method: 'bank',
  sale_mails: 'at_once',
  asks_to_confirm_email: false,
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
  asks_to_confirm_email: false,
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
const noPage = { handle: '', bio: '', links: [], shows_licenses: false };

const nothingEarned: Balance = {
  day: '2026-11-24',
  pending_cents: 0,
  available_cents: 0,
  held_cents: 0,
  in_transit_cents: 0,
  paid_cents: 0,
  payout_due_cents: 0,
  pay_by_on: null,
  earned_cents: 0,
  reversed_cents: 0,
  due: [],
  waiting: null,
  position: 7,
};

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

const change = 'PATCH /api/profile';
const portraitPath = '/api/profile/portrait';
const billingCall = 'PUT /api/profile/billing';
const renewal = 'POST /auth/v1/token?grant_type=refresh_token';
const logout = 'POST /auth/v1/logout';
let row: Record<string, unknown> = creator;

const changeRow = ({ body }: Pick<Asked, 'body'>) => (row = { ...row, ...(body as object) });
const portraitBecomes = (portrait_url: string | null) => () => {
  changeRow({ body: { portrait_url } });
  return { portrait_url, position: 8 };
};
const echo = ({ body }: Pick<Asked, 'body'>) => ({ ...(body as object), position: 8 });

type Account = Parameters<typeof signIn>[0];

const open = async (account: Account, own: Record<string, unknown>) => {
  row = own;
  server.answer('GET /auth/v1/user', sessionOf(account).user);
  await signIn(account);
  openPage('/account', SettingsPage);
  return screen.findByRole('form', { name: 'Profile' });
};
const save = () => screen.getByRole('button', { name: 'Save changes' });
const changes = () => server.bodies(change);

beforeEach(() => {
  sessions = sessionsNow();
  server.answer('GET /api/profile', () => row);
  server.answer(change, changeRow);
  server.answer('GET /api/profile/page', noPage);
  server.answer('GET /api/profile/billing', noBilling);
  server.answer(billingCall, ({ body }: Pick<Asked, 'body'>) => body);
  server.answer('PATCH /api/profile/sale-mails', echo);
  server.answer('PATCH /api/profile/mails', echo);
  server.answer(`PUT ${portraitPath}`, portraitBecomes('portraits/mara/1.webp'));
  server.answer(`DELETE ${portraitPath}`, portraitBecomes(null));
  server.answer('GET /api/account/sessions', () => ({ sessions }));
  server.answer('DELETE /api/account/sessions/*');
  server.answer('GET /api/earnings/balance', nothingEarned);
  server.answer('DELETE /api/account', { position: 9 });
  server.answer(logout);
});

const serverFailed = { message: 'The server failed.' };

test('[AUTH-98] changes are sent, a toast confirms them, and the new name appears everywhere immediately', async () => {
  await open(mara, creator);
  expect(save()).toBeDisabled();
  const name = screen.getByLabelText('Full Name');
  await user().clear(name);
  await user().type(name, 'Mara Klein');
  await user().click(save());
  await waitFor(() => expect(toasts()).toEqual([['success', 'Profile updated']]));
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
  const choose = async (file: File) => {
    fireEvent.change(portrait.getByLabelText('Portrait file'), { target: { files: [file] } });
    await settled();
  };
  await choose(new File(['words'], 'words.txt', { type: 'text/plain' }));
  expect(portrait.getByRole('alert')).toHaveTextContent('Please upload an image file (JPEG, PNG, etc.)');
  expect(shown()).toBeUndefined();

  const picture = new File(['picture'], 'me.jpg', { type: 'image/jpeg' });
  await choose(picture);
  expect(portrait.queryByRole('alert')).toBeNull();
  expect(shown()).toBe('blob:chosen');
  expect(server.asked(`PUT ${portraitPath}`)).toEqual([]);
  await user().click(portrait.getByRole('button', { name: 'Save portrait' }));
  await waitFor(() => expect(toasts()).toEqual([['success', 'Portrait saved']]));
  expect(server.bodies(`PUT ${portraitPath}`)).toEqual([picture]);
  await waitFor(() => expect(shown()).toMatch(/\/media\/portraits\/mara\/1\.webp$/));
  expect(store.get(portraitAtom)).toBe('portraits/mara/1.webp');
  expect(addresses.revokeObjectURL).toHaveBeenCalledWith('blob:chosen');

  await user().click(portrait.getByRole('button', { name: 'Remove portrait' }));
  await waitFor(() => expect(shown()).toBeUndefined());
  expect(store.get(portraitAtom)).toBeNull();
});

test('[AUTH-99] a refused change says so, marks the refused fields, and keeps what was typed', async () => {
  await open(acme, brand);
  const fields = { brand_url: 'Please enter a valid URL' };
  server.refuseOnce(change, 400, { code: 'invalid_input', message: 'Check', fields });
  await user().type(screen.getByLabelText('Brand Website'), '/shop');
  await user().click(save());
  expect(await screen.findByText('Please enter a valid URL')).toBeVisible();
  expect(toasts()).toEqual([['error', 'Profile update failed', 'Check']]);
  expect(screen.getByLabelText('Brand Website')).toHaveValue('https://acme.example/shop');
  server.refuseOnce(change, 500, serverFailed);
  await user().click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Profile update failed');
});

test('what was typed stays when the profile is read again without success, as after a return to the tab', async () => {
  await open(mara, creator);
  await user().type(screen.getByLabelText('Full Name'), ' Klein');
  server.refuse('GET /api/profile', 400);
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
  await user().click(emails.getByRole('radio', { name: /^Once a day/ }));
  server.refuseOnce('PATCH /api/profile/sale-mails', 500, serverFailed);
  await user().click(saveEmails);
  expect(await emails.findByRole('alert')).toHaveTextContent('Email settings not saved');
  expect(emails.getByRole('radio', { name: /^Once a day/ })).toBeChecked();
  await user().click(saveEmails);
  await waitFor(() => expect(toasts().at(-1)).toEqual(['success', 'Email settings saved']));
  expect(server.bodies('PATCH /api/profile/sale-mails').at(-1)).toEqual({ sale_mails: 'daily' });
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
  server.refuseOnce('PATCH /api/profile/mails', 500, serverFailed);
  await user().click(ending);
  await waitFor(() => expect(toasts()).toEqual([['error', 'Email settings not saved', 'The server failed.']]));
  await waitFor(() => expect(ending).toBeEnabled());
  expect(ending).toBeChecked();
  await user().click(ending);
  await waitFor(() => expect(toasts().at(-1)).toEqual(['success', 'Email settings saved']));
  expect(server.bodies('PATCH /api/profile/mails').at(-1)).toEqual({ mail: 'license_ending', wanted: false });
  await waitFor(() => expect(ending).not.toBeChecked());
});

const notSignedIn = ['error', 'Authentication error', 'You must be logged in to update your profile'];

test('[AUTH-97] a profile can’t be changed without being signed in', async () => {
  openPage('/account', SettingsPage);
  expect(await act(() => changeProfile({ name: 'Eve' }))).toBeNull();
  expect(changes()).toEqual([]);
  await waitFor(() => expect(toasts()).toEqual([notSignedIn]));
});

test('[AUTH-97] the same message appears if the session has ended in the meantime', async () => {
  // What is typed here stays for this account.
  await open({ ...mara, id: 'lena' }, { ...creator, user_id: 'lena' });
  server.refuse(change, 401, { code: 'not_signed_in', message: 'Your session has ended.' });
  server.refuse(renewal, 400);
  await user().type(screen.getByLabelText('Full Name'), '!');
  await user().click(save());
  await waitFor(() => expect(toasts()).toEqual([notSignedIn]));
});

test('[FIX-01] what was typed when the session ended is restored, but only for the same user', async () => {
  const page = await open(mara, creator);
  await user().type(screen.getByLabelText('Full Name'), ' Klein');
  server.refuseOnce(renewal, 400);
  await act(() => renewedToken(store.get(sessionAtom)?.accessToken ?? ''));
  cleanup();
  await open(acme, brand);
  expect(screen.queryByDisplayValue('Mara Ellison Klein')).toBeNull();
  cleanup();
  await open(mara, creator);
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Mara Ellison Klein');
  await user().click(save());
  await waitFor(() => expect(changes()).toEqual([{ name: 'Mara Ellison Klein' }]));
  expect(page).not.toBeInTheDocument();
});

test('[ENT-04] a bank number is masked and can only be replaced as a whole; the other number is not sent', async () => {
  await open(mara, creator);
  expect(screen.getByText('•••• 6789')).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Replace Account Number' }));
  const number = await screen.findByLabelText('Account Number');
  expect(number).toHaveValue('');
  await user().click(save());
  expect(await screen.findByText('Please fill in all required payment information')).toBeVisible();
  expect(changes()).toEqual([]);
  await user().type(number, '555000111');
  await user().click(save());
  await waitFor(() => expect(changes()).toEqual([{ bank_account: '555000111' }]));
});

test('[SEC-06] payout details change only after the password is given again; canceling changes nothing', async () => {
  await open(mara, creator);
  const number = async () => {
    await user().click(screen.getByRole('button', { name: 'Replace Account Number' }));
    return screen.findByLabelText('Account Number');
  };
  await user().type(await number(), '555000111');
  server.refuse(change, 403, { code: 'confirmation_needed', message: 'Please enter your password.' });
  server.answer('POST /api/account/confirm', () => server.answer(change, changeRow));
  await user().click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm it’s you' });
  await user().click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(toasts()).toEqual([['error', 'Profile update failed', 'Please enter your password.']]));
  expect(screen.getByLabelText('Account Number')).toHaveValue('555000111');

  await user().click(save());
  await user().type(await screen.findByLabelText('Your password'), 'secret-1');
  await user().click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(toasts().at(-1)).toEqual(['success', 'Profile updated']));
  expect(server.bodies('POST /api/account/confirm')).toEqual([{ password: 'secret-1' }]);
  expect(changes()).toHaveLength(3);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

const changePassword = async (current: string, next: string, again = next) => {
  await user().click(screen.getByRole('button', { name: 'Change password' }));
  const form = await screen.findByRole('form', { name: 'Change password' });
  await user().type(within(form).getByLabelText('Current Password'), current);
  await user().type(within(form).getByLabelText('New Password'), next);
  await user().type(within(form).getByLabelText('Confirm Password'), again);
  return { form, submit: within(form).getByRole('button', { name: 'Change password' }) };
};

test('[FIX-08] a password change needs the old password, and shows how strong the new one is', async () => {
  await open(mara, creator);
  const { form, submit } = await changePassword('secret-1', 'maraellison', 'x');
  const strength = () => within(form).getByRole('progressbar', { name: 'Password strength' });
  await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', expect.stringMatching(/weak/i)));
  const next = within(form).getByLabelText('New Password');
  await user().clear(next);
  await user().type(next, 'nine quiet herons at noon');
  await waitFor(() => expect(strength()).toHaveAttribute('aria-valuetext', 'Strong'));
  await user().click(submit);
  expect(await within(form).findByText('Passwords do not match')).toBeVisible();
  const again = within(form).getByLabelText('Confirm Password');
  await user().clear(again);
  await user().type(again, 'nine quiet herons at noon');

  const msg = 'Your current password is incorrect';
  server.answerOnce('PUT /auth/v1/user', authRefusal(400, { error_code: 'invalid_credentials', msg }));
  await user().click(submit);
  expect(await within(form).findByText(msg)).toBeVisible();
  expect(next).toHaveValue('nine quiet herons at noon');
  server.answer('PUT /auth/v1/user', sessionOf(mara).user);
  await user().click(submit);
  await waitFor(() => expect(toasts()).toEqual([['success', 'Password changed', expect.any(String)]]));
  expect(server.bodies('PUT /auth/v1/user').at(-1)).toMatchObject({
    password: 'nine quiet herons at noon',
    current_password: 'secret-1',
  });
  expect(await screen.findByRole('button', { name: 'Change password' })).toHaveFocus();
});

test('[SEC-07] a new password that is easy to guess is named at its field', async () => {
  await open(mara, creator);
  const { form, submit } = await changePassword('secret-1', 'password123');
  const msg = 'Many people use this password, so it is easy to guess. Please choose another one.';
  server.answerOnce('PUT /auth/v1/user', authRefusal(422, { error_code: 'weak_password', msg }));
  await user().click(submit);
  const next = within(form).getByLabelText('New Password');
  await waitFor(() => expect(next).toHaveAccessibleDescription(msg));
  expect(next).toHaveFocus();
  expect(within(form).queryByRole('alert')).toBeNull();
});

test('[FIX-35] a website without https:// is saved and shown with it', async () => {
  await open(acme, brand);
  const website = screen.getByLabelText('Brand Website');
  await user().clear(website);
  await user().type(website, 'shop.acme.example');
  await user().click(save());
  await waitFor(() => expect(changes()).toEqual([{ brand_url: 'https://shop.acme.example' }]));
  await waitFor(() => expect(website).toHaveValue('https://shop.acme.example'));
});

test('[ENT-06] a brand decides whether it is shown on the home page', async () => {
  await open(acme, brand);
  await user().click(screen.getByRole('checkbox', { name: /Show my brand on the home page/ }));
  await user().click(save());
  await waitFor(() => expect(changes()).toEqual([{ show_on_homepage: true }]));
});

test('deleting an account requires the password, and first says what is lost and what is kept', async () => {
  await open(mara, creator);
  await user().click(screen.getByRole('button', { name: 'Delete account…' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('This can’t be undone');
  expect(dialog).toHaveTextContent('Licenses you sold stay valid');
  await user().click(screen.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('Please enter your password')).toBeVisible();
  const fields = { password: 'Not your password' };
  server.refuseOnce('DELETE /api/account', 422, { code: 'wrong_password', message: 'No', fields });
  await user().type(screen.getByLabelText('Your password'), 'guess');
  await user().click(screen.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('Not your password')).toBeVisible();
  await user().click(screen.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(toasts()).toEqual([['success', 'Account deleted', expect.any(String)]]));
  expect(server.asked(logout)).toEqual([]);
  expect(server.bodies('DELETE /api/account')).toEqual([{ password: 'guess' }, { password: 'guess' }]);
  await waitFor(() => expect(localStorage.getItem('tessera-session')).toBeNull());
});

const askToDelete = async () => {
  await user().click(screen.getByRole('button', { name: 'Delete account…' }));
  return screen.findByRole('alertdialog');
};

test('[PAY-29] before deleting an account with money due, it says how much is due, when it is paid, and what is kept', async () => {
  const due = [{ on: '2026-12-07', cents: 8_000 }];
  server.answer('GET /api/earnings/balance', { ...nothingEarned, available_cents: 41_250, pending_cents: 8_000, due });
  await open(mara, creator);
  const dialog = await askToDelete();
  const words = (await within(dialog).findByText('$492.50 is still due to you')).parentElement;
  expect(words).toHaveTextContent('$412.50 is part of the next payout.');
  expect(words).toHaveTextContent('$80.00 becomes available by Dec 7, 2026 and is paid after that.');
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
  server.refuse('GET /api/earnings/balance', 404);
  await open(mara, creator);
  const dialog = within(await askToDelete());
  expect(await dialog.findByText('What’s due to you could not be loaded')).toBeVisible();
  const waiting = { code: 'no_details', title: 'We don’t know where to pay you', message: 'Add them.' } as const;
  server.answer('GET /api/earnings/balance', { ...nothingEarned, held_cents: 41_250, waiting });
  await user().click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Add your payout details first: nobody can add them later.',
  );
});

test('a profile that could not be loaded can be requested again', async () => {
  row = creator;
  await signIn(mara);
  server.refuse('GET /api/profile', 404, { code: 'gone', message: 'Gone' });
  openPage('/account', SettingsPage);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/profile', creator);
  await user().click(again);
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
    await user().click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(server.asked('DELETE /api/account/sessions/phone')).toHaveLength(1));
    expect(await rows()).toHaveLength(2);
    expect(await list()).toHaveFocus();
    const signedOut = ['success', 'Signed out: Safari on iOS', expect.stringContaining('change your password')];
    expect(toasts()).toEqual([signedOut]);
    const message = 'There is nothing at this address.';
    server.refuse('DELETE /api/account/sessions/old', 404, { code: 'not_found', message });
    await user().click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    expect(await screen.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else…' })).toBeNull();
  });

  test('[SEC-08] a list that could not be loaded can be requested again; a device that could not be signed out stays listed', async () => {
    server.refuse('GET /api/account/sessions', 400);
    await open(mara, creator);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your devices could not be loaded');
    server.answer('GET /api/account/sessions', { sessions });
    await user().click(screen.getByRole('button', { name: 'Try again' }));
    await rows();
    const message = 'Please try again in a moment.';
    server.refuse('DELETE /api/account/sessions/phone', 503, { code: 'unavailable', message });
    await user().click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await waitFor(() => expect(toasts()).toEqual([['error', 'Sign out failed', message]]));
    expect(await rows()).toHaveLength(3);
  });

  const signOuts = () => server.asked(logout).map(({ path }) => path);

  test('[SEC-08] all other devices can be signed out together, after a confirmation', async () => {
    await open(mara, creator);
    await rows();
    await user().click(screen.getByRole('button', { name: 'Sign out everywhere else…' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' });
    expect(signOuts()).toEqual([]);
    await user().click(within(dialog).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You’re not signed in anywhere else.')).toBeVisible();
    expect(signOuts()).toEqual(['/auth/v1/logout?scope=others']);
    expect(toasts()).toEqual([['success', 'Signed out everywhere else', 'You’re still signed in here.']]);
    expect(store.get(sessionAtom)?.userId).toBe('mara');
  });

  test('[SEC-08] this device’s button signs out here', async () => {
    await open(mara, creator);
    await rows();
    await user().click(screen.getByRole('button', { name: 'Sign out this device' }));
    await waitFor(() => expect(store.get(sessionAtom)).toBeNull());
    expect(signOuts()).toEqual(['/auth/v1/logout?scope=local']);
  });
});

const openBilling = async () => {
  await open(acme, brand);
  return within(await screen.findByRole('form', { name: 'Billing' }));
};
const fill = async (form: Awaited<ReturnType<typeof openBilling>>, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) await user().type(form.getByLabelText(label), value);
};
const address = { 'Street address': '1 Canal Street', City: 'Utrecht', Country: 'Netherlands' };

test('[PAY-30] a brand saves its billing details as a whole, and is told where they appear', async () => {
  const form = await openBilling();
  expect(screen.getByText(/These details appear on your invoices/)).toBeVisible();
  expect(form.getByLabelText('PO number (optional)')).toHaveAccessibleDescription(/on every new invoice/);
  const button = form.getByRole('button', { name: 'Save billing details' });
  expect(button).toBeDisabled();
  await fill(form, { ...address, 'Company name': 'Acme B.V.', 'PO number (optional)': 'PO-77' });
  await user().click(button);
  await waitFor(() => expect(toasts()).toEqual([['success', 'Billing details saved', expect.any(String)]]));
  const company = { company: 'Acme B.V.', po_number: 'PO-77' };
  const place = { street: '1 Canal Street', city: 'Utrecht', country: 'Netherlands' };
  expect(server.asked('PUT *')).toHaveLength(1);
  expect(server.bodies(billingCall)).toEqual([{ ...noBilling, ...company, ...place }]);
  await waitFor(() => expect(button).toBeDisabled());
  expect(form.getByLabelText('Company name')).toHaveValue('Acme B.V.');
});

test('[PAY-30] missing details that an invoice needs are marked at their fields, and nothing is sent without them', async () => {
  const form = await openBilling();
  await fill(form, address);
  await user().click(form.getByRole('button', { name: 'Save billing details' }));
  expect(await form.findByText('Please enter the company name')).toBeVisible();
  expect(form.getByLabelText('Company name')).toHaveFocus();
  expect(server.asked('PUT *')).toEqual([]);
});

test('[PAY-30] refused billing details stay as they were typed, with the server’s message', async () => {
  const form = await openBilling();
  await fill(form, { ...address, 'Company name': 'Acme B.V.' });
  server.refuse(billingCall, 503, { code: 'away', message: 'The shop is busy. Please try again.' });
  await user().click(form.getByRole('button', { name: 'Save billing details' }));
  const alert = await form.findByRole('alert');
  expect(alert).toHaveTextContent('Billing details not saved');
  expect(alert).toHaveTextContent('The shop is busy. Please try again.');
  expect(form.getByLabelText('Company name')).toHaveValue('Acme B.V.');
});

test('[PAY-30] a creator has no billing details', async () => {
  await open(mara, creator);
  expect(screen.queryByRole('form', { name: 'Billing' })).toBeNull();
  expect(server.asked('GET /api/profile/billing')).toEqual([]);
});
