import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auth, sessionOf } from '../../kernel/session.test-kit.ts';
import { answering, arrival, mara, openPage, server, stubServer } from '../auth.test-kit.tsx';
import { ResetPasswordPage } from './reset-password.page.tsx';

const { told } = vi.hoisted(() => ({ told: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: told }));

const open = () => openPage('/auth/reset-password', ResetPasswordPage);

/** Signed in; with the mark of an opened reset link in this tab, or without. */
const signedIn = async ({ byLink }: { byLink: boolean }) => {
  server.mockImplementation(answering('/auth/v1/token', sessionOf(mara)));
  await act(() => auth.signInWithPassword({ email: mara.email, password: 'secret-12' }));
  if (byLink) sessionStorage.setItem('tessera-recovery', mara.id);
};

const fill = async (password: string, confirmPassword = password) => {
  fireEvent.change(await screen.findByLabelText('New Password'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('Confirm Password'), { target: { value: confirmPassword } });
};
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Password' }));

beforeEach(() => {
  server.mockReset();
  told.success.mockReset();
  told.error.mockReset();
  stubServer();
});

afterEach(async () => {
  vi.useRealTimers();
  server.mockImplementation(() => new Response(null, { status: 204 }));
  await act(() => auth.signOut({ scope: 'local' }));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[RESET-10][RESET-11][RESET-12][RESET-13][API-15] it checks the session, and without one the link is invalid', async () => {
  let answer: () => void = () => undefined;
  const getSession = vi
    .spyOn(auth, 'getSession')
    .mockReturnValue(new Promise((resolve) => (answer = () => resolve({ data: { session: null }, error: null }))));
  open();
  expect(await screen.findByText('Checking your session...')).toBeVisible();
  await vi.waitFor(() => expect(getSession).toHaveBeenCalled());
  answer();
  const card = await screen.findByRole('region', { name: 'Invalid Reset Link' });
  expect(card).toHaveTextContent('invalid or has expired');
  expect(card).toHaveTextContent('Please request a new one');
  expect(screen.queryByText('Checking your session...')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Go to Login' }));
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
  server.mockReset();
  await fill('12345', '123456');
  await update();
  expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
  expect(screen.getByText('Passwords do not match')).toBeVisible();
  expect(screen.getByLabelText('New Password')).toHaveFocus();
  fireEvent.change(screen.getByLabelText('New Password'), { target: { value: '123456' } });
  await vi.waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  expect(server).not.toHaveBeenCalled();
});

test('[RESET-18][RESET-19][RESET-20] a new password is confirmed, and after 3 seconds the page continues to /auth', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('secret-13');
  server.mockReset();
  server.mockImplementation(answering('/auth/v1/user', mara));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.submit(screen.getByRole('form'));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(server).toHaveBeenCalledWith('/auth/v1/user', expect.objectContaining({ password: 'secret-13' }));
  expect(screen.getByRole('status')).toHaveTextContent('Your password is set');
  expect(told.success).toHaveBeenCalledWith('Password updated', 'Your password has been successfully reset');
  expect(sessionStorage.getItem('tessera-recovery')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2_999));
  expect(screen.queryByLabelText('arrival')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByLabelText('arrival')).toHaveTextContent('/auth');
});

test('[RESET-21] a password that the server refuses says why, and another can be tried', async () => {
  await signedIn({ byLink: true });
  open();
  await fill('secret-12');
  const same = {
    code: 422,
    error_code: 'same_password',
    msg: 'New password should be different from the old password.',
  };
  server.mockImplementation(answering('/auth/v1/user', same, { status: 422 }));
  await update();
  expect(await screen.findByRole('alert')).toHaveTextContent(same.msg);
  expect(told.error).toHaveBeenCalledWith('Password update failed', same.msg);
  expect(screen.getByRole('button', { name: 'Update Password' })).toBeEnabled();
});

test('[RESET-21] a failure without a message from the server says that the password was not updated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await signedIn({ byLink: true });
  open();
  await fill('secret-13');
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  await update();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update password');
  expect(told.error).toHaveBeenCalledWith('Password update failed', 'Failed to update password');
});
