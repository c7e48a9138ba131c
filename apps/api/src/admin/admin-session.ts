import { Inject, Injectable } from '@nestjs/common';
import { invalidAdminCredentials } from '@tessera/domain/admin/failures';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import type { SignedIn } from '../http/request.ts';
import { sameSecret } from '../http/same-secret.ts';
import { SignedTokens } from '../kernel/keys/signed-tokens.ts';
import { Refused } from '../kernel/refused.ts';
import { clockToken, configToken, vaultToken } from '../kernel/tokens.ts';
import type { Vault } from '../kernel/records/port.ts';
import { AdminUsers } from './admin-users.ts';

const collection = 'admin-sessions';
const lifeSeconds = 60 * 60;

/** Separates the admin's tokens from everybody else's, which the same key signs. */
export const adminAudience = 'admin';

interface AdminSessionRecord {
  readonly ends_at_ms: number;
}

export interface AdminClaims {
  /** The admin's id. */
  readonly sub: string;
  readonly session_id: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** The operator's sessions: one hour each, or until logout. */
@Injectable()
export class AdminSessions {
  readonly #listeners = new Set<(sessionId: string) => void>();

  constructor(
    private readonly tokens: SignedTokens,
    private readonly users: AdminUsers,
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** `expires_at` in seconds since 1970. @throws Refused when email or password is wrong. */
  async begin(email: string, password: string) {
    const adminId = (await this.users.idOf(email, password)) ?? this.#operatorId(email, password);
    if (!adminId) throw new Refused(invalidAdminCredentials());
    const id = this.clock.newId();
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAt = issuedAt + lifeSeconds;
    await this.vault.put(collection, id, { ends_at_ms: expiresAt * 1_000 } satisfies AdminSessionRecord);
    const claims = { aud: adminAudience, sub: adminId, session_id: id, iat: issuedAt, exp: expiresAt };
    return { access_token: await this.tokens.sign(claims), expires_at: expiresAt };
  }

  async end(sessionId: string): Promise<void> {
    await this.vault.delete(collection, sessionId);
    for (const listener of this.#listeners) listener(sessionId);
  }

  /** Calls `listener` at once when a session ends before its time; answers how to stop that. */
  onEnded(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Null when the token or its session has ended. */
  async signedInOf({ sub, session_id, exp }: AdminClaims): Promise<SignedIn | null> {
    const nowMs = this.clock.now().getTime();
    const session = exp * 1_000 > nowMs ? await this.vault.get<AdminSessionRecord>(collection, session_id) : null;
    return session && session.ends_at_ms > nowMs ? { id: sub, role: 'admin', sessionId: session_id } : null;
  }

  /** For connections that outlive a request: who it is, and until when. Null for a token that isn't the admin's. */
  async verify(token: string): Promise<{ readonly user: SignedIn; readonly expiresAtMs: number } | null> {
    const claims = await this.tokens.read<AdminClaims>(token, { audience: adminAudience });
    const user = claims && (await this.signedInOf(claims));
    return claims && user && { user, expiresAtMs: claims.exp * 1_000 };
  }

  #operatorId(email: string, password: string) {
    const emailRight = sameSecret(email.trim().toLowerCase(), this.config.adminEmail.trim().toLowerCase());
    const passwordRight = sameSecret(password, this.config.adminPassword);
    return emailRight && passwordRight ? 'admin' : null;
  }
}
