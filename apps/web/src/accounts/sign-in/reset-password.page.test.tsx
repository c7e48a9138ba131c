import { fireEvent, screen, waitFor } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, settled, user } from '../../testing/user.test-kit.ts';
import { arrival, authRefusal, mara, openPage } from '../auth.test-kit.tsx';
import { ResetPasswordPage } from './reset-password.page.tsx';

const updateCall = 'PUT /auth/v1/user';

const open = () => openPage('/auth/reset-password', ResetPasswordPage);

/** Signed in; with the mark of an opened reset link in this tab, or without. */
const signedIn = async ({ byLink }: { byLink: boolean }) => {
  await signIn(mara);
  if (byLink) sessionStorage.setItem('tessera-recovery', mara.id);
};

const fill = async (password: string, confirmPassword = password) => {
  fireEvent.change(await screen.findByLabelText('New Password'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('Confirm Password'), { target: { value: confirmPassword } });
};
const update = () => user().click(screen.getByRole('button', { name: 'Update Password' }));

beforeEach(() => {
  // The client reports a lost connection there.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test('[RESET-10][RESET-11][RESET-12][RESET-13][API-15] it checks the session, and without one the link is invalid', async () => {
  await signedIn({ byLink: true });
  // The session has expired meanwhile, so the check needs the server.
  vi.setSystemTime(Date.now() + 900_000);
  const renewal = server.hold('POST /auth/v1/token?grant_type=refresh_token');
  open();
  await settled();
  expect(screen.getByText('Checking your session...')).toBeVisible();
  await renewal.refuse(400);
  const card = await screen.findByRole('region', { name: 'Invalid Reset Link' });
  expect(card).toHaveTextContent('invalid or has expired');
  expect(card).toHaveTextContent('Please request a new one');
  expect(screen.queryByText('Checking your session...')).toBeNull();
  await user().click(screen.getByRole('button', { name: 'Go to Login' }));
  expect(await arrival()).toHaveTextContent('/auth?tab=login');
});

test('[RESET-22] an ordinary session can’t set a password, however it got to this page', async () => {
  await signedIn({ byLink: false });
  open();
  expect(await screen.findByRole('region', { name: 'Invalid Reset Link' })).toBeVisible();
  expect(screen.queryByLabelText('New Password')).toBeNull();
});

test('[RESET-14][RESET-22] a session from the emailed link sees a form for the new password', async () => {
  await signedIn({ byLink: true });
  open();
  expect(await screen.findByLabelText('New Password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByLabelText('Confirm Password')).toHaveAttribute('type', 'password');
  expect(screen.getByText(`For ${mara.email}`)).toBeVisible();
});

test('[RESET-15][RESET-16][RESET-17] short or different passwords are not sent, and say what is wrong', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('12345', '123456');
  await update();
  expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible();
  expect(screen.getByText('Passwords do not match')).toBeVisible();
  expect(screen.getByLabelText('New Password')).toHaveFocus();
  fireEvent.change(screen.getByLabelText('New Password'), { target: { value: '123456' } });
  await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  expect(server.asked(updateCall)).toEqual([]);
});

test('[RESET-18][RESET-19][RESET-20] a new password is confirmed, and after 3 seconds the page continues to /auth', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('secret-13');
  server.answer(updateCall, sessionOf(mara).user);
  fireEvent.submit(screen.getByRole('form'));
  await settled();
  expect(server.bodies(updateCall)).toEqual([expect.objectContaining({ password: 'secret-13' })]);
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('Your password is set');
  expect(toasts()).toEqual([['success', 'Password updated', 'Your password has been successfully reset']]);
  expect(sessionStorage.getItem('tessera-recovery')).toBeNull();
  await pass(2_999);
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await pass(1);
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/auth');
});

test('[RESET-15][RESET-16][SPC-01] a new password of six characters is sent', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('fog-72');
  server.answer(updateCall, sessionOf(mara).user);
  await update();
  await waitFor(() => expect(server.bodies(updateCall)).toEqual([expect.objectContaining({ password: 'fog-72' })]));
});

test('[SEC-07] the form says how strong the new password is', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('password1');
  const strength = await screen.findByRole('progressbar', { name: 'Password strength' });
  await waitFor(() => expect(strength).toHaveAttribute('aria-valuetext', expect.stringMatching(/weak/i)));
});

test('[SEC-07] a password that is easy to guess is named at its field', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('password123');
  const msg = 'Many people use this password, so it is easy to guess. Please choose another one.';
  server.answer(updateCall, authRefusal(422, { error_code: 'weak_password', msg }));
  await update();
  await waitFor(() => expect(toasts()).toEqual([['error', 'Password update failed', msg]]));
  expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(msg);
  expect(screen.getByLabelText('New Password')).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
});

const expectRefused = async (words: string) => {
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(toasts()).toEqual([['error', 'Password update failed', words]]);
};

test('[RESET-21] a password that the server refuses says why, and another can be tried', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('secret-12');
  const msg = 'New password should be different from the old password.';
  server.answer(updateCall, authRefusal(422, { error_code: 'same_password', msg }));
  await update();
  await expectRefused(msg);
  expect(screen.getByRole('button', { name: 'Update Password' })).toBeEnabled();
});

test('[RESET-21] a failure without a message from the server says that the password was not updated', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('secret-13');
  server.lose(updateCall);
  await update();
  await expectRefused('Failed to update password');
});
