import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import { EventCodec } from '../../kernel/log/codec.ts';
import { Refused } from '../../kernel/refused.ts';
import { seal, unseal } from '../../kernel/log/sealing.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Vault } from '../../kernel/records/port.ts';
import {
  isOn,
  verifyAttempt,
  noFactors,
  openChallenge,
  passkeysOf,
  withChallenge,
  withFactor,
  without,
} from './account-factors.ts';
import type {
  AnsweredChallenge,
  AppFactor,
  Attempt,
  Challenge,
  Factor,
  VerificationContext,
  VerificationResult,
  AccountFactors,
  Passkey,
  PasskeyFactor,
  PresentedPasskey,
} from './account-factors.ts';
import { verifyAssertion, credentialIdIn, verifyRegistration, relyingPartyOf } from './passkeys.ts';
import type { RelyingParty } from './passkeys.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { newTotpSecret, totpStep } from './totp.ts';

const collection = 'second-factors';
const challengeBytes = 32;

/** Both keys are derived from the account's own key, so the vault alone reveals nothing, and they are gone with that key. */
interface Keys {
  readonly secrets: KeyObject;
  readonly codes: KeyObject;
}

const placeOf = (accountId: string, factorId: string) => JSON.stringify([collection, accountId, factorId]);

const openedSecret = (keys: Keys, accountId: string, { id, secret_sealed }: AppFactor): string =>
  unseal(keys.secrets, secret_sealed, placeOf(accountId, id)).toString();

/** Null if the passkey has not been created yet. */
const openedPasskey = (keys: Keys, accountId: string, { id, passkey_sealed }: PasskeyFactor): Passkey | null =>
  passkey_sealed === null
    ? null
    : (JSON.parse(unseal(keys.secrets, passkey_sealed, placeOf(accountId, id)).toString()) as Passkey);

export interface NotEnrolled {
  readonly refused: 'too-many' | 'name-taken';
}

/** A factor's challenge, and what a browser needs to answer it. */
export interface PendingChallenge extends Challenge {
  readonly factor: Factor;
  /** Every passkey that the account has. */
  readonly passkeys: readonly Passkey[];
}

/**
 * The second factors of all accounts: one record per account, so that a code is verified and used up in one step. Secrets
 * and passkeys are encrypted, and recovery codes are stored as keyed hashes.
 */
