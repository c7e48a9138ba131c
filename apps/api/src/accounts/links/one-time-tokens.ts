import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.ts';
import { clockToken, vaultToken } from '../../kernel/tokens.ts';
import type { Vault } from '../../kernel/records/port.ts';

/** What stands here in the group of an account goes with `revokeAll`. */
export const oneTimeCollection = 'one-time-tokens';
const secretBytes = 32;
const minuteMs = 60_000;

/** For how long a token of each kind is good: a mailed link, or the code that a link's address was given instead of a session. */
export const tokenLifeMs = { recovery: 60 * minuteMs, signup: 24 * 60 * minuteMs, code: 5 * minuteMs } as const;
export type TokenKind = keyof typeof tokenLifeMs;

interface TokenRecord {
  /** The account's id. */
  readonly group: string;
  readonly secret_hash: string;
  readonly ends_at_ms: number;
  readonly about: unknown;
}

export interface UsedToken<About> {
  readonly accountId: string;
  readonly about: About;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const keyOf = (kind: TokenKind, accountId: string) => `${kind}:${accountId}`;

const isOf = ({ secret_hash }: TokenRecord, secret: string) =>
  timingSafeEqual(Buffer.from(secret_hash, 'base64url'), hashOf(secret));

/**
 * Tokens that are good once, for a while, and only until a newer one of their kind is issued for the account. The vault
 * holds their hashes alone: they are random, so that a plain hash can't be undone.
 */
@Injectable()
export class OneTimeTokens {
  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** Answers the token. `about` is given back to whoever uses it. */
  async issue(kind: TokenKind, accountId: string, about: unknown): Promise<string> {
    const secret = randomBytes(secretBytes).toString('base64url');
    const record: TokenRecord = {
      group: accountId,
      secret_hash: hashOf(secret).toString('base64url'),
      ends_at_ms: this.clock.now().getTime() + tokenLifeMs[kind],
      about,
    };
    await this.vault.put(oneTimeCollection, keyOf(kind, accountId), record);
    return `${accountId}.${secret}`;
  }

  /**
   * Uses a token up. Null for one that is unknown, used, replaced or too old; and for one that `fits` refuses, which
   * stays good.
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
      if (!isOf(record, secret)) return record;
      const found = { accountId, about: record.about as About };
      if (!fits(found)) return record;
      used = found;
      return undefined;
    });
    return used;
  }

  /** From now on no token of the account is good. */
  async revokeAll(accountId: string): Promise<void> {
    for (const { key } of await this.vault.inGroup(oneTimeCollection, accountId))
      await this.vault.delete(oneTimeCollection, key);
  }
}
