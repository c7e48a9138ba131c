import { Injectable } from '@nestjs/common';
import { SignInForm } from '@tessera/domain/accounts/forms';
import { validate } from 'class-validator';
import { AccessTokens } from './access-tokens.ts';
import { Accounts } from './accounts.ts';
import type { Identity } from './accounts.ts';
import { badInput, invalidCredentials, sessionNotFound } from './auth-refused.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { SessionRegistry } from './sessions.ts';
import type { Session } from './sessions.ts';

/** The protocol's user. Nothing of the password is in it. */
const userOf = ({ id, role, name, email, createdAt }: Identity) => ({
  id,
  aud: 'authenticated',
  role: 'authenticated',
  email: email ?? '',
  email_confirmed_at: createdAt,
  phone: '',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { userType: role, name },
  identities: [],
  created_at: createdAt,
  updated_at: createdAt,
});

/** Passwords against sessions, and sessions against fresh tokens. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly sessions: SessionRegistry,
    private readonly tokens: AccessTokens,
  ) {}

  /** @throws AuthRefused that says nothing of which of the two was wrong. */
  async withPassword(email: string, password: string) {
    const credential = await this.credentials.find(email);
    const right = await this.passwords.matches(credential?.password_hash ?? null, password);
    const identity = credential && right ? await this.accounts.identity(credential.account_id) : null;
    if (!identity?.email) throw invalidCredentials();
    return this.begin(identity);
  }

  async begin(identity: Identity) {
    return this.#answer(await this.sessions.begin(identity.id), identity);
  }

  async refresh(refreshToken: string) {
    const session = await this.sessions.refresh(refreshToken);
    return this.#answer(session, await this.#identity(session.accountId));
  }

  async user(accountId: string) {
    return userOf(await this.#identity(accountId));
  }

  /** Other sessions end: whoever changes a password may do so because somebody else knows the old one. */
  async changePassword(accountId: string, sessionId: string, password: string) {
    const identity = await this.#identity(accountId);
    if (!identity.email) throw sessionNotFound();
    const form = Object.assign(new SignInForm(), { email: identity.email, password });
    const [error] = await validate(form, { forbidUnknownValues: true });
    if (error) throw badInput(Object.values(error.constraints ?? {})[0] ?? 'The password is not valid');
    await this.credentials.setPassword(identity.email, accountId, await this.passwords.hash(password));
    await this.sessions.endAll(accountId, sessionId);
    return userOf(identity);
  }

  async #identity(accountId: string): Promise<Identity> {
    const identity = await this.accounts.identity(accountId);
    if (!identity) throw sessionNotFound();
    return identity;
  }

  async #answer(session: Session, identity: Identity) {
    const token = await this.tokens.issue(identity, session.id);
    return { ...token, token_type: 'bearer', refresh_token: session.refreshToken, user: userOf(identity) };
  }
}
