import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Vault } from '../../kernel/records/port.ts';
import { MailRequests } from '../../mails/public.ts';
import { reauthenticationMail } from '../account-mails.ts';
import { oneTimeCollection } from '../links/one-time-tokens.ts';

const digits = 6;
const lifeMs = 10 * 60_000;
const guessesMax = 5;
const mailKind = 'reauthentication';

interface NonceRecord {
  /** The account's id, so that this is revoked together with its one-time tokens. */
  readonly group: string;
  readonly mac: string;
  readonly ends_at_ms: number;
  readonly guesses: number;
}

interface NonceMail {
  readonly email: string;
  readonly nonce: string;
}

interface Holder {
  readonly accountId: string;
  readonly sessionId: string;
}

const keyOf = (accountId: string) => `nonce:${accountId}`;

/**
 * A code that is mailed to people who are signed in but can't give the current password. It works once, in the session
 * that requested it. As six digits could be found by brute force, the vault stores only their MAC, and not its key.
 */
@Injectable()
export class Reauthentication {
  readonly #key: KeyObject;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    @Inject(configToken) config: Config,
    private readonly mails: MailRequests,
  ) {
    this.#key = derivedKey(config.jwtSecret, 'reauthentication');
    mails.register<NonceMail>(mailKind, {
      usefulForMs: lifeMs,
      write: async ({ facts: { email, nonce } }) => reauthenticationMail(email, nonce, config.publicUrl),
    });
  }

  /** Mails a new code; a former one stops working. */
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
    await this.mails.add(this.mails.newId(mailKind), { email, nonce } satisfies NonceMail);
  }

  /** Returns whether the code is right. A right code is used up, and so is one that was guessed at too often. */
  async use(holder: Holder, nonce: string): Promise<boolean> {
    const nowMs = this.clock.now().getTime();
    const given = this.#macOf(holder, nonce);
    let isRight = false;
    await this.vault.update<NonceRecord>(oneTimeCollection, keyOf(holder.accountId), (record) => {
      isRight = false;
      if (!record || record.ends_at_ms <= nowMs) return undefined;
      isRight = timingSafeEqual(Buffer.from(record.mac, 'base64url'), given);
      const guesses = record.guesses + 1;
      return isRight || guesses >= guessesMax ? undefined : { ...record, guesses };
    });
    return isRight;
  }

  #macOf({ accountId, sessionId }: Holder, nonce: string) {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([accountId, sessionId, nonce]))
      .digest();
  }
}
