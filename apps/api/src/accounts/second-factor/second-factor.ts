import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { AccountCommand } from '@tessera/domain/accounts/account';
import { noSecondFactor } from '@tessera/domain/accounts/access/identity-failures';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import type { PasswordVerified } from '../sessions/access-tokens.ts';
import {
  challengeExpired,
  factorNameTaken,
  factorNotFound,
  insufficientAal,
  ownerNotConfirmed,
  tooManyFactors,
  wrongFactorCode,
} from '../auth/auth-refused.ts';
import { SecurityMails } from '../security-mails.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import { UserSessions } from '../sessions/user-sessions.ts';
import { Factors } from './factors.ts';
import type { NotEnrolled } from './factors.ts';
import { isOn } from './account-factors.ts';
import type { Factor, Refusal, VerificationResult } from './account-factors.ts';
import { creationOptions, requestOptions } from './passkeys.ts';
import { failureOf } from './refusals.ts';

type Holder = Pick<PasswordVerified, 'id' | 'sessionId'>;

/** The answer to a factor's challenge: the code of an app, or a browser's answer for a passkey. */
export interface FactorAnswer {
  readonly factorId: string;
  readonly challengeId: string;
  readonly given: { readonly code: string } | { readonly credential: unknown };
}

/** The error for a refusal, in the protocol's words where it has any. */
const refusalOf = (refusal: Refusal): Error => {
  switch (refusal.refused) {
    case 'unknown-factor':
      return factorNotFound();
    case 'challenge-over':
      return challengeExpired();
    case 'wrong-code':
      return wrongFactorCode();
    default:
      return new Refused(failureOf(refusal));
  }
};

const enrolledOf = <Enrolled extends object>(enrolled: Enrolled | NotEnrolled, name: string): Enrolled => {
  if (!('refused' in enrolled)) return enrolled;
  throw enrolled.refused === 'too-many' ? tooManyFactors() : factorNameTaken(name);
};

/** A factor as the log names it. */
const recordedFactor = ({ id: factor_id, kind: factor_kind = 'totp', name }: Factor) => ({
  factor_id,
  factor_kind,
  name,
});

/** Sets up second factors, challenges them, and removes them. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly factors: Factors,
    private readonly sessions: SessionRegistry,
    private readonly userSessions: UserSessions,
    private readonly commands: CommandBus,
    private readonly mails: SecurityMails,
  ) {}

  /** @throws AuthRefused unless the session is fresh, and for one factor too many or a name that is taken */
  async enrollApp(holder: Holder, name: string) {
    const { id } = holder;
    await this.#checkOwner(holder);
    const { email } = await this.userSessions.identity(id);
    return { ...enrolledOf(await this.factors.enrollApp(id, name), name), email: email ?? '' };
  }

  /** @throws AuthRefused, like `enrollApp` */
  async enrollPasskey(holder: Holder, name: string) {
    await this.#checkOwner(holder);
    return enrolledOf(await this.factors.enrollPasskey(holder.id, name), name);
  }

  /** Begins a challenge; for a passkey, with the options for the browser's request. @throws AuthRefused */
  async challenge({ id, sessionId }: Holder, factorId: string) {
    const pending = await this.factors.challenge(id, factorId, sessionId);
    if (!pending) throw factorNotFound();
    const { factor, value: challenge, passkeys: known } = pending;
    if (factor.kind !== 'webauthn') return { ...pending, webauthn: null };
    const { relyingParty } = this.factors;
    if (factor.status === 'verified') {
      const publicKey = await requestOptions(relyingParty, { challenge, known });
      return { ...pending, webauthn: { type: 'request', credential_options: { publicKey } } };
    }
    const { email } = await this.userSessions.identity(id);
    const publicKey = await creationOptions(relyingParty, { id, email: email ?? '' }, { challenge, known });
    return { ...pending, webauthn: { type: 'create', credential_options: { publicKey } } };
  }

  /**
   * Returns the session, which is unrestricted from now on. An answer that finishes setting up a factor also ends all
   * sessions that began without one.
   * @throws AuthRefused, or Refused for a passkey and after too many wrong answers
   */
  async verify(holder: PasswordVerified, answer: FactorAnswer, correlation: string) {
    const { id, sessionId, awaitsSecondFactor } = holder;
    const state = await this.factors.of(id);
    const factor = state.factors.find(({ id: each }) => each === answer.factorId);
    const isNew = factor?.status === 'unverified';
    // Otherwise, someone who has only the password could finish setting up a factor that was once begun.
    if (isNew && awaitsSecondFactor) throw insufficientAal();
    const result = await this.#verify(holder, answer);
    if ('refused' in result) throw refusalOf(result);
    // Also when it is only used, in case a crash came between setting it up and recording that.
    if (factor) await this.#record(id, correlation, { kind: 'record-second-factor', ...recordedFactor(factor) });
    const session = await this.sessions.prove(sessionId, result.proof);
    if (result.set_up) await this.sessions.endUnproven(id, sessionId);
    return this.userSessions.answer(session);
  }

  /** Like `verify`, with a recovery code. @throws Refused */
  async recover({ id, sessionId }: Holder, code: string) {
    const result = await this.factors.verify(id, { kind: 'recovery', code });
    if ('refused' in result) throw new Refused(failureOf(result));
    const { recovery_hashes } = await this.factors.of(id);
    const notice = { about: 'recovery_code_used', facts: { left: recovery_hashes.length } } as const;
    // Before the session is unrestricted: nobody gets in without its owner being told.
    await this.mails.notify(id, notice);
    const session = await this.sessions.prove(sessionId, result.proof);
    return this.userSessions.answer(session);
  }

  /** @throws AuthRefused if there is no such factor, or if it is set up and the session isn't fresh */
  async unenroll(holder: Holder, factorId: string, correlation: string) {
    const { id } = holder;
    const state = await this.factors.of(id);
    const factor = state.factors.find((each) => each.id === factorId);
    if (!factor) throw factorNotFound();
    const isSetUp = factor.status === 'verified';
    if (isSetUp) await this.#checkOwner(holder);
    // Recorded first, like a changed password.
    if (isSetUp) {
      await this.#record(id, correlation, { kind: 'record-second-factor-removal', ...recordedFactor(factor) });
    }
    const isLeft = await this.factors.remove(id, factorId);
    if (isSetUp && !isLeft) await this.sessions.dropSecondFactor(id);
  }

  /** @throws Refused if there is no second factor that the codes could replace */
  async newRecoveryCodes(accountId: string): Promise<readonly string[]> {
    if (!(await this.factors.isOn(accountId))) throw new Refused(noSecondFactor());
    return this.factors.renewRecoveryCodes(accountId);
  }

  async recoveryCodesLeft(accountId: string): Promise<number> {
    const state = await this.factors.of(accountId);
    return isOn(state) ? state.recovery_hashes.length : 0;
  }

  #verify({ id, sessionId }: Holder, { factorId, challengeId, given }: FactorAnswer): Promise<VerificationResult> {
    const where = { factorId, challengeId, sessionId };
    if ('code' in given) return this.factors.verify(id, { kind: 'challenge', ...where, code: given.code });
    return this.factors.verifyPasskey(id, where, given.credential);
  }

  /** @throws AuthRefused unless the session is fresh */
  async #checkOwner({ sessionId }: Holder) {
    if (!(await this.sessions.isFresh(sessionId))) throw ownerNotConfirmed();
  }

  async #record(accountId: string, correlation: string, command: AccountCommand) {
    const metadata = { actor: accountId, correlation, causation: null };
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
  }
}