@Injectable()
export class Factors {
  readonly relyingParty: RelyingParty;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    @Inject(EventCodec) private readonly codec: Pick<EventCodec, 'keyOf'>,
    @Inject(configToken) { publicUrl }: Pick<Config, 'publicUrl'>,
  ) {
    this.relyingParty = relyingPartyOf(publicUrl);
  }

  async of(accountId: string): Promise<AccountFactors> {
    return (await this.vault.get<AccountFactors>(collection, accountId)) ?? noFactors;
  }

  async isOn(accountId: string): Promise<boolean> {
    return isOn(await this.of(accountId));
  }

  /** Begins to set up an app, which counts from its first right code on. @param name may be empty */
  async enrollApp(accountId: string, name: string): Promise<{ factor: Factor; secret: string } | NotEnrolled> {
    const keys = await this.#keysOf(accountId);
    const secret = newTotpSecret();
    const factor = this.#newFactor(name);
    const secret_sealed = seal(keys.secrets, Buffer.from(secret), placeOf(accountId, factor.id));
    const enrolled = await this.#enroll(accountId, { ...factor, secret_sealed, last_step: 0 });
    return 'refused' in enrolled ? enrolled : { ...enrolled, secret };
  }

  /** Begins to add a passkey, which counts once it has been created. @param name if empty, the passkey gets a numbered one */
  enrollPasskey(accountId: string, name: string): Promise<{ factor: Factor } | NotEnrolled> {
    return this.#enroll(accountId, { ...this.#newFactor(name), kind: 'webauthn', passkey_sealed: null });
  }

  /** Begins a challenge, which replaces the factor's former one. Null if the account has no such factor. */
  async challenge(accountId: string, factorId: string, sessionId: string): Promise<PendingChallenge | null> {
    const value = randomBytes(challengeBytes).toString('base64url');
    const challenge = { id: this.clock.newId(), session_id: sessionId, asked_at_ms: this.#nowMs(), value };
    const state = await this.#update(accountId, (before) => withChallenge(before, factorId, challenge));
    const factor = state.factors.find((each) => each.challenge?.id === challenge.id);
    if (!factor) return null;
    const keys = await this.#keysOf(accountId);
    const passkeys = passkeysOf(state).flatMap((each) => openedPasskey(keys, accountId, each) ?? []);
    return { ...challenge, factor, passkeys };
  }

  /** Uses up a right code or passkey answer, or counts a wrong one. */
  async verify(accountId: string, attempt: Attempt): Promise<VerificationResult> {
    const context = this.#contextOf(accountId, await this.#keysOf(accountId));
    let answer: VerificationResult = { refused: 'wrong-code' };
    await this.#update(accountId, (state) => {
      const result = verifyAttempt(state, attempt, context);
      ({ answer } = result);
      return result.next;
    });
    return answer;
  }

  /** Like `verify`, with a browser's unchecked answer for a passkey. */
  async verifyPasskey(accountId: string, where: AnsweredChallenge, answer: unknown): Promise<VerificationResult> {
    return this.verify(accountId, {
      kind: 'passkey',
      ...where,
      presented: await this.#presented(accountId, where, answer),
    });
  }

  /** Returns whether a second factor is left. */
  async remove(accountId: string, factorId: string): Promise<boolean> {
    return isOn(await this.#update(accountId, (state) => without(state, factorId)));
  }

  /** Makes new recovery codes, which replace all former ones. */
  async renewRecoveryCodes(accountId: string): Promise<readonly string[]> {
    const keys = await this.#keysOf(accountId);
    const codes = newRecoveryCodes();
    const recovery_hashes = codes.map((code) => recoveryCodeHash(keys.codes, accountId, code));
    await this.#update(accountId, (state) => ({ ...state, recovery_hashes }));
    return codes;
  }

  async forget(accountId: string): Promise<void> {
    await this.vault.delete(collection, accountId);
  }

  #newFactor(name: string) {
    const [id, nowMs] = [this.clock.newId(), this.#nowMs()];
    return { id, name, status: 'unverified', created_at_ms: nowMs, updated_at_ms: nowMs, challenge: null } as const;
  }

  async #enroll(accountId: string, factor: Factor): Promise<{ factor: Factor } | NotEnrolled> {
    let refused: NotEnrolled['refused'] | null = null;
    const { factors } = await this.#update(accountId, (state) => {
      const next = withFactor(state, factor);
      refused = typeof next === 'string' ? next : null;
      return typeof next === 'string' ? state : next;
    });
    const enrolled = factors.find(({ id }) => id === factor.id);
    return enrolled ? { factor: enrolled } : { refused: refused ?? 'too-many' };
  }

  /** Verifies the signature ahead of the update, as it takes time; the update checks that everything still applies. */
  async #presented(accountId: string, where: AnsweredChallenge, answer: unknown): Promise<PresentedPasskey> {
    const state = await this.of(accountId);
    const factor = state.factors.find(({ id }) => id === where.factorId);
    const challenge = factor && openChallenge(factor, where, this.#nowMs());
    if (!challenge) return { kind: 'wrong' };
    if (factor.status === 'unverified') {
      const passkey = await verifyRegistration(this.relyingParty, challenge.value, answer);
      return passkey ? { kind: 'made', passkey } : { kind: 'wrong' };
    }
    const keys = await this.#keysOf(accountId);
    const credentialId = credentialIdIn(answer);
    if (credentialId === null) return { kind: 'wrong' };
    for (const each of passkeysOf(state)) {
      const passkey = openedPasskey(keys, accountId, each);
      if (passkey?.credential_id !== credentialId) continue;
      const counter = await verifyAssertion(this.relyingParty, { challenge: challenge.value, passkey }, answer);
      return counter === null ? { kind: 'wrong' } : { kind: 'used', factorId: each.id, counter };
    }
    return { kind: 'unknown' };
  }

  #contextOf(accountId: string, keys: Keys): VerificationContext {
    const nowMs = this.#nowMs();
    return {
      nowMs,
      stepOf: (app, code) => totpStep(openedSecret(keys, accountId, app), code, nowMs),
      hashOf: (code) => recoveryCodeHash(keys.codes, accountId, code),
      passkeyOf: (factor) => openedPasskey(keys, accountId, factor),
      sealed: ({ id }, passkey) => seal(keys.secrets, Buffer.from(JSON.stringify(passkey)), placeOf(accountId, id)),
    };
  }

  async #update(accountId: string, change: (state: AccountFactors) => AccountFactors): Promise<AccountFactors> {
    const stored = await this.vault.update<AccountFactors>(collection, accountId, (state) =>
      change(state ?? noFactors),
    );
    return stored ?? noFactors;
  }

  /** @throws Refused if the account's key is gone */
  async #keysOf(accountId: string): Promise<Keys> {
    const accountKey = await this.codec.keyOf(accountId);
    if (!accountKey) throw new Refused(notFound());
    return {
      secrets: derivedKey(accountKey, 'second factor secrets'),
      codes: derivedKey(accountKey, 'second factor recovery codes'),
    };
  }

  #nowMs() {
    return this.clock.now().getTime();
  }
}
