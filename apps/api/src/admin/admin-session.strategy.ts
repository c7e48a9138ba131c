import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Config } from '../config.ts';
import type { SignedIn } from '../http/request.ts';
import { adminStrategy } from '../http/role.guard.ts';
import { configToken } from '../kernel/tokens.ts';
import { AdminSessions, adminAudience } from './admin-session.ts';
import type { AdminClaims } from './admin-session.ts';

/** What stands behind `RoleGuard('admin')`. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, adminStrategy) {
  constructor(
    @Inject(configToken) config: Config,
    private readonly sessions: AdminSessions,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: config.jwtSecret,
      algorithms: ['HS256'],
      audience: adminAudience,
      // `signedInOf` looks at the expiry by the clock that is handed in.
      ignoreExpiration: true,
    });
  }

  validate(claims: AdminClaims): Promise<SignedIn | null> {
    return this.sessions.signedInOf(claims);
  }
}
