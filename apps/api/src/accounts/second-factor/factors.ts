import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import type { EventCodec } from '../../kernel/log/codec.ts';
import { Refused } from '../../kernel/refused.ts';
import { seal, unseal } from '../../kernel/log/sealing.ts';
import { clockToken, codecToken, configToken, vaultToken } from '../../kernel/tokens.ts';
import type { Vault } from '../../kernel/records/port.ts';
import {
  isOn,
  judged,
  noFactors,
  openChallenge,
  passkeysOf,
  withChallenge,
  withFactor,
  without,
} from './own-factors.ts';
import type {
  Answering,
  AppFactor,
  Attempt,
  Challenge,
  Factor,
  Judge,
  Judged,
  OwnFactors,
  Passkey,
  PasskeyFactor,
  ShownPasskey,
} from './own-factors.ts';
import { countOfUse, credentialIdIn, madePasskey, relyingPartyOf } from './passkeys.ts';
import type { RelyingParty } from './passkeys.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { newTotpSecret, totpStep } from './totp.ts';

const collection = 'second-factors';
const challengeBytes = 32;

/** The vault alone opens nothing: both come from the account's own key, and are gone with it. */
interface Keys {
  readonly secrets: KeyObject;
  readonly codes: KeyObject;
}

const placeOf = (accountId: string, factorId: string) => JSON.stringify([collection, accountId, factorId]);

const openedSecret = (keys: Keys, accountId: string, { id, secret_sealed }: AppFactor): string =>
  unseal(keys.secrets, secret_sealed, placeOf(accountId, id)).toString();

/** Null for one that was not made yet. */
const openedPasskey = (keys: Keys, accountId: string, { id, passkey_sealed }: PasskeyFactor): Passkey | null =>
  passkey_sealed === null
    ? null
    : (JSON.parse(unseal(keys.secrets, passkey_sealed, placeOf(accountId, id)).toString()) as Passkey);

export interface NotEnrolled {
  readonly refused: 'too-many' | 'name-taken';
}

/** A factor's challenge, and what a browser must know to have it answered. */
export interface Asked extends Challenge {
  readonly factor: Factor;
  /** Every passkey that the account has. */
  readonly passkeys: readonly Passkey[];
}

/**
 * The second factors of all accounts: one record each, so that a code is judged and used up in one step. What secrets
 * and passkeys hold is encrypted, and recovery codes are kept as keyed hashes.
 */
