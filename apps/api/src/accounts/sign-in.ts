import { Injectable } from '@nestjs/common';
import { Passwords } from '../adapters/passwords.ts';
import { Accounts } from './accounts.ts';
import { emailNotConfirmed, invalidCredentials } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { UserSessions } from './user-sessions.ts';

/** Passwords against sessions. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly userSessions: UserSessions,
  ) {}

  /** @throws AuthRefused that says nothing of which of the two was wrong. */
  async withPassword(email: string, password: string) {
    const credential = await this.credentials.find(email);
    const right = await this.passwords.matches(credential?.password_hash ?? null, password);
    const identity = credential && right ? await this.accounts.identity(credential.account_id) : null;
    if (!identity?.email) throw invalidCredentials();
    if (!this.userSessions.isOpen(identity)) throw emailNotConfirmed();
    return this.userSessions.begin(identity, 'password');
  }
}
