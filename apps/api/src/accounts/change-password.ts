import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { ResetPasswordForm } from '@tessera/domain/accounts/forms';
import { validate } from 'class-validator';
import { Outbox } from '../adapters/mail/outbox.ts';
import { Passwords } from '../adapters/passwords.ts';
import type { Config } from '../config.ts';
import { Dispatch } from '../kernel/dispatch.ts';
import { configToken } from '../kernel/tokens.ts';
import { passwordChangedMail } from './account-mails.ts';
import {
  badInput,
  reauthenticationNeeded,
  ownerNotConfirmed,
  sessionNotFound,
  wrongCurrentPassword,
} from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { NewPasswords } from './new-passwords.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { Factors } from './second-factor/factors.ts';
import { SessionRegistry } from './sessions.ts';
import { UserSessions } from './user-sessions.ts';

interface PasswordCall {
  readonly accountId: string;
  /** The one session that goes on. */
  readonly sessionId: string;
  readonly password: string;
  /** The one that it replaces; whoever has just opened the link of a reset need not know it. */
  readonly current: string | undefined;
  readonly correlation: string;
}

/** Sets a new password for whoever is signed in. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly userSessions: UserSessions,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly sessions: SessionRegistry,
    private readonly factors: Factors,
    private readonly links: OneTimeTokens,
    private readonly newPasswords: NewPasswords,
    private readonly outbox: Outbox,
    private readonly commands: CommandBus,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Other sessions and open links end: whoever changes a password may do so because somebody else knows the old one.
   * @throws AuthRefused for a password against the rules, and without the current one
   */
  async change(call: PasswordCall) {
    const { accountId, sessionId, password, correlation } = call;
    const identity = await this.userSessions.identity(accountId);
    const { email } = identity;
    if (!email) throw sessionNotFound();
    await this.#checkOwner(email, call);
    await this.#check(password);
    await this.newPasswords.check(password, { email, names: identity.names });
    await this.credentials.setPassword(email, accountId, await this.passwords.hash(password));
    await this.links.revokeAll(accountId);
    await this.sessions.endAll(accountId, sessionId);
    const command = { kind: 'record-password-change', change_id: randomUUID() } as const;
    const metadata = { actor: accountId, correlation, causation: null };
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
    this.outbox.post('that a password was changed', async () => passwordChangedMail(email, this.config.publicUrl));
    return this.userSessions.userOf(identity);
  }

  async #checkOwner(email: string, { accountId, sessionId, current }: PasswordCall) {
    if (current === undefined) {
      if (await this.sessions.mayReplacePassword(sessionId)) return;
      throw reauthenticationNeeded();
    }
    const credential = await this.credentials.find(email);
    if (!(await this.passwords.matches(credential?.password_hash ?? null, current))) throw wrongCurrentPassword();
    const isOn = await this.factors.isOn(accountId);
    if (isOn && !(await this.sessions.isFresh(sessionId))) throw ownerNotConfirmed();
  }

  async #check(password: string) {
    const form = Object.assign(new ResetPasswordForm(), { password, confirmPassword: password });
    const [error] = await validate(form, { forbidUnknownValues: true });
    if (error) throw badInput(Object.values(error.constraints ?? {})[0] ?? 'The password is not valid');
  }
}
