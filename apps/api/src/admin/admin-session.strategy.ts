import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { SignedIn } from '../http/request.ts';
import { adminStrategy } from '../http/role.guard.ts';
import { SignedTokens } from '../kernel/keys/signed-tokens.ts';
import type { Claims } from '../kernel/keys/signed-tokens.ts';
import { AdminSessions, adminAudience } from './admin-session.ts';

/** Authenticates admins for `OnlyFor('admin')`. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, adminStrategy) {
  constructor(
    signed: SignedTokens,
    private readonly sessions: AdminSessions,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      ...signed.verifiedBy({ audience: adminAudience }),
    });
  }

  validate(claims: Claims): Promise<SignedIn | null> {
    return this.sessions.signedInOf(claims);
  }
}
