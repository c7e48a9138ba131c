import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** Flags of the WebAuthn standard: a user is present, the user is verified, a new key follows. */
const flags = { present: 0x01, verified: 0x04, madeKey: 0x40 };

const uint = (value: number, bytes: 1 | 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** CBOR, as far as it is needed here. */
const cborText = (text: string) => Buffer.concat([uint(0x60 + text.length, 1), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => {
  const head = bytes.length < 256 ? [uint(0x58, 1), uint(bytes.length, 1)] : [uint(0x59, 1), uint(bytes.length, 2)];
  return Buffer.concat([...head, bytes]);
};

/** The browser's site and the key's behavior there; every part of an answer can be falsified. */
interface Manner {
  readonly origin: string;
  readonly rpId: string;
  /** The signature counter in the answer; by default the key keeps counting. */
  readonly counter: number;
  readonly isPresent: boolean;
  readonly verifiesUser: boolean;
  /** Base64url; replaces the challenge that was requested. */
  readonly challenge: string;
  /** Replaces `webauthn.create` or `webauthn.get`. */
  readonly type: string;
}

/** The service's request, either as it came over the wire or as the client's library decoded it to bytes. */
interface Asked {
  readonly challenge: string | BufferSource;
}

const challengeOf = ({ challenge }: Asked) => {
  if (typeof challenge === 'string') return challenge;
  const bytes = ArrayBuffer.isView(challenge) ? challenge.buffer : challenge;
  return base64url(Buffer.from(bytes));
};

/**
 * A security key in software: one passkey on P-256 that registers and signs as an authenticator and its browser do,
 * without attestation.
 */
export const securityKey = (site: Pick<Manner, 'origin' | 'rpId'>) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let count = 0;

  // A COSE map: key type 2, algorithm -7, curve 1, and the two coordinates.
  const coseKey = Buffer.concat([
    Buffer.from('a501020326200121', 'hex'),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from('22', 'hex'),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);

  const clientData = (type: string, asked: Asked, manner: Partial<Manner>) =>
    Buffer.from(
      JSON.stringify({
        type: manner.type ?? type,
        challenge: manner.challenge ?? challengeOf(asked),
        origin: manner.origin ?? site.origin,
        crossOrigin: false,
      }),
    );

  const authenticatorData = (manner: Partial<Manner>, made: Buffer | null) => {
    count = manner.counter ?? count + 1;
    const bits =
      (manner.isPresent === false ? 0 : flags.present) +
      (manner.verifiesUser === false ? 0 : flags.verified) +
      (made ? flags.madeKey : 0);
    const rpIdHash = sha256(manner.rpId ?? site.rpId);
    return Buffer.concat([rpIdHash, uint(bits, 1), uint(count, 4), ...(made ? [made] : [])]);
  };

  const credential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    /** Base64url, in COSE format. */
    publicKey: base64url(coseKey),
    /** @param statement in CBOR: the attestation's format and statement; none is given on its own */
    create: (asked: Asked, manner: Partial<Manner> = {}, statement?: { fmt: string; attStmt: Buffer }) => {
      const made = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey]);
      const { fmt, attStmt } = statement ?? { fmt: 'none', attStmt: Buffer.from('a0', 'hex') };
      const attestationObject = Buffer.concat([
        Buffer.from('a3', 'hex'),
        cborText('fmt'),
        cborText(fmt),
        cborText('attStmt'),
        attStmt,
        cborText('authData'),
        cborBytes(authenticatorData(manner, made)),
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', asked, manner)),
        attestationObject: base64url(attestationObject),
        transports: ['usb'],
      });
    },
    /** @param bend changes the signature */
    get: (
      asked: Asked,
      manner: Partial<Manner> = {},
      bend: (signature: Buffer) => Buffer = (signature) => signature,
    ) => {
      const clientDataJSON = clientData('webauthn.get', asked, manner);
      const data = authenticatorData(manner, null);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return credential({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(bend(signature)),
      });
    },
  };
};
export type SecurityKey = ReturnType<typeof securityKey>;
