import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isFields } from '@tessera/domain/kernel/fields';
import { challengeMs } from './account-factors.ts';
import type { Passkey } from './account-factors.ts';

/** Loaded only when a passkey is used, as its certificate parsers are large. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

const shopName = 'Tessera';
/** The limit for one field of an answer, in characters of base64url; authenticators send some hundreds. */
const fieldMaxCharacters = 16_384;
const transportsMax = 8;

/**
 * Authenticators that can verify the user are asked to, so that an unattended screen is not enough to sign in. It isn't
 * required, so that a plain security key works as well.
 */
const userVerification = 'preferred';

/** COSE numbers of EdDSA, ES256 and RS256: every authenticator has one of them, and every Node can verify them. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** A host's name, without a port. */
  readonly id: string;
  readonly origin: string;
}

/** From the operator's settings, never from what a request claims. */
export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= fieldMaxCharacters;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

const listOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports: [...transports] }));

interface ChallengeOptions {
  /** Base64url. */
  readonly challenge: string;
  readonly known: readonly Passkey[];
}

/** What a browser needs to create a passkey. @param owner the account, as the authenticator shows it */
export const creationOptions = async (
  rp: RelyingParty,
  owner: { id: string; email: string },
  { challenge, known }: ChallengeOptions,
) =>
  (await library()).generateRegistrationOptions({
    rpName: shopName,
    rpID: rp.id,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.email,
    challenge: bytesOf(challenge),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: listOf(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    supportedAlgorithmIDs,
  });

/** What a browser needs to use one of the known passkeys. */
export const requestOptions = async (rp: RelyingParty, { challenge, known }: ChallengeOptions) =>
  (await library()).generateAuthenticationOptions({
    rpID: rp.id,
    challenge: bytesOf(challenge),
    timeout: challengeMs,
    allowCredentials: listOf(known),
    userVerification,
  });

/** The named fields of an answer; null if one is missing or isn't text. */
const textsIn = <Name extends string>(fields: unknown, names: readonly Name[]): Record<Name, string> | null => {
  if (!isFields(fields) || !names.every((name) => isText(fields[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>;
};

/** The fields that every passkey's answer has; null if it isn't one. */
const credentialIn = (answer: unknown) => {
  const texts = textsIn(answer, ['id', 'rawId', 'type']);
  if (!texts || texts.type !== 'public-key' || !isFields(answer)) return null;
  const { id, rawId } = texts;
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, sent: answer['response'] } as const;
};

/** The id of the passkey that answered; null if this isn't a passkey's answer. */
export const credentialIdIn = (answer: unknown): string | null => credentialIn(answer)?.id ?? null;

const transportsIn = (sent: unknown): readonly string[] => {
  const listed = isFields(sent) ? sent['transports'] : undefined;
  const texts = Array.isArray(listed) ? listed.filter((each) => isText(each) && /^[a-z-]{1,20}$/.test(each)) : [];
  return (texts as readonly string[]).slice(0, transportsMax);
};

const registrationIn = (answer: unknown): RegistrationResponseJSON | null => {
  const credential = credentialIn(answer);
  const response = textsIn(credential?.sent, ['clientDataJSON', 'attestationObject']);
  if (!credential || !response) return null;
  const { sent, ...rest } = credential;
  return { ...rest, response: { ...response, transports: [...transportsIn(sent)] } };
};

const assertionIn = (answer: unknown): AuthenticationResponseJSON | null => {
  const credential = credentialIn(answer);
  const response = textsIn(credential?.sent, ['clientDataJSON', 'authenticatorData', 'signature']);
  if (!credential || !response) return null;
  const { sent: _sent, ...rest } = credential;
  return { ...rest, response };
};

/** The library throws if anything is wrong with an answer. */
const orNull = async <Result>(check: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await check();
  } catch {
    return null;
  }
};

/**
 * We request no attestation, and refuse answers with a certificate: to check one, the library would fetch lists from
 * addresses that the certificate names, so that a client could make this server call any address.
 */
const hasCertificate = async ({ response }: RegistrationResponseJSON) => {
  const decoded = (await library()).decodeAttestationObject(bytesOf(response.attestationObject));
  const isSelfSigned = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  return decoded.get('fmt') !== 'none' && !isSelfSigned;
};

/** The passkey that was created in answer to a challenge; null if the answer isn't valid. */
export const verifyRegistration = (rp: RelyingParty, challenge: string, answer: unknown): Promise<Passkey | null> =>
  orNull(async () => {
    const response = registrationIn(answer);
    if (!response || (await hasCertificate(response))) return null;
    const { registrationInfo } = await (
      await library()
    ).verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!registrationInfo) return null;
    const { credential, userVerified } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: credential.transports ?? [],
      counter: credential.counter,
      verifies_user: userVerified,
    };
  });

/** The passkey's own count of its uses; null if its answer to the challenge isn't valid. */
export const verifyAssertion = (
  rp: RelyingParty,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: Passkey },
  answer: unknown,
): Promise<number | null> =>
  orNull(async () => {
    const response = assertionIn(answer);
    if (!response) return null;
    const { verified, authenticationInfo } = await (
      await library()
    ).verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      // The counter is checked where it is stored, in one step with storing the new one.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: -1 },
      // A passkey that verified its user when it was created must always do so: the page's request can be tampered with.
      requireUserVerification: passkey.verifies_user,
    });
    return verified ? authenticationInfo.newCounter : null;
  });
