import { createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { Clock } from '../../adapters/clock.ts';
import type { EventCodec } from '../../kernel/codec.ts';
import { Refused } from '../../kernel/refused.ts';
import { seal, unseal } from '../../kernel/sealing.ts';
import { clockToken, codecToken, vaultToken } from '../../kernel/tokens.ts';
import type { Vault } from '../../kernel/vault/port.ts';
import { factorsMax, isOn, judged, noFactors, withChallenge, without } from './own-factors.ts';
import type { Attempt, Factor, Judge, Judged, OwnFactors } from './own-factors.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { newTotpSecret, totpStep } from './totp.ts';

const collection = 'second-factors';
const keyBytes = 32;

/** The vault alone opens nothing: both come from the account's own key, and are gone with it. */
interface Keys {
  readonly secrets: KeyObject;
  readonly codes: KeyObject;
}

const keyFor = (own: KeyObject, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', own, '', `tessera second factor ${use}`, keyBytes)));

const placeOf = (accountId: string, factorId: string) => JSON.stringify([collection, accountId, factorId]);

export type Enrolled =
  { readonly factor: Factor; readonly secret: string } | { readonly refused: 'too-many' | 'name-taken' };

/**
 * The second factors of all accounts: one record each, so that a code is judged and used up in one step. Secrets are
 * encrypted, and recovery codes are kept as keyed hashes.
 */
@Injectable()
export class Factors {
  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(codecToken) private readonly codec: Pick<EventCodec, 'keyOf'>,
  ) {}

  async of(accountId: string): Promise<OwnFactors> {
    return (await this.vault.get<OwnFactors>(collection, accountId)) ?? noFactors;
  }

  async isOn(accountId: string): Promise<boolean> {
    return isOn(await this.of(accountId));
  }

  /** Begins the setting up of an app; it counts from its first right code on. @param name empty for none */
  async enroll(accountId: string, name: string): Promise<Enrolled> {
    const keys = await this.#keysOf(accountId);
    const [id, secret, nowMs] = [this.clock.newId(), newTotpSecret(), this.#nowMs()];
    const factor: Factor = {
      id,
      name,
      status: 'unverified',
      secret_sealed: seal(keys.secrets, Buffer.from(secret), placeOf(accountId, id)),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      last_step: 0,
      challenge: null,
    };
    let answer: Enrolled = { factor, secret };
    await this.#update(accountId, (own) => {
      answer = { factor, secret };
      if (own.factors.length >= factorsMax) answer = { refused: 'too-many' };
      else if (name !== '' && own.factors.some((each) => each.name === name)) answer = { refused: 'name-taken' };
      else return { ...own, factors: [...own.factors, factor] };
      return own;
    });
    return answer;
  }

  /** Null where the account has no such factor; an earlier challenge of it is over. */
  async challenge(accountId: string, factorId: string): Promise<{ id: string; asked_at_ms: number } | null> {
    const challenge = { id: this.clock.newId(), asked_at_ms: this.#nowMs() };
    const own = await this.#update(accountId, (before) => withChallenge(before, factorId, challenge));
    return own.factors.some((factor) => factor.challenge?.id === challenge.id) ? challenge : null;
  }

  /** Uses a code up, or counts it as wrong. */
  async take(accountId: string, attempt: Attempt): Promise<Judged['answer']> {
    const keys = await this.#keysOf(accountId);
    const judge: Judge = {
      nowMs: this.#nowMs(),
      stepOf: ({ id, secret_sealed }, code) =>
        totpStep(unseal(keys.secrets, secret_sealed, placeOf(accountId, id)).toString(), code, this.#nowMs()),
      hashOf: (code) => recoveryCodeHash(keys.codes, accountId, code),
    };
    let answer: Judged['answer'] = { refused: 'wrong-code' };
    await this.#update(accountId, (own) => {
      const result = judged(own, attempt, judge);
      ({ answer } = result);
      return result.next;
    });
    return answer;
  }

  /** Answers whether a second factor is left. */
  async remove(accountId: string, factorId: string): Promise<boolean> {
    return isOn(await this.#update(accountId, (own) => without(own, factorId)));
  }

  /** Those of before are good no more. */
  async renewRecoveryCodes(accountId: string): Promise<readonly string[]> {
    const keys = await this.#keysOf(accountId);
    const codes = newRecoveryCodes();
    const recovery_hashes = codes.map((code) => recoveryCodeHash(keys.codes, accountId, code));
    await this.#update(accountId, (own) => ({ ...own, recovery_hashes }));
    return codes;
  }

  async forget(accountId: string): Promise<void> {
    await this.vault.delete(collection, accountId);
  }

  async #update(accountId: string, change: (own: OwnFactors) => OwnFactors): Promise<OwnFactors> {
    const stored = await this.vault.update<OwnFactors>(collection, accountId, (own) => change(own ?? noFactors));
    return stored ?? noFactors;
  }

  /** @throws Refused for who was forgotten */
  async #keysOf(accountId: string): Promise<Keys> {
    const own = await this.codec.keyOf(accountId);
    if (!own) throw new Refused(notFound());
    return { secrets: keyFor(own, 'secrets'), codes: keyFor(own, 'recovery codes') };
  }

  #nowMs() {
    return this.clock.now().getTime();
  }
}
