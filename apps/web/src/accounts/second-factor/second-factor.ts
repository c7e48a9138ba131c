import type { RecoveryCodes, RecoveryCodesLeft } from '@tessera/contract/accounts/account';
import type { AuthSession } from '@tessera/contract/accounts/auth';
import type { AuthError, Factor, User } from '@supabase/auth-js';
import type { OwnPasswordForm } from '@tessera/domain/accounts/access/second-factor-forms';
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

/** @throws what the accounts service refused with */
export const unwrapped = async <Result extends Answer>(
  call: Promise<Result>,
): Promise<Extract<Result, { readonly error: null }>['data']> => {
  const { data, error } = await call;
  if (error) throw error;
  return data;
};

export const verifiedOf = (user: User | undefined) =>
  user?.factors?.filter(({ status }) => status === 'verified') ?? [];

export const sessionUser = async () => (await (await openAuth()).getSession()).data.session?.user;

/** Those that are set up. What the session knows counts where the server can't be asked. */
export const ownFactors = async (): Promise<readonly Factor[]> => {
  const { data } = await (await openAuth()).getUser();
  return verifiedOf(data.user ?? (await sessionUser()));
};

/** As its owner knows it. */
export const factorName = ({ factor_type, friendly_name }: Factor): string =>
  friendly_name ?? (factor_type === 'totp' ? 'Authenticator app' : 'Passkey');

export interface SetUp {
  readonly factorId: string;
  /** As an address of a picture. */
  readonly qrCode: string;
  readonly secret: string;
}

/** @throws what it was refused with */
export const beginSetUp = (): Promise<SetUp> =>
  withConfirmation(async () => {
    const { id, totp } = await unwrapped((await openAuth()).mfa.enroll({ factorType: 'totp' }));
    const svg = totp.qr_code.slice(qrPrefix.length);
    return { factorId: id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret: totp.secret };
  });

/** Begins the adding of a passkey, and answers its id. @param name empty for the next number */
export const beginPasskey = (name: string): Promise<string> =>
  withConfirmation(async () => {
    const { mfa } = await openAuth();
    return (await unwrapped(mfa.enroll({ factorType: 'webauthn', friendlyName: name }))).id;
  });

/** One that was started is of no use to anyone; the server forgets it with the next that is finished. */
export const cancelSetUp = async (factorId: string) => (await openAuth()).mfa.unenroll({ factorId });

const giveCode = async (factorId: string, code: string) =>
  unwrapped((await openAuth()).mfa.challengeAndVerify({ factorId, code }));

/** The code that ends the setting up. @throws what it was refused with */
export const finishSetUp = async ({ factorId }: SetUp, code: string): Promise<void> => {
  await giveCode(factorId, code);
};

export const isWrongCode = (error: unknown) => isRefusedFor('mfa_verification_failed', error);

/** Gives the code to one app after the other. @throws what the last one was refused with */
const tryCodeOnEach = async ([id = '', ...others]: readonly string[], code: string): Promise<void> => {
  try {
    await giveCode(id, code);
  } catch (error) {
    if (!isWrongCode(error) || others.length === 0) throw error;
    await tryCodeOnEach(others, code);
  }
};

/** Gives the code of whichever app it is from. @throws what the last one was refused with */
export const signInWithCode = async (code: string): Promise<void> =>
  tryCodeOnEach(
    verifiedOf(await sessionUser())
      .filter(({ factor_type }) => factor_type === 'totp')
      .map(({ id }) => id),
    code,
  );

/** @throws what it was refused with */
export const signInWithRecoveryCode = async (code: string): Promise<void> => {
  const auth = await openAuth();
  // The session waits for its code, so that no other call sends its token.
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  await unwrapped(auth.setSession(await post<AuthSession>(`${codes}/use`, { code }, { token })));
};

export const recoveryCodesLeft = async (): Promise<number> => (await get<RecoveryCodesLeft>(codes)).left;

/** Those of before are good no more. @throws what it was refused with */
export const newRecoveryCodes = async (): Promise<readonly string[]> =>
  (await withConfirmation(() => post<RecoveryCodes>(codes))).codes;

/**
 * For the day that phone and keys are lost: those that the account has none of yet, empty where some are left.
 * @throws what it was refused with
 */
export const firstRecoveryCodes = async (): Promise<readonly string[]> =>
  (await recoveryCodesLeft()) === 0 ? newRecoveryCodes() : [];

/** @throws what it was refused with */
export const removeFactor = async (
  factorId: string,
  owner: Pick<OwnPasswordForm, 'password' | 'code' | 'passkey'>,
): Promise<void> => {
  await post('/api/account/confirm', owner);
  const auth = await openAuth();
  await unwrapped(auth.mfa.unenroll({ factorId }));
  // What the browser keeps of the session still names the factor.
  await auth.refreshSession();
};
