import type { PasskeyResponse } from '@tessera/domain/accounts/access/second-factor-forms';
import { openAuth, secondsToWait } from '../../kernel/session.ts';
import { unwrap, sessionUser, verifiedOf } from './second-factor.ts';
import { refusalMessage } from '../error-messages.ts';

/** Whether this browser supports passkeys here: old ones don't, and none does over plain http. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && 'credentials' in navigator;

const browserWords: Readonly<Record<string, string>> = {
  // Canceled, timed out, or no passkey at hand: browsers don't say which.
  NotAllowedError: 'Your device didn’t provide a passkey. Try again, or use a code.',
  AbortError: 'Your device didn’t provide a passkey. Try again, or use a code.',
  InvalidStateError: 'This device or key already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address. Open Tessera at its usual address, then try again.',
  NotSupportedError: 'This device can’t create a passkey that works here. Try another device.',
};

/** Why a passkey couldn't be created or used: our message for the browser's error, or the server's message. */
export const passkeyMessage = (error: unknown): string =>
  (error instanceof DOMException && browserWords[error.name]) || refusalMessage(error, secondsToWait());

/** Required by the client library; the server uses its own setting. */
const site = () => ({ rpId: window.location.hostname, rpOrigins: [window.location.origin] });

const challengeOf = async (factorId: string) => {
  const { mfa } = await openAuth();
  const { id: challengeId, webauthn } = await unwrap(mfa.challenge({ factorId, webauthn: site() }));
  return { challengeId, ...webauthn };
};

const noPasskey = () => new DOMException('The browser answered with no passkey', 'NotAllowedError');

/** Makes the browser create the passkey of a factor that was begun. @throws the refusal */
export const createPasskey = async (factorId: string): Promise<void> => {
  const { challengeId, credential_options } = await challengeOf(factorId);
  const { publicKey } = credential_options;
  const made = await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
  if (!(made instanceof PublicKeyCredential)) throw noPasskey();
  const { mfa } = await openAuth();
  const webauthn = { ...site(), type: 'create', credential_response: made } as Parameters<
    typeof mfa.webauthn.verify<'create'>
  >[0]['webauthn'];
  await unwrap(mfa.webauthn.verify({ factorId, challengeId, webauthn }));
};

/** Makes the browser ask for any of the account's passkeys. */
const requestPasskey = async () => {
  const [factor] = verifiedOf(await sessionUser()).filter(({ factor_type }) => factor_type === 'webauthn');
  const factorId = factor?.id ?? '';
  const { challengeId, credential_options } = await challengeOf(factorId);
  const { publicKey } = credential_options;
  const credential = await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions });
  if (!(credential instanceof PublicKeyCredential)) throw noPasskey();
  return { factorId, challengeId, credential };
};

/** @throws the refusal */
export const signInWithPasskey = async (): Promise<void> => {
  const { factorId, challengeId, credential } = await requestPasskey();
  const { mfa } = await openAuth();
  const webauthn = { ...site(), type: 'request', credential_response: credential } as Parameters<
    typeof mfa.webauthn.verify<'request'>
  >[0]['webauthn'];
  await unwrap(mfa.webauthn.verify({ factorId, challengeId, webauthn }));
};

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/** A passkey to send along with the password, when the owner has to confirm something. @throws the refusal */
export const passkeyForConfirmation = async (): Promise<PasskeyResponse> => {
  const { factorId, challengeId, credential } = await requestPasskey();
  const { clientDataJSON, authenticatorData, signature } = credential.response as AuthenticatorAssertionResponse;
  const response = {
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  };
  const { id, type } = credential;
  return { factor_id: factorId, challenge_id: challengeId, credential_response: { id, rawId: id, type, response } };
};
