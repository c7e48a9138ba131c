import { Inject, Injectable } from '@nestjs/common';
import { secondFactorRequired } from '@tessera/domain/accounts/access/identity-failures';
import { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../config.ts';
import type { SignedIn } from '../../http/request.ts';
import { SignedTokens } from '../../kernel/keys/signed-tokens.ts';
import type { Claims } from '../../kernel/keys/signed-tokens.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { SessionRegistry } from './sessions.ts';
import type { Session, SessionStatus } from './sessions.ts';

const lifeSeconds = 15 * 60;

/** The audience of account tokens; admin tokens have another, so that neither is accepted as the other. */
export const accountAudience = 'authenticated';
export const issuerOf = (config: Config) => `${config.publicUrl}/auth/v1`;

export type PasswordVerified = SignedIn & SessionStatus;

/** The assurance level of a session and its authentication methods, in the protocol's terms. */
const assuranceOf = ({ method, startedAtMs, secondFactor }: Session) => {
  const at = (ms: number) => Math.floor(ms / 1_000);
  const first = { method, timestamp: at(startedAtMs) };
  if (!secondFactor) return { aal: 'aal1', amr: [first] };
  return { aal: 'aal2', amr: [{ method: secondFactor.proof, timestamp: at(secondFactor.atMs) }, first] };
};

/** Issues and reads access tokens: ES256, 15 minutes. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly tokens: SignedTokens,
    private readonly sessions: SessionRegistry,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {}

  async issue(identity: Identity, session: Session) {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1_000);
    const expiresAt = issuedAt + lifeSeconds;
    const token = await this.tokens.sign({
      iss: issuerOf(this.config),
      aud: accountAudience,
      sub: identity.id,
      role: 'authenticated',
      session_id: session.id,
      ...assuranceOf(session),
      email: identity.email,
      user_metadata: { userType: identity.role },
      app_metadata: {},
      iat: issuedAt,
      exp: expiresAt,
    });
    return { access_token: token, expires_in: lifeSeconds, expires_at: expiresAt };
  }

  /** The claims of a token; null if it isn't ours or has expired. */
  read(token: string): Promise<Claims | null> {
    return this.tokens.read(token, { audience: accountAudience, issuer: issuerOf(this.config) });
  }

  /**
   * The account that the claims name, with the role from its own events; null if the token or its session has ended.
   * @throws Refused while the second factor is still missing
   */
  async signedInOf(claims: Claims): Promise<SignedIn | null> {
    const user = await this.passwordVerifiedBy(claims);
    if (user?.awaitsSecondFactor) throw new Refused(secondFactorRequired());
    return user;
  }

  /** Like `signedInOf`, but also without the second factor: for the few calls that provide it. */
  async passwordVerifiedBy({ sub, session_id, exp }: Claims): Promise<PasswordVerified | null> {
    if (exp * 1_000 <= this.clock.now().getTime()) return null;
    const status = await this.sessions.status(session_id);
    const role = status && (await this.accounts.role(sub));
    return role && { id: sub, role, sessionId: session_id, awaitsSecondFactor: status.awaitsSecondFactor };
  }

  /**
   * For connections that outlive a request: the account, and when the token expires. Null for an invalid token.
   * @throws Refused while the second factor is still missing
   */
  async verify(token: string) {
    const claims = await this.read(token);
    const user = claims && (await this.signedInOf(claims));
    return claims && user && { user, expiresAtMs: claims.exp * 1_000 };
  }
}
