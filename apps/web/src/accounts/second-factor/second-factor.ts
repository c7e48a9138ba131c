import type { RecoveryCodes, RecoveryCodesLeft } from '@tessera/contract/accounts/account';
import type { AuthSession } from '@tessera/contract/accounts/auth';
import type { AuthError, Factor, User } from '@supabase/auth-js';
import type { OwnPasswordForm, RecoveryCodeForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { get, post } from '../../kernel/send.ts';
import { openAuth } from '../../kernel/session.ts';
import { withConfirmation } from '../confirmation.atoms.ts';
import { isRefusedFor } from '../error-messages.ts';

const codes = '/api/account/recovery-codes';
const qrPrefix = 'data:image/svg+xml;utf-8,';

interface Answer {
  readonly data: unknown;
  readonly error: AuthError | null;
}

/** The data of the accounts client's answer. @throws the error in the answer */
export const unwrap = async <Result extends Answer>(
  call: Promise<Result>,
): Promise<Extract<Result, { readonly error: null }>['data']> => {
  const { data, error } = await call;
  if (error) throw error;
  return data;
};

export const verifiedOf = (user: User | undefined) =>
  user?.factors?.filter(({ status }) => status === 'verified') ?? [];

export const sessionUser = async () => (await (await openAuth()).getSession()).data.session?.user;

/** The factors that are set up; if the server can't be reached, those that the session knows of. */
export const ownFactors = async (): Promise<readonly Factor[]> => {
  const { data } = await (await openAuth()).getUser();
  return verifiedOf(data.user ?? (await sessionUser()));
};

/** The name that its owner gave it. */
export const factorName = ({ factor_type, friendly_name }: Factor): string =>
  friendly_name ?? (factor_type === 'totp' ? 'Authenticator app' : 'Passkey');

export interface SetUp {
  readonly factorId: string;
  /** A data URL. */
  readonly qrCode: string;
  readonly secret: string;
}

/** @throws the refusal */
export const beginSetUp = (): Promise<SetUp> =>
  withConfirmation(async () => {
    const { id, totp } = await unwrap((await openAuth()).mfa.enroll({ factorType: 'totp' }));
    const svg = totp.qr_code.slice(qrPrefix.length);
    return { factorId: id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret: totp.secret };
  });

/** Begins to add a passkey, and returns its factor id. @param name if it is empty, the server numbers the passkey */
export const beginPasskey = (name: string): Promise<string> =>
  withConfirmation(async () => {
    const { mfa } = await openAuth();
    return (await unwrap(mfa.enroll({ factorType: 'webauthn', friendlyName: name }))).id;
  });

/** Cancels a setup. A failure doesn't matter: an unfinished factor is useless, and finishing the next one removes it. */
export const cancelSetUp = async (factorId: string) => (await openAuth()).mfa.unenroll({ factorId });

const giveCode = async (factorId: string, code: string) =>
  unwrap((await openAuth()).mfa.challengeAndVerify({ factorId, code }));

/** Completes the setup with a code from the app. @throws the refusal */
export const finishSetUp = async ({ factorId }: SetUp, code: string): Promise<void> => {
  await giveCode(factorId, code);
};

export const isWrongCode = (error: unknown) => isRefusedFor('mfa_verification_failed', error);

/** Tries the code on one app after another. @throws the last refusal */
const tryCodeOnEach = async ([id = '', ...others]: readonly string[], code: string): Promise<void> => {
  try {
    await giveCode(id, code);
  } catch (error) {
    if (!isWrongCode(error) || others.length === 0) throw error;
    await tryCodeOnEach(others, code);
  }
};

/** Signs in with a code from any of the account's apps. @throws the last refusal */
export const signInWithCode = async (code: string): Promise<void> =>
  tryCodeOnEach(
    verifiedOf(await sessionUser())
      .filter(({ factor_type }) => factor_type === 'totp')
      .map(({ id }) => id),
    code,
  );

/** @throws the refusal */
export const signInWithRecoveryCode = async (code: string): Promise<void> => {
  const auth = await openAuth();
  // Passed explicitly, because calls don't send the token of a session that still awaits its second factor.
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  await unwrap(
    auth.setSession(await post<AuthSession>(`${codes}/use`, { code } satisfies RecoveryCodeForm, { token })),
  );
};

export const recoveryCodesLeft = async (): Promise<number> => (await get<RecoveryCodesLeft>(codes)).left;

/** Creates new recovery codes; the old ones stop working. @throws the refusal */
export const newRecoveryCodes = async (): Promise<readonly string[]> =>
  (await withConfirmation(() => post<RecoveryCodes>(codes))).codes;

/**
 * Creates recovery codes if the account has none left; otherwise returns an empty list.
 * @throws the refusal
 */
export const firstRecoveryCodes = async (): Promise<readonly string[]> =>
  (await recoveryCodesLeft()) === 0 ? newRecoveryCodes() : [];

/** @throws the refusal */
export const removeFactor = async (
  factorId: string,
  owner: Pick<OwnPasswordForm, 'password' | 'code' | 'passkey'>,
): Promise<void> => {
  await post('/api/account/confirm', owner);
  const auth = await openAuth();
  await unwrap(auth.mfa.unenroll({ factorId }));
  // The session stored in the browser still lists the factor.
  await auth.refreshSession();
};
