import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.ts';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import { clockToken, configToken, vaultToken } from '../../kernel/tokens.ts';
import type { Vault } from '../../kernel/records/port.ts';
import { reauthenticationMail } from '../account-mails.ts';
import { oneTimeCollection } from '../links/one-time-tokens.ts';

const digits = 6;
const lifeMs = 10 * 60_000;
const guessesMax = 5;

interface NonceRecord {
  /** The account's id: with its one-time tokens it is revoked. */
  readonly group: string;
  readonly mac: string;
  readonly ends_at_ms: number;
  readonly guesses: number;
}

interface Holder {
  readonly accountId: string;
  readonly sessionId: string;
}

const keyOf = (accountId: string) => `nonce:${accountId}`;

/**
 * A number that is mailed to whoever is signed in and can't give the current password. It is good once, in the session
 * that asked for it. Six digits can be tried out, so that the vault holds a MAC of them, whose key it doesn't hold.
 */
@Injectable()
export class Reauthentication {
  readonly #key: KeyObject;

  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
    private readonly outbox: Outbox,
  ) {
    this.#key = derivedKey(config.jwtSecret, 'reauthentication');
  }

  /** The one before is good no longer. */
  async send(holder: Holder, email: string): Promise<void> {
    const nonce = String(randomInt(10 ** digits)).padStart(digits, '0');
    const { accountId: group } = holder;
    const record: NonceRecord = {
      group,
      mac: this.#macOf(holder, nonce).toString('base64url'),
      ends_at_ms: this.clock.now().getTime() + lifeMs,
      guesses: 0,
    };
    await this.vault.put(oneTimeCollection, keyOf(group), record);
    this.outbox.post('a code to confirm a change', async () =>
      reauthenticationMail(email, nonce, this.config.publicUrl),
    );
  }

  /** Uses it up; so does the last guess of those it bears. */
  async use(holder: Holder, nonce: string): Promise<boolean> {
    const nowMs = this.clock.now().getTime();
    const given = this.#macOf(holder, nonce);
    let right = false;
    await this.vault.update<NonceRecord>(oneTimeCollection, keyOf(holder.accountId), (record) => {
      right = false;
      if (!record || record.ends_at_ms <= nowMs) return undefined;
      right = timingSafeEqual(Buffer.from(record.mac, 'base64url'), given);
      const guesses = record.guesses + 1;
      return right || guesses >= guessesMax ? undefined : { ...record, guesses };
    });
    return right;
  }

  #macOf({ accountId, sessionId }: Holder, nonce: string) {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([accountId, sessionId, nonce]))
      .digest();
  }
}
