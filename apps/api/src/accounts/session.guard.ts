import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ExtractJwt } from 'passport-jwt';
import type { AppRequest } from '../http/request.ts';
import { AccessTokens } from './access-tokens.ts';
import { badToken, noToken, sessionNotFound } from './auth-refused.ts';

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** The guard of `/auth/v1`, which must tell its client a token that is bad from a session that has ended. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly tokens: AccessTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const token = bearerOf(request);
    if (!token) throw noToken();
    const claims = await this.tokens.read(token);
    if (!claims) throw badToken();
    const user = await this.tokens.signedInOf(claims);
    if (!user) throw sessionNotFound();
    request.user = user;
    return true;
  }
}
