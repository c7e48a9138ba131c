import { Inject, Injectable } from '@nestjs/common';
import { wrongPassword } from '@tessera/domain/accounts/access/identity-failures';
import { invalidAdminCredentials } from '@tessera/domain/admin/failures';
import { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import type { SignedIn } from '../http/request.ts';
import { sameSecret } from '../http/same-secret.ts';
import { SignedTokens } from '../kernel/keys/signed-tokens.ts';
import type { Claims } from '../kernel/keys/signed-tokens.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { Vault } from '../kernel/records/port.ts';
import { AdminUsers, keyOf, normalEmail } from './admin-users.ts';

const collection = 'admin-sessions';
const lifeSeconds = 60 * 60;

/** Distinguishes admin tokens from account tokens, which are signed with the same key. */
export const adminAudience = 'admin';

/** How long a session counts as confirmed after the admin gave the password again. */
const confirmedMs = 5 * 60_000;

interface AdminSessionRecord {
  readonly ends_at_ms: number;
  /** The key of the admin's record; null for the operator, and missing in old sessions. */
  readonly user_key?: string | null;
  /** When its holder last gave the password again; missing if that was never requested. */
  readonly confirmed_at_ms?: number;
}

/** Admins' sessions: one hour each, or until they sign out. */
@Injectable()
export class AdminSessions {
  readonly #listeners = new Set<(sessionId: string) => void>();

  constructor(
    private readonly tokens: SignedTokens,
    private readonly users: AdminUsers,
    private readonly vault: Vault,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Returns `expires_at` in seconds since 1970. @throws Refused if email or password is wrong */
  async begin(email: string, password: string) {
    const userId = await this.users.idOf(email, password);
    const adminId = userId ?? this.#operatorId(email, password);
    if (!adminId) throw new Refused(invalidAdminCredentials());
    const id = this.clock.newId();
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAt = issuedAt + lifeSeconds;
    const record = { ends_at_ms: expiresAt * 1_000, user_key: userId ? keyOf(email) : null };
    await this.vault.put(collection, id, record satisfies AdminSessionRecord);
    const claims = { aud: adminAudience, sub: adminId, session_id: id, iat: issuedAt, exp: expiresAt };
    return { access_token: await this.tokens.sign(claims), expires_at: expiresAt };
  }

  /** Marks the session as confirmed for five minutes. @throws Refused if the password is wrong */
  async confirm(sessionId: string, password: string): Promise<void> {
    const session = await this.vault.get<AdminSessionRecord>(collection, sessionId);
    if (!session || !(await this.#isPassword(session, password))) {
      throw new Refused(wrongPassword({ fields: { password: wrongPassword().message } }));
    }
    await this.vault.put(collection, sessionId, { ...session, confirmed_at_ms: this.clock.now().getTime() });
  }

  async isConfirmed(sessionId: string): Promise<boolean> {
    const session = await this.vault.get<AdminSessionRecord>(collection, sessionId);
    return this.clock.now().getTime() - (session?.confirmed_at_ms ?? -Infinity) < confirmedMs;
  }

  async end(sessionId: string): Promise<void> {
    await this.vault.delete(collection, sessionId);
    for (const listener of this.#listeners) listener(sessionId);
  }

  /** Calls `listener` as soon as a session ends early. Returns a function that unsubscribes. */
  onEnded(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Null if the token or its session has ended. */
  async signedInOf({ sub, session_id, exp }: Claims): Promise<SignedIn | null> {
    const nowMs = this.clock.now().getTime();
    const session = exp * 1_000 > nowMs ? await this.vault.get<AdminSessionRecord>(collection, session_id) : null;
    return session && session.ends_at_ms > nowMs ? { id: sub, role: 'admin', sessionId: session_id } : null;
  }

  /** For connections that outlive a request: the admin, and when the token expires. Null for any other token. */
  async verify(token: string) {
    const claims = await this.tokens.read(token, { audience: adminAudience });
    const user = claims && (await this.signedInOf(claims));
    return claims && user && { user, expiresAtMs: claims.exp * 1_000 };
  }

  async #isPassword({ user_key }: AdminSessionRecord, password: string) {
    if (user_key === undefined) return false;
    if (user_key !== null) return this.users.isPassword(user_key, password);
    return sameSecret(password, this.config.adminPassword);
  }

  #operatorId(email: string, password: string) {
    const isEmailRight = sameSecret(normalEmail(email), normalEmail(this.config.adminEmail));
    const isPasswordRight = sameSecret(password, this.config.adminPassword);
    return isEmailRight && isPasswordRight ? 'admin' : null;
  }
}
