import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import { SignInForm } from '@tessera/domain/accounts/forms';
import { validate } from 'class-validator';
import { Passwords } from '../adapters/passwords.ts';
import { Dispatch } from '../kernel/dispatch.ts';
import { badInput, sessionNotFound } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { SessionRegistry } from './sessions.ts';
import { UserSessions } from './user-sessions.ts';

interface PasswordCall {
  readonly accountId: string;
  /** The one session that goes on. */
  readonly sessionId: string;
  readonly password: string;
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
    private readonly links: OneTimeTokens,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Other sessions and open links end: whoever changes a password may do so because somebody else knows the old one.
   * @throws AuthRefused for a password against the rules
   */
  async change({ accountId, sessionId, password, correlation }: PasswordCall) {
    const identity = await this.userSessions.identity(accountId);
    if (!identity.email) throw sessionNotFound();
    await this.#check(identity.email, password);
    await this.credentials.setPassword(identity.email, accountId, await this.passwords.hash(password));
    await this.links.revokeAll(accountId);
    await this.sessions.endAll(accountId, sessionId);
    const command = { kind: 'record-password-change', change_id: randomUUID() } as const;
    const metadata = { actor: accountId, correlation, causation: null };
    await this.commands.execute(new Dispatch(account, accountId, command, metadata));
    return this.userSessions.userOf(identity);
  }

  async #check(email: string, password: string) {
    const form = Object.assign(new SignInForm(), { email, password });
    const [error] = await validate(form, { forbidUnknownValues: true });
    if (error) throw badInput(Object.values(error.constraints ?? {})[0] ?? 'The password is not valid');
  }
}
