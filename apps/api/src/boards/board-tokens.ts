import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { derivedKey } from '../kernel/keys/derived-key.ts';
import { EventCodec } from '../kernel/log/codec.ts';

const idBytes = 16;
const macBytes = 16;
const format = /^[\w-]{44}$/;
const idCharacters = 22;

export const newLinkId = () => randomBytes(idBytes).toString('base64url');

/** The id of the link in a token; null if it isn't a token. */
export const linkIdOf = (token: string): string | null => (format.test(token) ? token.slice(0, idCharacters) : null);

/**
 * Tokens open shared boards. A token is the id of the link, which is in the log, followed by a MAC of it with the owner's
 * key. So reading the log isn't enough to open a board, and destroying the key ends all links of an account.
 */
@Injectable()
export class BoardTokens {
  constructor(private readonly codec: EventCodec) {}

  /** Null once the account's key is destroyed. */
  async of(accountId: string, linkId: string): Promise<string | null> {
    const key = await this.codec.keyOf(accountId);
    if (!key) return null;
    const mac = createHmac('sha256', derivedKey(key, 'board links')).update(linkId).digest().subarray(0, macBytes);
    return linkId + mac.toString('base64url');
  }

  /** Whether the token opens that link. */
  async opens(token: string, accountId: string, linkId: string): Promise<boolean> {
    const right = await this.of(accountId, linkId);
    return right !== null && right.length === token.length && timingSafeEqual(Buffer.from(right), Buffer.from(token));
  }
}
