import { Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import { isSameAddress } from '@tessera/domain/accounts/email-address';
import { Passwords } from '../../adapters/passwords.ts';
import { Clock } from '../../kernel/clock.ts';
import { Accounts } from '../accounts.ts';
import { emailNotConfirmed, invalidCredentials } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { SecurityMails } from '../security-mails.ts';
import { UserSessions } from '../sessions/user-sessions.ts';

interface From {
  readonly device: Device;
  /** Whether this account has signed in on it before. */
  readonly isKnown: boolean;
}

/** Exchanges passwords for sessions. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly userSessions: UserSessions,
    private readonly mails: SecurityMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session, and notifies the owner if the device is new, except at the account's first sign-in.
   * @throws AuthRefused, without saying which of the two was wrong
   */
  async withPassword(email: string, password: string, { device, isKnown }: From) {
    const credential = await this.credentials.find(email);
    const isRight = await this.passwords.matches(credential?.password_hash ?? null, password);
    const identity = credential && isRight ? await this.accounts.identity(credential.account_id) : null;
    // A change of address keeps two reserved for a moment, of which the account has one.
    if (!identity?.email || !isSameAddress(identity.email, email)) throw invalidCredentials();
    if (!this.userSessions.isOpen(identity)) throw emailNotConfirmed();
    const session = await this.userSessions.begin(identity, 'password', device);
    const isFirst = credential?.last_sign_in_at === undefined;
    if (isKnown || isFirst) return session;
    const awaits_code = session.user.factors.some(({ status }) => status === 'verified');
    const facts = { device, at: this.clock.now().toISOString(), awaits_code };
    // Before the session is handed over: nobody gets in without its owner being told.
    await this.mails.notify(identity.id, { about: 'new_device', facts });
    return session;
  }
}
