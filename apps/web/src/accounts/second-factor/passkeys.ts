import type { PasskeyResponse } from '@tessera/domain/accounts/access/second-factor-forms';
import { openAuth, secondsToWait } from '../../kernel/session.ts';
import { unwrapped, sessionUser, verifiedOf } from './second-factor.ts';
import { refusalMessage } from '../error-messages.ts';

/** Whether this browser can be asked for a passkey: not an old one, nor one that came by plain http. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window && 'credentials' in navigator;

const browserWords: Readonly<Record<string, string>> = {
  // Called off, timed out, or no passkey at hand: browsers don't say which.
  NotAllowedError: 'Nothing happened. Try again, or use a code.',
  AbortError: 'Nothing happened. Try again, or use a code.',
  InvalidStateError: 'This device or key already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address. Open Tessera at its usual address, then try again.',
  NotSupportedError: 'This device can’t make a passkey that works here. Try another one.',
};

/** Why no passkey was made or shown: the browser's reason in our words, or the server's. */
export const passkeyMessage = (error: unknown): string =>
  (error instanceof DOMException && browserWords[error.name]) || refusalMessage(error, secondsToWait());

/** The client's library wants it named; the server goes by its own setting. */
const site = () => ({ rpId: window.location.hostname, rpOrigins: [window.location.origin] });

const challengeOf = async (factorId: string) => {
  const { mfa } = await openAuth();
  const { id: challengeId, webauthn } = await unwrapped(mfa.challenge({ factorId, webauthn: site() }));
  return { challengeId, ...webauthn };
};

const nothingCame = () => new DOMException('The browser answered with no passkey', 'NotAllowedError');

/** Has the browser make the passkey of a factor that was started. @throws what it was refused with */
export const makePasskey = async (factorId: string): Promise<void> => {
  const { challengeId, credential_options } = await challengeOf(factorId);
  const { publicKey } = credential_options;
  const made = await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
  if (!(made instanceof PublicKeyCredential)) throw nothingCame();
  const { mfa } = await openAuth();
  const webauthn = { ...site(), type: 'create', credential_response: made } as Parameters<
    typeof mfa.webauthn.verify<'create'>
  >[0]['webauthn'];
  await unwrapped(mfa.webauthn.verify({ factorId, challengeId, webauthn }));
};

/** The browser asks for whichever of the account's passkeys is at hand. */
const shown = async () => {
  const [factor] = verifiedOf(await sessionUser()).filter(({ factor_type }) => factor_type === 'webauthn');
  const factorId = factor?.id ?? '';
  const { challengeId, credential_options } = await challengeOf(factorId);
  const { publicKey } = credential_options;
  const credential = await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions });
  if (!(credential instanceof PublicKeyCredential)) throw nothingCame();
  return { factorId, challengeId, credential };
};

/** @throws what it was refused with */
export const signInWithPasskey = async (): Promise<void> => {
  const { factorId, challengeId, credential } = await shown();
  const { mfa } = await openAuth();
  const webauthn = { ...site(), type: 'request', credential_response: credential } as Parameters<
    typeof mfa.webauthn.verify<'request'>
  >[0]['webauthn'];
  await unwrapped(mfa.webauthn.verify({ factorId, challengeId, webauthn }));
};

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/** To be sent beside the password, where the owner is requested once more. @throws what it was refused with */
export const showPasskey = async (): Promise<PasskeyResponse> => {
  const { factorId, challengeId, credential } = await shown();
  const { clientDataJSON, authenticatorData, signature } = credential.response as AuthenticatorAssertionResponse;
  const response = {
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  };
  const { id, type } = credential;
  return { factor_id: factorId, challenge_id: challengeId, credential_response: { id, rawId: id, type, response } };
};
