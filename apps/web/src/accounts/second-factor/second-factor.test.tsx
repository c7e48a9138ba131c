import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import '../profile/profile.atoms.ts';
import { accessToken, openAuth, secondFactorAtom, sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { server } from '../../testing/server.test-kit.ts';
import type { Asked } from '../../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { arrival, authRefusal, mara, openPage } from '../auth.test-kit.tsx';
import { useOwnerForm } from '../owner-fields.tsx';
import { AuthPage } from '../sign-in/auth.page.tsx';
import { SettingsPage } from '../settings/settings.page.tsx';

const profile = {
  role: 'creator',
  user_id: 'mara',
  name: 'Mara Ellison',
  email: mara.email,
  phone: '+1 555 010 2030',
  social_handle: '@mara.frames',
  payment_method: 'venmo',
  venmo_name: 'mara-pays',
  paypal_email: null,
  bank_name: null,
  bank_account: null,
  bank_routing: null,
  sale_mails: 'at_once',
  asks_to_confirm_email: false,
  wanted_mails: ['payout_sent'],
};
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `7QX2M-K9T4${index}`);

/** What the server knows: whether the app is set up, what the passkeys are called, and how many codes are left. */
let factor: 'none' | 'unverified' | 'verified' = 'none';
let passkeys: { readonly id: string; readonly name: string; readonly status: string }[] = [];
let codesLeft = 0;
/** Within five minutes of the owner's last proof. */
let isFresh = true;

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replace(/=/g, '');
const exp = Date.UTC(2026, 10, 28, 13) / 1_000;
const tokenOf = (aal: string) => `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'mara', aal, exp })}.c2ln`;
const times = { created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-22T12:00:00Z' };
const userNow = () => ({
  ...sessionOf(mara).user,
  factors: [
    ...(factor === 'none' ? [] : [{ id: 'app-1', factor_type: 'totp', status: factor, ...times }]),
    ...passkeys.map(({ id, name, status }) => ({ id, friendly_name: name, factor_type: 'webauthn', status, ...times })),
  ],
});
const isOn = () => factor === 'verified' || passkeys.some(({ status }) => status === 'verified');
const session = (aal: string) => ({ ...sessionOf({ ...mara, accessToken: tokenOf(aal) }), user: userNow() });
const refusal = (status: number, error_code: string, msg: string) => authRefusal(status, { error_code, msg })();

type Fields = Readonly<Record<string, unknown>>;

const routes: Readonly<Record<string, (body: Fields) => unknown>> = {
  'POST /auth/v1/token': (body) => session('refresh_token' in body && isOn() ? 'aal2' : 'aal1'),
  'GET /auth/v1/user': () => userNow(),
  'POST /auth/v1/factors': (body) => {
    if (!isFresh) return refusal(403, 'reauthentication_needed', 'Please confirm that it’s you first');
    if (body['factor_type'] === 'webauthn') {
      const { friendly_name } = body as { friendly_name: string };
      const name = friendly_name || `Passkey ${passkeys.length + 1}`;
      passkeys = [...passkeys, { id: 'key-1', name, status: 'unverified' }];
      return { id: 'key-1', type: 'webauthn', friendly_name: name };
    }
    factor = 'unverified';
    return { id: 'app-1', type: 'totp', totp: { qr_code: '<svg/>', secret, uri: 'otpauth://totp/x' } };
  },
  'POST /auth/v1/factors/app-1/challenge': () => ({ id: 'c1', type: 'totp', expires_at: exp }),
  'POST /auth/v1/factors/app-1/verify': (body) => {
    if (body['code'] === '429429') return refusal(429, 'over_request_rate_limit', 'There were too many wrong codes.');
    if (body['code'] !== '123456') return refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    factor = 'verified';
    return session('aal2');
  },
  'DELETE /auth/v1/factors/app-1': () => {
    factor = 'none';
    return { id: 'app-1' };
  },
  'POST /auth/v1/factors/key-1/challenge': () => {
    const isNew = passkeys.some(({ status }) => status === 'unverified');
    const creation = {
      rp: { id: 'localhost', name: 'Tessera' },
      user: { id: 'bWFyYQ', name: mara.email },
      pubKeyCredParams: [],
    };
    const publicKey = { challenge: 'Y2hhbGxlbmdl', ...(isNew ? creation : { rpId: 'localhost' }) };
    const webauthn = { type: isNew ? 'create' : 'request', credential_options: { publicKey } };
    return { id: 'c2', type: 'webauthn', expires_at: exp, webauthn };
  },
  'POST /auth/v1/factors/key-1/verify': (body) => {
    const { credential_response } = body['webauthn'] as { credential_response: { id: string } };
    if (credential_response.id === 'strange') {
      return refusal(
        422,
        'unknown_passkey',
        'That passkey doesn’t belong to this account. Try another one, or use a code.',
      );
    }
    passkeys = passkeys.map((passkey) => ({ ...passkey, status: 'verified' }));
    return session('aal2');
  },
  'DELETE /auth/v1/factors/key-1': () => {
    passkeys = [];
    return { id: 'key-1' };
  },
  'GET /api/account/recovery-codes': () => ({ left: codesLeft }),
  'POST /api/account/recovery-codes': () => {
    codesLeft = 9;
    return { codes };
  },
  'POST /api/account/recovery-codes/use': (body) => {
    if (body['code'] === codes[0]) return session('aal2');
    const error = { code: 'wrong_code', message: 'That code isn’t right, or it has already been used.' };
    return Response.json({ error }, { status: 422 });
  },
  'POST /api/account/confirm': (body) => {
    const hasPasskey = (body['passkey'] as { factor_id?: string } | undefined)?.factor_id === 'key-1';
    if (isOn() && body['code'] !== '123456' && !hasPasskey) {
      const error = { code: 'wrong_code', message: 'No', fields: { code: 'That code isn’t right' } };
      return Response.json({ error }, { status: 422 });
    }
    isFresh = true;
    return undefined;
  },
  'GET /api/profile': () => profile,
  'GET /api/profile/page': () => ({ handle: '', bio: '', links: [], shows_licenses: false }),
  'POST /auth/v1/logout': () => undefined,
};

beforeEach(() => {
  factor = 'none';
  passkeys = [];
  codesLeft = 0;
  isFresh = true;
  for (const [call, answer] of Object.entries(routes)) {
    server.answer(call, ({ body }: Asked) => answer(body as Fields));
  }
});

afterEach(() => vi.unstubAllGlobals());

/** What the browser's own dialog does: answers with a passkey, or as someone does who cancels it. */
let browserAnswers: () => unknown;
class PublicKeyCredential {
  readonly type = 'public-key';
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
  readonly #bytes = new Uint8Array([1, 2, 3]).buffer;
  readonly response = {
    clientDataJSON: this.#bytes,
    attestationObject: this.#bytes,
    authenticatorData: this.#bytes,
    signature: this.#bytes,
  };
  toJSON() {
    return { id: this.id, rawId: this.id, type: this.type, response: {} };
  }
}
const calledOff = () => {
  throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
};
const withPasskeys = () => {
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  const ask = async () => browserAnswers();
  Object.defineProperty(navigator, 'credentials', { value: { create: ask, get: ask }, configurable: true });
  browserAnswers = () => new PublicKeyCredential('blue');
};
const hasPasskey = () => {
  passkeys = [{ id: 'key-1', name: 'Blue key', status: 'verified' }];
  codesLeft = 9;
};

const button = (name: string) => screen.findByRole('button', { name });
const click = async (name: string) => user().click(await button(name));
const type = async (label: string, text: string) => user().type(await screen.findByLabelText(label), text);

describe('at sign-in', () => {
  const signIn = async () => {
    factor = 'verified';
    openPage('/auth', AuthPage, { authType: 'login' });
    await type('Email', mara.email);
    await type('Password', 'secret-12');
    await click('Sign In');
    return screen.findByRole('form', { name: 'Enter your code' });
  };

  test('[SEC-08] after the password a code is required; until then nobody is signed in', async () => {
    await signIn();
    const code = await screen.findByLabelText('Code');
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect([store.get(secondFactorAtom), store.get(sessionAtom), await accessToken()]).toEqual(['awaited', null, null]);
    expect(toasts()).toEqual([]);

    await user().type(code, '12{Enter}');
    expect(await screen.findByText('Please enter the 6 digits your app shows')).toBeVisible();
    await user().clear(code);
    await user().type(code, '000 000{Enter}');
    expect(await screen.findByText(/That code isn’t right, or it has already been used/)).toBeVisible();
    expect(code).toHaveFocus();
    await user().clear(code);
    await user().type(code, '429429{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('There were too many wrong codes.');
    await user().clear(code);
    await user().type(code, '123456{Enter}');
    expect(await arrival()).toHaveTextContent('/creator/dashboard');
    await waitFor(() => expect(toasts()).toEqual([['success', 'Login successful', 'Welcome back!']]));
    expect([store.get(secondFactorAtom), store.get(sessionAtom)?.userId]).toEqual(['given', 'mara']);
  });

  test('[SEC-08] a recovery code works in place of the app', async () => {
    await signIn();
    await click('Use a recovery code');
    const code = await screen.findByLabelText('Recovery code');
    await waitFor(() => expect(code).toHaveFocus());
    await user().type(code, 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('That code isn’t right');
    await user().clear(code);
    await user().type(code, `${codes[0]}{Enter}`);
    expect(await arrival()).toHaveTextContent('/creator/dashboard');
    const used = server.asked('POST /api/account/recovery-codes/use').at(-1);
    expect(used?.headers.get('authorization')).toBe(`Bearer ${tokenOf('aal1')}`);
  });

  const arriveWithPassword = async () => {
    openPage('/auth', AuthPage, { authType: 'login' });
    await type('Email', mara.email);
    await type('Password', 'secret-12');
    await click('Sign In');
  };

  test('[SEC-08] a passkey signs its owner in; canceling, or using an unknown one, shows a message and allows another try', async () => {
    withPasskeys();
    hasPasskey();
    await arriveWithPassword();
    const use = await button('Use a passkey');
    await waitFor(() => expect(use).toHaveFocus());
    expect(screen.getByRole('region', { name: 'Use your passkey' })).toBeVisible();
    browserAnswers = calledOff;
    await click('Use a passkey');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your device didn’t provide a passkey. Try again, or use a code.',
    );
    browserAnswers = () => new PublicKeyCredential('strange');
    await click('Use a passkey');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('doesn’t belong to this account'));
    expect([store.get(secondFactorAtom), store.get(sessionAtom)]).toEqual(['awaited', null]);
    browserAnswers = () => new PublicKeyCredential('blue');
    await click('Use a passkey');
    expect(await arrival()).toHaveTextContent('/creator/dashboard');
    expect([store.get(secondFactorAtom), store.get(sessionAtom)?.userId]).toEqual(['given', 'mara']);
  });

  test('[SEC-08] an account that also has an app can choose; a browser without passkeys asks for the code, and says why', async () => {
    hasPasskey();
    factor = 'verified';
    await arriveWithPassword();
    await screen.findByLabelText('Code');
    await click('Use a passkey');
    expect(await screen.findByText(/This browser can’t use passkeys here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    await click('Use a recovery code');
    expect(await screen.findByLabelText('Recovery code')).toBeVisible();
    await click('Use my authenticator app');
    await type('Code', '123456{Enter}');
    expect(await arrival()).toHaveTextContent('/creator/dashboard');
  });

  test('[SEC-08] canceling ends the session and shows the sign-in form', async () => {
    await signIn();
    await click('Cancel');
    expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
    expect(server.asked('POST /auth/v1/logout')).toHaveLength(1);
    expect(store.get(secondFactorAtom)).toBe('off');
  });
});

describe('in the account', () => {
  const openAccount = async () => {
    await signIn(mara);
    // As if what it asks for beside the password had been given.
    const auth = await openAuth();
    await act(() => auth.refreshSession());
    openPage('/account', SettingsPage);
    await screen.findByRole('form', { name: 'Profile' });
  };

  const turnOn = async () => {
    await openAccount();
    await click('Set up an app');
    await type('Code', '123456{Enter}');
    await screen.findByRole('list', { name: 'Recovery codes' });
  };

  test('[SEC-08] an app is set up with a QR code or by hand and confirmed by a code; the recovery codes are shown once', async () => {
    isFresh = false;
    await openAccount();
    await click('Set up an app');
    await type('Your password', 'secret-12');
    await click('Confirm');
    const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent('<svg/>')}`);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const code = screen.getByLabelText('Code');
    await user().type(code, '000000{Enter}');
    expect(await screen.findByText(/That code isn’t right/)).toBeVisible();
    await user().clear(code);
    await user().type(code, '123456{Enter}');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    await click('Copy');
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(codes[0]);
    await click('I’ve saved them');
    expect(await screen.findByText(/9 recovery codes left/)).toBeVisible();
    expect(screen.queryByText(codes[0]!)).toBeNull();
    expect(screen.getByRole('group', { name: 'Second factor' })).toHaveFocus();
  });

  test('[SEC-08] the setup can be canceled', async () => {
    await openAccount();
    await click('Set up an app');
    await screen.findByLabelText('Code');
    await click('Cancel');
    expect(await button('Set up an app')).toBeVisible();
    await waitFor(() => expect(server.asked('DELETE /auth/v1/factors/app-1')).toHaveLength(1));
  });

  test('[SEC-08] new recovery codes are created on request', async () => {
    await turnOn();
    await click('I’ve saved them');
    await click('New recovery codes');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    expect(server.asked('POST /api/account/recovery-codes')).toHaveLength(2);
  });

  test('[SEC-06] removing it requires the password and a code', async () => {
    await turnOn();
    await click('I’ve saved them');
    await click('Remove… Authenticator app');
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove your second factor?' });
    await type('Your password', 'secret-12');
    await user().type(within(dialog).getByLabelText('Code'), '000000');
    await click('Remove');
    expect(await screen.findByText('That code isn’t right')).toBeVisible();
    expect(server.asked('DELETE /auth/v1/factors/app-1')).toEqual([]);
    await user().clear(within(dialog).getByLabelText('Code'));
    await user().type(within(dialog).getByLabelText('Code'), '123456');
    await click('Remove');
    expect(await button('Set up an app')).toBeVisible();
    expect(server.bodies('POST /api/account/confirm').at(-1)).toEqual({ password: 'secret-12', code: '123456' });
    expect(store.get(secondFactorAtom)).toBe('off');
  });

  test('[SEC-08] a passkey is added with a name, and listed with its dates; the recovery codes are shown once', async () => {
    withPasskeys();
    await openAccount();
    await click('Add a passkey');
    await waitFor(() => expect(screen.getByLabelText('Name (optional)')).toHaveFocus());
    browserAnswers = calledOff;
    await type('Name (optional)', 'Blue key{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your device didn’t provide a passkey. Try again');
    await waitFor(() => expect(server.asked('DELETE /auth/v1/factors/key-1')).toHaveLength(1));
    browserAnswers = () => new PublicKeyCredential('blue');
    await click('Continue');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    expect(server.bodies('POST /auth/v1/factors').at(-1)).toMatchObject({ friendly_name: 'Blue key' });
    await click('I’ve saved them');
    const list = within(await screen.findByRole('list', { name: 'Second factors' }));
    expect(list.getByRole('button', { name: 'Remove… Blue key' })).toBeVisible();
    expect(list.getByText('Added Nov 20, 2026. Last used Nov 22, 2026.')).toBeVisible();
    expect(screen.getByText('You have 9 recovery codes left.')).toBeVisible();
  });

  test('[SEC-08] while recovery codes are left, adding another factor creates no new ones', async () => {
    withPasskeys();
    factor = 'verified';
    codesLeft = 4;
    await openAccount();
    await click('Add a passkey');
    await click('Continue');
    expect(await button('Remove… Passkey 1')).toBeVisible();
    expect(screen.getByText('You have 4 recovery codes left.')).toBeVisible();
    expect(server.asked('POST /api/account/recovery-codes')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Set up an app' })).toBeNull();
  });

  test('[SEC-08] the owner confirms with password and passkey; one factor is removed, the other stays', async () => {
    withPasskeys();
    hasPasskey();
    factor = 'verified';
    await openAccount();
    await click('Remove… Blue key');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove “Blue key”?' }));
    await user().click(dialog.getByRole('button', { name: 'Use a passkey' }));
    expect(await dialog.findByText('Please enter your password')).toBeVisible();
    await type('Your password', 'secret-12');
    browserAnswers = calledOff;
    await user().click(dialog.getByRole('button', { name: 'Use a passkey' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Your device didn’t provide a passkey.');
    browserAnswers = () => new PublicKeyCredential('blue');
    await user().click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove… Blue key' })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.bodies('POST /api/account/confirm').at(-1)).toMatchObject({
      password: 'secret-12',
      passkey: {
        factor_id: 'key-1',
        challenge_id: 'c2',
        credential_response: { id: 'blue', rawId: 'blue', type: 'public-key', response: { signature: 'AQID' } },
      },
    });
    expect(await button('Remove… Authenticator app')).toBeVisible();
    expect(server.asked('DELETE /auth/v1/factors/app-1')).toEqual([]);
  });

  test('a failure after the passkey was accepted is not blamed on the passkey', async () => {
    withPasskeys();
    hasPasskey();
    await openAccount();
    const afterward = () => Promise.reject(new Error('The list could not be read'));
    const { result } = renderHook(() => useOwnerForm(() => Promise.resolve(), afterward));
    act(() => result.current.form.setValue('password', 'secret-12'));
    await act(() => expect(result.current.submitWithPasskey()).rejects.toThrow('The list could not be read'));
    expect(result.current.refusal).toBeNull();
  });

  test('[SEC-08] a browser without passkeys shows a message in place of the button', async () => {
    await openAccount();
    expect(await screen.findByText(/This browser can’t add passkeys here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});
