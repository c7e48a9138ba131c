import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import type { KernelConfig } from '../config.ts';
import { configToken } from '../tokens.ts';
import { Vault, VaultUnavailable } from '../records/port.ts';
import { MasterKeys } from './master-keys.ts';
import type { Wrapped } from './master-keys.ts';

export const signingCollection = 'signing-keys';
export const ringKey = 'ring';

/** How often a node checks for a new key. */
const askAgainMs = 60_000;
/** A new key is published for this long before it signs, so that every node knows it by then. */
const publishedBeforeMs = 2 * 60_000;
/** The longest lifetime of a token (the admin's, an hour), plus the difference between the clocks of two nodes. */
const trustedAfterMs = 62 * 60_000;

/** A public key in the format that browsers import: RFC 7517. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly key_ops: readonly ['verify'];
  readonly ext: true;
}

interface SigningKey extends Wrapped {
  readonly public_jwk: PublicJwk;
  readonly signs_from_ms: number;
}

/** A single record, so that all nodes agree on it. Keys are in the order in which they sign; never empty. */
export interface Ring {
  readonly keys: readonly SigningKey[];
  readonly made_at_ms: number;
}

const placeOf = (kid: string) => JSON.stringify(['signing key', kid]);

const newKey = (masterKeys: MasterKeys, kid: string, signsFromMs: number): SigningKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    ...masterKeys.wrap(secret, placeOf(kid)),
    public_jwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true },
    signs_from_ms: signsFromMs,
  };
};

/**
 * Keys whose tokens may still be valid: the last, and any whose successor has signed for less than a token's lifetime.
 */
const trustedKeys = ({ keys }: Ring, nowMs: number) =>
  keys.filter((_key, index) => (keys[index + 1]?.signs_from_ms ?? Infinity) + trustedAfterMs > nowMs);

/** The key that signs now. Another node's clock may be ahead, so the first key signs whatever the time is. */
const signing = ({ keys }: Ring, nowMs: number) =>
  keys.findLast(({ signs_from_ms }) => signs_from_ms <= nowMs) ?? keys[0]!;

/** The ring rewrapped by the current master key; the same object if it already was. */
export const rewrappedRing = (ring: Ring, masterKeys: MasterKeys): Ring => {
  const keys = ring.keys.map((key) => masterKeys.rewrapped(key, placeOf(key.public_jwk.kid)));
  return keys.every((key, index) => key === ring.keys[index]) ? ring : { ...ring, keys };
};

const publicKeyOf = ({ public_jwk: { kty, crv, x, y } }: SigningKey) =>
  createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });

/** The ring as this node last read it. */
interface CachedRing extends Ring {
  readonly askAgainAtMs: number;
  /** By id. */
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
}

interface OpenKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

interface KeyMakingParts {
  readonly vault: Vault;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
}

/** Creates the first key unless there is one; if two processes do so, the second gets the first one's. */
const firstRing = async ({ vault, masterKeys, clock }: KeyMakingParts): Promise<Ring> => {
  const kept = await vault.get<Ring>(signingCollection, ringKey);
  if (kept) return kept;
  const nowMs = clock.now().getTime();
  const made: Ring = { keys: [newKey(masterKeys, clock.newId(), nowMs)], made_at_ms: nowMs };
  return (await vault.update<Ring>(signingCollection, ringKey, (current) => current ?? made))!;
};

/** Adds a key that will sign in two minutes, and drops keys that are no longer trusted. Returns the new key's id. */
export const addSigningKey = async (making: KeyMakingParts): Promise<string> => {
  await firstRing(making);
  const { vault, masterKeys, clock } = making;
  const nowMs = clock.now().getTime();
  const kid = clock.newId();
  const added = newKey(masterKeys, kid, nowMs + publishedBeforeMs);
  await vault.update<Ring>(
    signingCollection,
    ringKey,
    (ring) => ring && { ...ring, keys: [...trustedKeys(ring, nowMs), added] },
  );
  return kid;
};

/**
 * The key pairs that sign tokens: stored in the vault, wrapped by the master key, so that all nodes share them. A
 * replaced key is trusted until the last token that it signed has expired.
 */
@Injectable()
export class SigningKeys implements OnModuleInit {
  readonly #parts: KeyMakingParts;
  #known: CachedRing | null = null;
  #open: OpenKey | null = null;

  constructor(vault: Vault, clock: Clock, @Inject(configToken) config: KernelConfig) {
    this.#parts = { vault, clock, masterKeys: MasterKeys.of(config) };
  }

  async onModuleInit() {
    await this.#ring();
  }

  /** The key that signs now, with its id. */
  async current(): Promise<OpenKey> {
    const key = signing(await this.#ring(), this.#nowMs());
    const { kid } = key.public_jwk;
    if (this.#open?.kid === kid) return this.#open;
    const secret = this.#parts.masterKeys.unwrap(key, placeOf(kid));
    this.#open = { kid, privateKey: createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' }) };
    return this.#open;
  }

  async publicKeys(): Promise<readonly PublicJwk[]> {
    return trustedKeys(await this.#ring(), this.#nowMs()).map(({ public_jwk }) => public_jwk);
  }

  /** Null for a key that is not ours, or no longer trusted. */
  async publicKey(kid: string): Promise<KeyObject | null> {
    const ring = await this.#ring();
    const isTrusted = trustedKeys(ring, this.#nowMs()).some(({ public_jwk }) => public_jwk.kid === kid);
    return isTrusted ? (ring.publicKeys.get(kid) ?? null) : null;
  }

  /** Whether tokens signed before key pairs existed may still be valid. */
  async isAfterUpgrade(): Promise<boolean> {
    return this.#nowMs() < (await this.#ring()).made_at_ms + trustedAfterMs;
  }

  async #ring(): Promise<CachedRing> {
    const known = this.#known;
    const askAgainAtMs = this.#nowMs() + askAgainMs;
    if (known && this.#nowMs() < known.askAgainAtMs) return known;
    try {
      const ring = await firstRing(this.#parts);
      const publicKeys = new Map(ring.keys.map((key) => [key.public_jwk.kid, publicKeyOf(key)]));
      this.#known = { ...ring, askAgainAtMs, publicKeys };
    } catch (error) {
      if (!known || !(error instanceof VaultUnavailable)) throw error;
      // Users stay signed in while the vault is down.
      this.#known = { ...known, askAgainAtMs };
    }
    return this.#known;
  }

  #nowMs() {
    return this.#parts.clock.now().getTime();
  }
}
