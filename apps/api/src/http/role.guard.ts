import { applyDecorators, Injectable, mixin, UseGuards } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ApiBearerAuth } from '@nestjs/swagger';
import { notSignedIn, wrongRole } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';
import { Refuses } from './description/refusals.ts';
import type { SignedIn } from './request.ts';

/** The Passport strategies: the sessions of creators and brands, and those of admins. */
export const accountStrategy = 'account';
export const adminStrategy = 'admin';

/** Admits only the given roles, which the strategies determine. */
const RoleGuard = (...roles: readonly SignedIn['role'][]): Type<CanActivate> => {
  class Guard extends AuthGuard(roles.includes('admin') ? [accountStrategy, adminStrategy] : accountStrategy) {
    // Passport's signature is generic; our strategies return a SignedIn.
    override handleRequest<User = SignedIn>(error: Error | null, user: User): User {
      // A store that can't answer doesn't mean that the session has ended.
      if (error) throw error;
      const signedIn = user as SignedIn | false | undefined;
      if (!signedIn) throw new Refused(notSignedIn());
      if (!roles.includes(signedIn.role)) throw new Refused(wrongRole());
      return user;
    }
  }
  return mixin(Guard);
};

/** Accounts have one of two roles, so nobody with a session of an account has the wrong one. */
const isForBoth = (roles: readonly SignedIn['role'][]) => roles.includes('creator') && roles.includes('brand');

/** Admits only the given roles to a route, or to all routes of a controller, and describes that they need a token. */
export const OnlyFor = (...roles: readonly SignedIn['role'][]) =>
  applyDecorators(
    ApiBearerAuth(),
    UseGuards(RoleGuard(...roles)),
    Refuses('not_signed_in', 'second_factor_required', ...(isForBoth(roles) ? [] : (['wrong_role'] as const))),
  );

/** Admits everyone, and sets the user if the request has a valid token. */
@Injectable()
export class OptionalAuthGuard extends AuthGuard(accountStrategy) {
  // As above; Passport passes `false` if nobody is signed in.
  override handleRequest<User = SignedIn | undefined>(error: Error | null, user: User | false): User {
    if (error) throw error;
    return user || (undefined as User);
  }
}
