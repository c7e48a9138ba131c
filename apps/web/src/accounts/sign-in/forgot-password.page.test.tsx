import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auth } from '../../kernel/session.test-kit.ts';
import { answering, arrival, openPage, server, stubServer } from '../auth.test-kit.tsx';
import { ForgotPasswordPage } from './forgot-password.page.tsx';

const { told } = vi.hoisted(() => ({ told: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }));
vi.mock('../../kernel/toast.tsx', () => ({ toast: told }));

const open = () => openPage('/auth/forgot-password', ForgotPasswordPage);
const send = () => screen.getByRole('button', { name: 'Send Reset Link' });

const ask = async (email = 'mara@studio.test') => {
  open();
  await userEvent.type(screen.getByLabelText('Email'), `${email}{Enter}`);
};

beforeEach(() => {
  server.mockReset();
  told.success.mockReset();
  told.error.mockReset();
  stubServer();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('[RESET-01][RESET-02] it asks for an email address, and sends nothing if that isn’t valid', async () => {
  await ask('mara@');
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(server).not.toHaveBeenCalled();
});

test('[RESET-03][RESET-04][RESET-05][RESET-06][API-14] idle, sending, and a confirmation that leads back', async () => {
  let answer: (response: Response) => void = () => undefined;
  server.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  open();
  expect(send()).toBeEnabled();
  await userEvent.type(screen.getByLabelText('Email'), 'mara@studio.test{Enter}');
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  const [path, body] = server.mock.calls[0] ?? [];
  const back = `${window.location.origin}/auth/reset-password`;
  expect(path).toBe(`/auth/v1/recover?redirect_to=${encodeURIComponent(back)}`);
  expect(body).toMatchObject({ email: 'mara@studio.test' });
  answer(Response.json({}));
  expect(await screen.findByRole('status')).toHaveTextContent('If mara@studio.test has an account');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Check your email');
  expect(screen.queryByRole('form')).toBeNull();
  expect(told.success).toHaveBeenCalledWith('Reset link sent', 'Check your email for a password reset link');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Sign In' }));
  expect(await arrival()).toHaveTextContent('/auth?tab=login');
});

test('[RESET-03][RESET-07] a refusal shows the server’s message, and when to try again', async () => {
  const refusal = { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Email rate limit exceeded.' };
  server.mockImplementation(answering('/auth/v1/recover', refusal, { status: 429, headers: { 'retry-after': '60' } }));
  await ask();
  const words = 'Email rate limit exceeded. You can try again in 60 seconds.';
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(told.error).toHaveBeenCalledWith('Password reset failed', words);
  expect(send()).toBeEnabled();
});

test('[RESET-07] a failure without a message from the server says that the email could not be sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  await ask();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send password reset email');
  expect(told.error).toHaveBeenCalledWith('Password reset failed', 'Failed to send password reset email');
});

test('[RESET-08] an exception is shown as an unexpected error', async () => {
  vi.spyOn(auth, 'resetPasswordForEmail').mockRejectedValue(new Error('storage is locked'));
  await ask();
  expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred');
  expect(told.error).toHaveBeenCalledWith('Password reset failed', 'An unexpected error occurred');
});
