import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { ResetPasswordForm, normalPassword } from '@tessera/domain/accounts/password-forms';
import { validate } from 'class-validator';
import { Passwords } from '../../adapters/passwords.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import {
  badInput,
  ownerNotConfirmed,
  reauthenticationNeeded,
  sessionNotFound,
  wrongCurrentPassword,
  wrongNonce,
} from '../auth/auth-refused.ts';
import { Credentials } from '../auth/credentials.ts';
import { NewPasswords } from './new-passwords.ts';
import { OneTimeTokens } from '../links/one-time-tokens.ts';
import { Reauthentication } from '../auth/reauthentication.ts';
import { Factors } from '../second-factor/factors.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import { UserSessions } from '../sessions/user-sessions.ts';

interface PasswordCall {
  readonly accountId: string;
  /** The only session that continues. */
  readonly sessionId: string;
  readonly password: string;
  /**
   * The current password, or the code that was mailed as a replacement for it. A session that was just begun by a reset
   * link needs neither.
   */
  readonly proof: { readonly current?: string; readonly nonce?: string };
  readonly correlation: string;
}

/** Sets a new password for a signed-in account. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly userSessions: UserSessions,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly sessions: SessionRegistry,
    private readonly factors: Factors,
    private readonly links: OneTimeTokens,
    private readonly reauthentication: Reauthentication,
    private readonly newPasswords: NewPasswords,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Also ends all other sessions and revokes open links, as the reason for the change may be that someone else knows the
   * old password.
   * @throws AuthRefused if the password breaks the rules, or without proof of being the owner
   */
  async change(call: PasswordCall) {
    const { accountId, sessionId, correlation } = call;
    const password = normalPassword(call.password);
    const identity = await this.userSessions.identity(accountId);
    const { email } = identity;
    if (!email) throw sessionNotFound();
    await this.#check(password);
    await this.newPasswords.check(password, { email, names: identity.names });
    await this.#checkOwner(email, call);
    const hash = await this.passwords.hash(password);
    const command = { kind: 'record-password-change', change_id: randomUUID() } as const;
    const metadata = { actor: accountId, correlation, causation: null };
    // Recorded first: after a crash, its owner is told of a change that failed rather than not told of one that didn't.
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
    await this.credentials.setPassword(email, accountId, hash);
    await this.links.revokeAll(accountId);
    await this.sessions.endAll(accountId, sessionId);
  }

  /** The last check, as it uses the nonce up. */
  async #checkOwner(email: string, { accountId, sessionId, proof: { current, nonce } }: PasswordCall) {
    if (current === undefined && nonce === undefined) {
      if (await this.sessions.mayReplacePassword(sessionId)) return;
      throw reauthenticationNeeded();
    }
    if (current !== undefined) {
      const credential = await this.credentials.find(email);
      if (!(await this.passwords.matches(credential?.password_hash ?? null, current))) throw wrongCurrentPassword();
    }
    const hasFactor = await this.factors.isOn(accountId);
    if (hasFactor && !(await this.sessions.isFresh(sessionId))) throw ownerNotConfirmed();
    if (current !== undefined || nonce === undefined) return;
    if (!(await this.reauthentication.use({ accountId, sessionId }, nonce))) throw wrongNonce();
  }

  async #check(password: string) {
    const form = Object.assign(new ResetPasswordForm(), { password, confirmPassword: password });
    const [error] = await validate(form, { forbidUnknownValues: true });
    if (error) throw badInput(Object.values(error.constraints ?? {})[0] ?? 'The password is not valid');
  }
}
