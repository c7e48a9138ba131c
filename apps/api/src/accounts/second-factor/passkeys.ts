import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isFields } from '@tessera/domain/kernel/fields';
import { challengeMs } from './account-factors.ts';
import type { Passkey } from './account-factors.ts';

/** Loaded where a passkey is used: its parsers of certificates are large. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

const shopName = 'Tessera';
/** Of one field of an answer, in characters of base64url; authenticators send some hundreds. */
const fieldMaxCharacters = 16_384;
const transportsMax = 8;

/**
 * Asked for wherever the authenticator can, so that a screen left open does not sign in on its own; not insisted on, so
 * that a plain security key will do.
 */
const userVerification = 'preferred';

/** What every authenticator has one of, and any Node checks, by their COSE numbers: EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** For whom passkeys are made, and where they are used. */
export interface RelyingParty {
  /** A host's name, without a port. */
  readonly id: string;
  readonly origin: string;
}

/** By what the operator set, never by what a request says of itself. */
export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= fieldMaxCharacters;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

const listOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports: [...transports] }));

interface Asked {
  /** Base64url. */
  readonly challenge: string;
  readonly known: readonly Passkey[];
}

/** What a browser needs to make a passkey. @param owner as the authenticator names the account */
export const creationOptions = async (
  rp: RelyingParty,
  owner: { id: string; email: string },
  { challenge, known }: Asked,
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

/** What a browser needs to use one of those that are known. */
export const requestOptions = async (rp: RelyingParty, { challenge, known }: Asked) =>
  (await library()).generateAuthenticationOptions({
    rpID: rp.id,
    challenge: bytesOf(challenge),
    timeout: challengeMs,
    allowCredentials: listOf(known),
    userVerification,
  });

/** The fields of an answer that are named and are texts; null where one is missing. */
const textsIn = <Name extends string>(fields: unknown, names: readonly Name[]): Record<Name, string> | null => {
  if (!isFields(fields) || !names.every((name) => isText(fields[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>;
};

/** Of the answer of any passkey. */
const credentialIn = (answer: unknown) => {
  const texts = textsIn(answer, ['id', 'rawId', 'type']);
  if (!texts || texts.type !== 'public-key' || !isFields(answer)) return null;
  const { id, rawId } = texts;
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, sent: answer['response'] } as const;
};

/** The id of the passkey that answered; null for what is no such answer. */
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

/** What the library throws is what is wrong with the answer. */
const orNull = async <Result>(check: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await check();
  } catch {
    return null;
  }
};

/**
 * No attestation was requested. To look at a certificate, the library would fetch lists from addresses that the
 * certificate names: whoever sends one could have this server call anywhere.
 */
const bringsCertificate = async ({ response }: RegistrationResponseJSON) => {
  const decoded = (await library()).decodeAttestationObject(bytesOf(response.attestationObject));
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  return decoded.get('fmt') !== 'none' && !isSelfMade;
};

/** The passkey that was made in answer to a challenge; null for an answer that doesn't hold. */
export const verifyRegistration = (rp: RelyingParty, challenge: string, answer: unknown): Promise<Passkey | null> =>
  orNull(async () => {
    const response = registrationIn(answer);
    if (!response || (await bringsCertificate(response))) return null;
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

/** How often the passkey says that it was used; null for an answer to the challenge that doesn't hold. */
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
      // Whether the count is right is decided where it is kept, in one step with keeping the next.
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: -1 },
      // One that knew its owner when it was made knows it each time: what a page asks for can be changed in the page.
      requireUserVerification: passkey.verifies_user,
    });
    return verified ? authenticationInfo.newCounter : null;
  });
