import { Injectable, mixin } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { notSignedIn, wrongRole } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';
import type { SignedIn } from './request.ts';

/** The passport strategies: people's sessions, and the admin's own. */
export const accountStrategy = 'account';
export const adminStrategy = 'admin';

/** Lets only the named roles in; what a role is, the strategies say. */
export const RoleGuard = (...roles: readonly SignedIn['role'][]): Type<CanActivate> => {
  class Guard extends AuthGuard(roles.includes('admin') ? [accountStrategy, adminStrategy] : accountStrategy) {
    // Passport's signature is generic; what the strategies give is a SignedIn.
    override handleRequest<User = SignedIn>(error: Error | null, user: User): User {
      // A store that can't answer is not a session that has ended.
      if (error) throw error;
      const signedIn = user as SignedIn | false | undefined;
      if (!signedIn) throw new Refused(notSignedIn());
      if (!roles.includes(signedIn.role)) throw new Refused(wrongRole());
      return user;
    }
  }
  return mixin(Guard);
};

/** Lets everyone in, and knows who it is where the token says so. */
@Injectable()
export class OptionalAuthGuard extends AuthGuard(accountStrategy) {
  // As above: passport's signature is generic, and its word for nobody is `false`.
  override handleRequest<User = SignedIn | undefined>(error: Error | null, user: User | false): User {
    if (error) throw error;
    return user || (undefined as User);
  }
}
