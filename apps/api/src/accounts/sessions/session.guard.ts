import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { notSignedIn } from '@tessera/domain/failures';
import { ExtractJwt } from 'passport-jwt';
import type { AppRequest } from '../../http/request.ts';
import { Refused } from '../../kernel/refused.ts';
import { AccessTokens } from './access-tokens.ts';
import { badToken, insufficientAal, noToken, sessionNotFound } from '../auth/auth-refused.ts';

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** What `SessionGuard` refuses with. */
export const sessionRefusals = [noToken(), badToken(), sessionNotFound(), insufficientAal()];

/** Marks the calls of `/auth/v1` that are allowed while the second factor is still missing. */
export const BeforeSecondFactor = Reflector.createDecorator();

/** The guard of `/auth/v1`, whose clients need to know an invalid token from a session that has ended. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const token = bearerOf(request);
    if (!token) throw noToken();
    const claims = await this.tokens.read(token);
    if (!claims) throw badToken();
    const user = await this.tokens.passwordVerifiedBy(claims);
    if (!user) throw sessionNotFound();
    const mayAwaitFactor = this.reflector.get(BeforeSecondFactor, context.getHandler()) !== undefined;
    if (user.awaitsSecondFactor && !mayAwaitFactor) throw insufficientAal();
    request.user = user;
    return true;
  }
}

/** For routes outside `/auth/v1`: admits sessions begun with the password, even while the second factor is missing. */
@Injectable()
export class PasswordVerifiedGuard implements CanActivate {
  constructor(private readonly tokens: AccessTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const claims = await this.tokens.read(bearerOf(request) ?? '');
    const user = claims && (await this.tokens.passwordVerifiedBy(claims));
    if (!user) throw new Refused(notSignedIn());
    request.user = user;
    return true;
  }
}
