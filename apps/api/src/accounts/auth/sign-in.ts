import { Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import { Passwords } from '../../adapters/passwords.ts';
import { Accounts } from '../accounts.ts';
import { emailNotConfirmed, invalidCredentials } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { NewDeviceNotice } from '../devices/new-device-notice.ts';
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
    private readonly notice: NewDeviceNotice,
  ) {}

  /**
   * Begins a session, and notifies the owner if the device is new, except at the account's first sign-in.
   * @throws AuthRefused, without saying which of the two was wrong
   */
  async withPassword(email: string, password: string, { device, isKnown }: From) {
    const credential = await this.credentials.find(email);
    const isRight = await this.passwords.matches(credential?.password_hash ?? null, password);
    const identity = credential && isRight ? await this.accounts.identity(credential.account_id) : null;
    if (!identity?.email) throw invalidCredentials();
    if (!this.userSessions.isOpen(identity)) throw emailNotConfirmed();
    const session = await this.userSessions.begin(identity, 'password', device);
    const isFirst = credential?.last_sign_in_at === undefined;
    const awaitsCode = session.user.factors.some(({ status }) => status === 'verified');
    if (!isKnown && !isFirst) this.notice.post(identity.email, device, awaitsCode);
    return session;
  }
}
