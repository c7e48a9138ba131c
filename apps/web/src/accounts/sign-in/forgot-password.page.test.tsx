import { screen } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { arrival, authRefusal, openPage } from '../auth.test-kit.tsx';
import { ForgotPasswordPage } from './forgot-password.page.tsx';

const recover = 'POST /auth/v1/recover';

const open = () => openPage('/auth/forgot-password', ForgotPasswordPage);
const send = () => screen.getByRole('button', { name: 'Send Reset Link' });
const submit = (email: string) => user().type(screen.getByLabelText('Email'), `${email}{Enter}`);

const ask = async (email = 'mara@studio.test') => {
  open();
  await submit(email);
};

beforeEach(() => {
  // The client reports a lost connection there.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test('[RESET-01][RESET-02] it asks for an email address, and sends nothing if that isn’t valid', async () => {
  await ask('mara@');
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(server.asked()).toEqual([]);
});

test('[RESET-03][RESET-04][RESET-05][RESET-06][API-14] idle, sending, and a confirmation that leads back', async () => {
  const sending = server.hold(recover);
  open();
  expect(send()).toBeEnabled();
  await submit('mara@studio.test');
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  const back = `${window.location.origin}/auth/reset-password`;
  expect(server.asked().map(({ path }) => path)).toEqual([`/auth/v1/recover?redirect_to=${encodeURIComponent(back)}`]);
  expect(server.bodies(recover)).toEqual([expect.objectContaining({ email: 'mara@studio.test' })]);
  await sending.answer({});
  const [notice] = await screen.findAllByRole('status');
  expect(notice).toHaveTextContent('If mara@studio.test has an account');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Check your email');
  expect(screen.queryByRole('form')).toBeNull();
  expect(toasts()).toEqual([['success', 'Reset link sent', 'Check your email for a password reset link']]);
  await user().click(screen.getByRole('link', { name: 'Back to Sign In' }));
  expect(await arrival()).toHaveTextContent('/auth?tab=login');
});

const expectRefused = async (words: string) => {
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(toasts()).toEqual([['error', 'Password reset failed', words]]);
};

test('[RESET-03][RESET-07] a refusal shows the server’s message, and when to try again', async () => {
  const refusal = { error_code: 'over_email_send_rate_limit', msg: 'Email rate limit exceeded.' };
  server.answer(recover, authRefusal(429, refusal, { 'retry-after': '60' }));
  await ask();
  await expectRefused('Email rate limit exceeded. You can try again in 60 seconds.');
  expect(send()).toBeEnabled();
});

test('[RESET-07] a failure without a message from the server says that the email could not be sent', async () => {
  server.lose(recover);
  await ask();
  await expectRefused('Failed to send password reset email');
});

test('[RESET-08] an exception is shown as an unexpected error', async () => {
  // While the storage is locked, the client can't clean up after a refusal.
  server.answer(recover, () => {
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('storage is locked', 'SecurityError');
    });
    return authRefusal(500, {})();
  });
  await ask();
  await expectRefused('An unexpected error occurred');
});
