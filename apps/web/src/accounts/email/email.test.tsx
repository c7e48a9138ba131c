import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { server } from '../../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { authRefusal, mara } from '../auth.test-kit.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ConfirmEmailNotice } from './confirm-email-notice.tsx';
import { ConfirmEmailPage } from './confirm-email.page.tsx';

const change = 'POST /api/account/email';
const confirm = 'POST /api/account/email/confirm';
const resend = 'POST /auth/v1/resend';
const profile = { role: 'creator', user_id: 'mara', name: 'Mara', email: mara.email, asks_to_confirm_email: true };

beforeEach(() => {
  server.answer(change);
  server.answer(confirm);
  server.answer(resend, {});
});

describe('the notice', () => {
  const open = async (asks_to_confirm_email: boolean) => {
    server.answer('GET /api/profile', { ...profile, asks_to_confirm_email });
    await signIn(mara);
    showRoutes([{ path: '*', Component: ConfirmEmailNotice }], { initialEntries: ['/'] });
  };

  it('[FIX-35] asks calmly until the address is confirmed, and sends the email again', async () => {
    await open(true);
    const notice = await screen.findByRole('status');
    expect(notice).toHaveTextContent('Press the button in our email to mara@studio.test.');
    await user().click(within(notice).getByRole('button', { name: 'Send again' }));
    await waitFor(() =>
      expect(toasts()).toEqual([['success', 'Email sent', 'Please check mara@studio.test, and your spam folder too.']]),
    );
    expect(server.bodies(resend)).toEqual([expect.objectContaining({ type: 'signup', email: mara.email })]);
    const tooMany = { error_code: 'over_email_send_rate_limit', msg: 'Email rate limit exceeded.' };
    server.answer(resend, authRefusal(429, tooMany, { 'retry-after': '60' }));
    await user().click(within(notice).getByRole('button', { name: 'Send again' }));
    await waitFor(() =>
      expect(toasts().at(-1)).toEqual([
        'error',
        'The email was not sent',
        'Email rate limit exceeded. You can try again in 60 seconds.',
      ]),
    );
  });

  it('[FIX-35] is gone once the address is confirmed', async () => {
    await open(false);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('another address', () => {
  const open = async () => {
    await signIn(mara);
    const onDone = vi.fn();
    showRoutes([{ path: '*', element: <ChangeEmailForm onDone={onDone} /> }], { initialEntries: ['/'] });
    return onDone;
  };
  const ask = async (email: string, password = 'secret-12') => {
    await user().type(screen.getByLabelText('New email'), email);
    await user().click(screen.getByRole('button', { name: 'Send the link' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user().type(dialog.getByLabelText('Your password'), password);
    await user().click(dialog.getByRole('button', { name: 'Send the link' }));
  };

  it('[FIX-35] is asked for with the password, and changes once its link is confirmed', async () => {
    const onDone = await open();
    await user().type(screen.getByLabelText('New email'), 'mi\u200bra@example.com');
    expect(await screen.findByText(/This address contains spaces or invisible characters/)).toBeVisible();
    await user().clear(screen.getByLabelText('New email'));
    await ask('mara@new.test');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(server.bodies(change)).toEqual([{ email: 'mara@new.test', password: 'secret-12' }]);
    const words = 'We sent a link to mara@new.test. Your address changes once you confirm it there.';
    expect(toasts()).toEqual([['success', 'Check your new inbox', words]]);
  });

  it('[FIX-35] says why no link was sent', async () => {
    const onDone = await open();
    server.refuseOnce(change, 422, {
      code: 'user_already_exists',
      message: 'An account with this email already exists.',
    });
    await ask('mara@taken.test');
    expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email already exists.');
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('the link to another address', () => {
  const Account = () => <output aria-label="account">{useLocation().hash}</output>;
  const open = async (hash: string) => {
    server.answer('GET /api/profile', { ...profile, email: 'mara@new.test', asks_to_confirm_email: false });
    server.answer('GET /auth/v1/user', sessionOf(mara).user);
    await signIn(mara);
    showRoutes(
      [
        { path: '/account/email', Component: ConfirmEmailPage },
        { path: '/account', Component: Account },
      ],
      { initialEntries: [{ pathname: '/account/email', hash }] },
    );
  };
  const link = `#${new URLSearchParams({ token: 'mara.secret', email: 'mara@new.test' }).toString()}`;

  it('[FIX-35] [FIX-29] changes nothing when it is opened, and the address with one press', async () => {
    await open(link);
    expect(server.asked(confirm)).toEqual([]);
    expect(screen.getByText(/you’ll sign in with mara@new.test/)).toBeVisible();
    server.answer('POST /auth/v1/token', sessionOf({ ...mara, email: 'mara@new.test' }));
    await user().click(screen.getByRole('button', { name: 'Use this address' }));
    expect(await screen.findByLabelText('account')).toHaveTextContent('#sign-in');
    expect(server.bodies(confirm)).toEqual([{ token: 'mara.secret', email: 'mara@new.test' }]);
    expect(toasts()).toEqual([['success', 'Email address changed', 'From now on, you sign in with mara@new.test.']]);
  });

  it('[FIX-35] says so if it is no longer good', async () => {
    await open(link);
    server.refuseOnce(confirm, 422, { code: 'email_link_over', message: 'This link has expired or was already used.' });
    await user().click(screen.getByRole('button', { name: 'Use this address' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired or was already used.');
    expect(screen.getByRole('button', { name: 'Use this address' })).toBeEnabled();
  });

  it.each(['', '#token=mara.secret', '#email=mara@new.test'])(
    '[FIX-35] says so if it is incomplete: %j',
    async (hash) => {
      await open(hash);
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This link is incomplete');
      expect(screen.queryByRole('button')).toBeNull();
    },
  );
});
