import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';
import { AccessTokens } from './access-tokens.ts';
import { Accounts } from './accounts.ts';
import type { Identity } from './accounts.ts';
import { sessionNotFound } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { SessionRegistry } from './sessions.ts';
import type { Session, SignInMethod } from './sessions.ts';

interface Times {
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | undefined;
}

/** The one way to sign in that an account has: its email address. */
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
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Whether nothing is left to be confirmed before a session. */
  isOpen({ emailConfirmedAt }: Identity): boolean {
    return !this.config.requireEmailConfirmation || emailConfirmedAt !== null;
  }

  async begin(identity: Identity, method: SignInMethod) {
    const session = await this.sessions.begin(identity.id, method);
    if (identity.email) await this.credentials.signedIn(identity.email, identity.id);
    return this.#answer(session, identity);
  }

  /** @throws AuthRefused */
  async refresh(refreshToken: string) {
    const session = await this.sessions.refresh(refreshToken);
    return this.#answer(session, await this.identity(session.accountId));
  }

  /** @throws AuthRefused */
  async user(accountId: string) {
    return this.userOf(await this.identity(accountId));
  }

  /** Nothing of the password is in it. */
  async userOf(identity: Identity) {
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
    };
  }

  /** Of a signed-in account. @throws AuthRefused when it is gone */
  async identity(accountId: string): Promise<Identity> {
    const identity = await this.accounts.identity(accountId);
    if (!identity) throw sessionNotFound();
    return identity;
  }

  async #answer(session: Session, identity: Identity) {
    const token = await this.tokens.issue(identity, session);
    return { ...token, token_type: 'bearer', refresh_token: session.refreshToken, user: await this.userOf(identity) };
  }
}