@Injectable()
export class Factors {
  readonly relyingParty: RelyingParty;

  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(codecToken) private readonly codec: Pick<EventCodec, 'keyOf'>,
    @Inject(configToken) { publicUrl }: Pick<Config, 'publicUrl'>,
  ) {
    this.relyingParty = relyingPartyOf(publicUrl);
  }

  async of(accountId: string): Promise<OwnFactors> {
    return (await this.vault.get<OwnFactors>(collection, accountId)) ?? noFactors;
  }

  async isOn(accountId: string): Promise<boolean> {
    return isOn(await this.of(accountId));
  }

  /** Begins the setting up of an app; it counts from its first right code on. @param name empty for none */
  async enrollApp(accountId: string, name: string): Promise<{ factor: Factor; secret: string } | NotEnrolled> {
    const keys = await this.#keysOf(accountId);
    const secret = newTotpSecret();
    const factor = this.#begun(name);
    const secret_sealed = seal(keys.secrets, Buffer.from(secret), placeOf(accountId, factor.id));
    const enrolled = await this.#enroll(accountId, { ...factor, secret_sealed, last_step: 0 });
    return 'refused' in enrolled ? enrolled : { ...enrolled, secret };
  }

  /** Begins the adding of a passkey; it counts from when it was made. @param name empty for the next number */
  enrollPasskey(accountId: string, name: string): Promise<{ factor: Factor } | NotEnrolled> {
    return this.#enroll(accountId, { ...this.#begun(name), kind: 'webauthn', passkey_sealed: null });
  }

  /** Null where the account has no such factor; an earlier challenge of it is over. */
  async challenge(accountId: string, factorId: string, sessionId: string): Promise<Asked | null> {
    const value = randomBytes(challengeBytes).toString('base64url');
    const challenge = { id: this.clock.newId(), session_id: sessionId, asked_at_ms: this.#nowMs(), value };
    const own = await this.#update(accountId, (before) => withChallenge(before, factorId, challenge));
    const factor = own.factors.find((each) => each.challenge?.id === challenge.id);
    if (!factor) return null;
    const keys = await this.#keysOf(accountId);
    const passkeys = passkeysOf(own).flatMap((each) => openedPasskey(keys, accountId, each) ?? []);
    return { ...challenge, factor, passkeys };
  }

  /** Uses a code or a passkey's answer up, or counts it as wrong. */
  async take(accountId: string, attempt: Attempt): Promise<Judged['answer']> {
    const judge = this.#judge(accountId, await this.#keysOf(accountId));
    let answer: Judged['answer'] = { refused: 'wrong-code' };
    await this.#update(accountId, (own) => {
      const result = judged(own, attempt, judge);
      ({ answer } = result);
      return result.next;
    });
    return answer;
  }

  /** As `take`, of what a browser answered for a passkey, in whatever form it was sent. */
  async takePasskey(accountId: string, where: Answering, answer: unknown): Promise<Judged['answer']> {
    return this.take(accountId, { kind: 'passkey', ...where, shown: await this.#shown(accountId, where, answer) });
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

  #begun(name: string) {
    const [id, nowMs] = [this.clock.newId(), this.#nowMs()];
    return { id, name, status: 'unverified', created_at_ms: nowMs, updated_at_ms: nowMs, challenge: null } as const;
  }

  async #enroll(accountId: string, factor: Factor): Promise<{ factor: Factor } | NotEnrolled> {
    let refused: NotEnrolled['refused'] | null = null;
    const { factors } = await this.#update(accountId, (own) => {
      const next = withFactor(own, factor);
      refused = typeof next === 'string' ? next : null;
      return typeof next === 'string' ? own : next;
    });
    const enrolled = factors.find(({ id }) => id === factor.id);
    return enrolled ? { factor: enrolled } : { refused: refused ?? 'too-many' };
  }

  /** Checked before anything is decided, as signatures take their time; the deciding asks whether all still stands. */
  async #shown(accountId: string, where: Answering, answer: unknown): Promise<ShownPasskey> {
    const own = await this.of(accountId);
    const factor = own.factors.find(({ id }) => id === where.factorId);
    const challenge = factor && openChallenge(factor, where, this.#nowMs());
    if (!challenge) return { is: 'wrong' };
    if (factor.status === 'unverified') {
      const passkey = await madePasskey(this.relyingParty, challenge.value, answer);
      return passkey ? { is: 'made', passkey } : { is: 'wrong' };
    }
    const keys = await this.#keysOf(accountId);
    const credentialId = credentialIdIn(answer);
    if (credentialId === null) return { is: 'wrong' };
    for (const each of passkeysOf(own)) {
      const passkey = openedPasskey(keys, accountId, each);
      if (passkey?.credential_id !== credentialId) continue;
      const counter = await countOfUse(this.relyingParty, { challenge: challenge.value, passkey }, answer);
      return counter === null ? { is: 'wrong' } : { is: 'used', factorId: each.id, counter };
    }
    return { is: 'unknown' };
  }

  #judge(accountId: string, keys: Keys): Judge {
    const nowMs = this.#nowMs();
    return {
      nowMs,
      stepOf: (app, code) => totpStep(openedSecret(keys, accountId, app), code, nowMs),
      hashOf: (code) => recoveryCodeHash(keys.codes, accountId, code),
      passkeyOf: (factor) => openedPasskey(keys, accountId, factor),
      sealed: ({ id }, passkey) => seal(keys.secrets, Buffer.from(JSON.stringify(passkey)), placeOf(accountId, id)),
    };
  }

  async #update(accountId: string, change: (own: OwnFactors) => OwnFactors): Promise<OwnFactors> {
    const stored = await this.vault.update<OwnFactors>(collection, accountId, (own) => change(own ?? noFactors));
    return stored ?? noFactors;
  }

  /** @throws Refused for who was forgotten */
  async #keysOf(accountId: string): Promise<Keys> {
    const own = await this.codec.keyOf(accountId);
    if (!own) throw new Refused(notFound());
    return {
      secrets: derivedKey(own, 'second factor secrets'),
      codes: derivedKey(own, 'second factor recovery codes'),
    };
  }

  #nowMs() {
    return this.clock.now().getTime();
  }
}
