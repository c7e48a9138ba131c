import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../clock.ts';
import type { KernelConfig } from '../config.ts';
import { configToken } from '../tokens.ts';
import { SigningKeys } from './signing-keys.ts';

/** HS256 is for tokens from before key pairs existed. */
const algorithms = ['ES256', 'HS256'] as const;

/** What the server trusts a token for; the role is not part of it. */
export interface Claims {
  /** The account's or the admin's id. */
  readonly sub: string;
  readonly session_id: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

interface Expected {
  readonly audience: string;
  readonly issuer?: string;
}

interface Header {
  readonly alg?: unknown;
  readonly kid?: unknown;
}

const headerOf = (token: string): Header => {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Header;
  } catch {
    return {};
  }
};

type KeyDone = (error: Error | null, key?: Buffer) => void;

/**
 * jsonwebtoken takes key objects, which spares it parsing the key anew for each token; the types of the packages around it
 * know only bytes.
 */
const asSecret = (key: KeyObject) => key as unknown as Buffer;

/** Signs all tokens of the product, for users and the admin, and finds the key that verifies a given token. */
@Injectable()
export class SignedTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SigningKeys,
    @Inject(configToken) private readonly config: KernelConfig,
    private readonly clock: Clock,
  ) {}

  async sign(claims: object): Promise<string> {
    const { kid, privateKey } = await this.keys.current();
    return this.jwt.signAsync(claims, { privateKey, algorithm: 'ES256', keyid: kid });
  }

  /** The claims of a token that we signed for this purpose and that hasn't expired; otherwise null. */
  async read(token: string, expected: Expected): Promise<Claims | null> {
    try {
      return await this.jwt.verifyAsync<Claims>(token, {
        ...expected,
        secret: asSecret(await this.#keyOf(token)),
        algorithms: [...algorithms],
        clockTimestamp: Math.floor(this.clock.now().getTime() / 1_000),
      });
    } catch {
      return null;
    }
  }

  /** Options for passport to verify a token. Expiry is left to the strategy's `validate`, with the injected clock. */
  verifiedBy(expected: Expected) {
    return {
      ...expected,
      secretOrKeyProvider: (_request: unknown, token: string, done: KeyDone) => {
        this.#keyOf(token).then(
          (key) => done(null, asSecret(key)),
          (error: Error) => done(error),
        );
      },
      algorithms: [...algorithms],
      ignoreExpiration: true,
    };
  }

  /** Whether the key that a token names is still trusted. For a token that was verified before. */
  isTrusted(token: string): Promise<boolean> {
    return this.#keyOf(token).then(
      () => true,
      () => false,
    );
  }

  /**
   * The key that verifies a token. Its header is untrusted: it only selects among our own keys, each of which is for
   * one algorithm, and no public key is ever used as a secret. @throws if none of our keys can have signed it
   */
  async #keyOf(token: string): Promise<KeyObject> {
    const { alg, kid } = headerOf(token);
    const isFromBefore = alg === 'HS256' && kid === undefined && (await this.keys.isAfterUpgrade());
    if (isFromBefore) return createSecretKey(this.config.jwtSecret, 'utf8');
    const key = alg === 'ES256' && typeof kid === 'string' ? await this.keys.publicKey(kid) : null;
    if (!key) throw new Error('signed by none of the keys');
    return key;
  }
}
