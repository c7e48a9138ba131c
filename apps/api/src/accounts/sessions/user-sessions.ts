import { Inject, Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { AccessTokens } from './access-tokens.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { sessionNotFound } from '../auth/auth-refused.ts';
import { Credentials } from '../auth/credentials.ts';
import { Factors } from '../second-factor/factors.ts';
import type { Factor } from '../second-factor/account-factors.ts';
import { SessionRegistry } from './sessions.ts';
import type { SignInMethod } from './session-record.ts';
import type { Session } from './sessions.ts';

/** A second factor in the protocol's form, without its secret or key. */
export const factorRow = ({ id, kind = 'totp', name, status, created_at_ms, updated_at_ms, challenge }: Factor) => ({
  id,
  ...(name === '' ? {} : { friendly_name: name }),
  factor_type: kind,
  status,
  created_at: new Date(created_at_ms).toISOString(),
  updated_at: new Date(updated_at_ms).toISOString(),
  ...(challenge ? { last_challenged_at: new Date(challenge.asked_at_ms).toISOString() } : {}),
});

interface Times {
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | undefined;
}

/** The account's only identity: its email address. */
const identityOf = (id: string, email: string, email_verified: boolean, times: Times) => ({
  identity_id: id,
  id,
  user_id: id,
  identity_data: { sub: id, email, email_verified, phone_verified: false },
  provider: 'email',
  email,
  ...times,
});

/** Users and sessions in the protocol's form. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly sessions: SessionRegistry,
    private readonly tokens: AccessTokens,
    private readonly factors: Factors,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Whether a session may begin, as the email address is confirmed or needn't be. */
  isOpen({ emailConfirmedAt }: Identity): boolean {
    return !this.config.requireEmailConfirmation || emailConfirmedAt !== null;
  }

  async begin(identity: Identity, method: SignInMethod, device: Device) {
    const session = await this.sessions.begin(identity.id, method, device);
    if (identity.email) await this.credentials.signedIn(identity.email, identity.id);
    return this.#answerTo(identity, session);
  }

  /** @throws AuthRefused */
  async refresh(refreshToken: string, device: Device) {
    return this.answer(await this.sessions.refresh(refreshToken, device));
  }

  /** The answer for an existing session, with a new access token. @throws AuthRefused */
  async answer(session: Session) {
    return this.#answerTo(await this.identity(session.accountId), session);
  }

  /** @throws AuthRefused */
  async user(accountId: string) {
    return this.userOf(await this.identity(accountId));
  }

  /** The user in the protocol's form, without the password's hash or the factors' secrets. */
  async userOf(identity: Identity) {
    const { factors } = await this.factors.of(identity.id);
    const { id, role, name, email, createdAt, emailConfirmedAt, updatedAt, metadata } = identity;
    const confirmedAt = this.isOpen(identity) ? (emailConfirmedAt ?? createdAt) : undefined;
    const last_sign_in_at = email ? (await this.credentials.find(email))?.last_sign_in_at : undefined;
    const times = { created_at: createdAt, updated_at: updatedAt, last_sign_in_at };
    return {
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email: email ?? '',
      email_confirmed_at: confirmedAt,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { ...metadata, userType: role, name },
      identities: email ? [identityOf(id, email, confirmedAt !== undefined, times)] : [],
      ...times,
      factors: factors.map(factorRow),
    };
  }

  /** The identity of a signed-in account. @throws AuthRefused if the account is gone */
  async identity(accountId: string): Promise<Identity> {
    const identity = await this.accounts.identity(accountId);
    if (!identity) throw sessionNotFound();
    return identity;
  }

  async #answerTo(identity: Identity, session: Session) {
    const token = await this.tokens.issue(identity, session);
    const user = await this.userOf(identity);
    return { ...token, token_type: 'bearer', refresh_token: session.refreshToken, user };
  }
}
