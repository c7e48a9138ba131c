import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account, noSecondFactor, tooManyWrongCodes, wrongCode } from '@tessera/domain/accounts/account';
import type { AccountCommand } from '@tessera/domain/accounts/account';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { Dispatch } from '../../kernel/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import type { PasswordGiven } from '../access-tokens.ts';
import { recoveryCodeUsedMail, secondFactorAddedMail, secondFactorRemovedMail } from '../account-mails.ts';
import {
  challengeExpired,
  factorNameTaken,
  factorNotFound,
  insufficientAal,
  ownerNotConfirmed,
  tooManyFactors,
  wrongFactorCode,
} from '../auth-refused.ts';
import { SessionRegistry } from '../sessions.ts';
import { UserSessions } from '../user-sessions.ts';
import { Factors } from './factors.ts';
import { isOn } from './own-factors.ts';
import type { Refusal } from './own-factors.ts';

type Holder = Pick<PasswordGiven, 'id' | 'sessionId'>;

/** In the protocol's words. */
const refusalOf = (refusal: Refusal): Error => {
  switch (refusal.refused) {
    case 'unknown-factor':
      return factorNotFound();
    case 'challenge-over':
      return challengeExpired();
    case 'wrong-code':
      return wrongFactorCode();
    case 'paused':
      return new Refused(tooManyWrongCodes());
  }
};

/** Sets second factors up, asks for them, and takes them away. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly factors: Factors,
    private readonly sessions: SessionRegistry,
    private readonly userSessions: UserSessions,
    private readonly commands: CommandBus,
    private readonly outbox: Outbox,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** @throws AuthRefused where the owner has not shown up a moment ago, and for one too many or of a taken name */
  async enroll({ id, sessionId }: Holder, name: string) {
    if (!(await this.sessions.isFresh(sessionId))) throw ownerNotConfirmed();
    const { email } = await this.userSessions.identity(id);
    const enrolled = await this.factors.enroll(id, name);
    if ('refused' in enrolled) throw enrolled.refused === 'too-many' ? tooManyFactors() : factorNameTaken(name);
    return { ...enrolled, email: email ?? '' };
  }

  /** @throws AuthRefused */
  async challenge({ id }: Holder, factorId: string) {
    const challenge = await this.factors.challenge(id, factorId);
    if (!challenge) throw factorNotFound();
    return challenge;
  }

  /**
   * The session from here on, which is good for everything. The first code of a new app also ends what was signed in
   * without one.
   * @throws AuthRefused, and Refused after too many wrong codes
   */
  async verify(
    holder: PasswordGiven,
    call: { readonly factorId: string; readonly challengeId: string; readonly code: string },
    correlation: string,
  ) {
    const { id, sessionId, awaitsSecondFactor } = holder;
    const own = await this.factors.of(id);
    const isNew = own.factors.find((factor) => factor.id === call.factorId)?.status === 'unverified';
    // Else whoever has the password alone could finish an app that was once begun.
    if (isNew && awaitsSecondFactor) throw insufficientAal();
    const taken = await this.factors.take(id, { kind: 'challenge', ...call });
    if ('refused' in taken) throw refusalOf(taken);
    const session = await this.sessions.prove(sessionId, taken.proof);
    if (taken.set_up) {
      await this.sessions.endUnproven(id, sessionId);
      await this.#record(id, correlation, { kind: 'record-second-factor', factor_id: call.factorId, is: 'totp' });
      await this.#tell(id, 'that a second factor was added', secondFactorAddedMail);
    }
    return this.userSessions.answer(session);
  }

  /** As `verify`, where the phone is not at hand. @throws Refused */
  async recover({ id, sessionId }: Holder, code: string) {
    const taken = await this.factors.take(id, { kind: 'recovery', code });
    if ('refused' in taken) throw new Refused(taken.refused === 'paused' ? tooManyWrongCodes() : wrongCode());
    const session = await this.sessions.prove(sessionId, taken.proof);
    const { recovery_hashes } = await this.factors.of(id);
    await this.#tell(id, 'that a recovery code was used', (to, publicUrl) =>
      recoveryCodeUsedMail(to, publicUrl, recovery_hashes.length),
    );
    return this.userSessions.answer(session);
  }

  /** @throws AuthRefused where the owner has not shown up a moment ago */
  async unenroll({ id, sessionId }: Holder, factorId: string, correlation: string) {
    const own = await this.factors.of(id);
    const factor = own.factors.find((each) => each.id === factorId);
    if (!factor) throw factorNotFound();
    const counts = factor.status === 'verified';
    if (counts && !(await this.sessions.isFresh(sessionId))) throw ownerNotConfirmed();
    const isLeft = await this.factors.remove(id, factorId);
    if (!counts) return;
    if (!isLeft) await this.sessions.dropSecondFactor(id);
    await this.#record(id, correlation, { kind: 'record-second-factor-removal', factor_id: factorId });
    await this.#tell(id, 'that a second factor was removed', secondFactorRemovedMail);
  }

  /** @throws Refused where there is nothing that the codes could stand in for */
  async newRecoveryCodes(accountId: string): Promise<readonly string[]> {
    if (!(await this.factors.isOn(accountId))) throw new Refused(noSecondFactor());
    return this.factors.renewRecoveryCodes(accountId);
  }

  async recoveryCodesLeft(accountId: string): Promise<number> {
    const own = await this.factors.of(accountId);
    return isOn(own) ? own.recovery_hashes.length : 0;
  }

  async #record(accountId: string, correlation: string, command: AccountCommand) {
    const metadata = { actor: accountId, correlation, causation: null };
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
  }

  async #tell(
    accountId: string,
    about: string,
    mailOf: (to: string, publicUrl: string) => ReturnType<typeof secondFactorAddedMail>,
  ) {
    const { email } = await this.userSessions.identity(accountId);
    this.outbox.post(about, async () => (email === null ? null : mailOf(email, this.config.publicUrl)));
  }
}
