import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import { Vault } from '../../kernel/records/port.ts';

/** Records here that are in an account's group are removed by `revokeAll`. */
export const oneTimeCollection = 'one-time-tokens';
const secretBytes = 32;
const minuteMs = 60_000;

/** How long each kind of token is valid: mailed links, and the code that a link may give instead of a session. */
export const tokenLifeMs = {
  recovery: 60 * minuteMs,
  signup: 24 * 60 * minuteMs,
  email_change: 24 * 60 * minuteMs,
  code: 5 * minuteMs,
} as const;
export type TokenKind = keyof typeof tokenLifeMs;

interface TokenRecord {
  /** The account's id. */
  readonly group: string;
  readonly secret_hash: string;
  readonly ends_at_ms: number;
  readonly about: unknown;
}

/** What makes a token impossible to guess. */
export const newSecret = () => randomBytes(secretBytes).toString('base64url');

export const tokenOf = (accountId: string, secret: string) => `${accountId}.${secret}`;

export interface UsedToken<About> {
  readonly accountId: string;
  readonly about: About;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const keyOf = (kind: TokenKind, accountId: string) => `${kind}:${accountId}`;

const hasSecret = ({ secret_hash }: TokenRecord, secret: string) =>
  timingSafeEqual(Buffer.from(secret_hash, 'base64url'), hashOf(secret));

/**
 * Tokens that work once, for a limited time, and only until a newer one of the same kind is issued for the account. The
 * vault stores only their hashes; as tokens are random, a plain hash can't be reversed.
 */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Returns the token; using it gives `about` back. */
  async issue(kind: TokenKind, accountId: string, about: unknown, secret = newSecret()): Promise<string> {
    const record: TokenRecord = {
      group: accountId,
      secret_hash: hashOf(secret).toString('base64url'),
      ends_at_ms: this.clock.now().getTime() + tokenLifeMs[kind],
      about,
    };
    await this.vault.put(oneTimeCollection, keyOf(kind, accountId), record);
    return tokenOf(accountId, secret);
  }

  /**
   * Uses a token up. Null if it is unknown, used, replaced or too old, or if `fits` refuses it; then it stays valid.
   */
  async use<About>(
    kind: TokenKind,
    token: string,
    fits: (used: UsedToken<About>) => boolean = () => true,
  ): Promise<UsedToken<About> | null> {
    const [accountId, secret, ...rest] = token.split('.');
    if (!accountId || !secret || rest.length > 0) return null;
    const nowMs = this.clock.now().getTime();
    let used: UsedToken<About> | null = null;
    await this.vault.update<TokenRecord>(oneTimeCollection, keyOf(kind, accountId), (record) => {
      used = null;
      if (!record || record.ends_at_ms <= nowMs) return undefined;
      if (!hasSecret(record, secret)) return record;
      const found = { accountId, about: record.about as About };
      if (!fits(found)) return record;
      used = found;
      return undefined;
    });
    return used;
  }

  /** Invalidates all tokens of the account. */
  async revokeAll(accountId: string): Promise<void> {
    for (const { key } of await this.vault.inGroup(oneTimeCollection, accountId))
      await this.vault.delete(oneTimeCollection, key);
  }
}
