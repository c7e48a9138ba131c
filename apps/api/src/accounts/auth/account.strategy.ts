import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Config } from '../../config.ts';
import type { SignedIn } from '../../http/request.ts';
import { accountStrategy } from '../../http/role.guard.ts';
import { SignedTokens } from '../../kernel/keys/signed-tokens.ts';
import { configToken } from '../../kernel/tokens.ts';
import { AccessTokens, accountAudience, issuerOf } from '../sessions/access-tokens.ts';
import type { AccessClaims } from '../sessions/access-tokens.ts';

/** Authenticates creators and brands for `RoleGuard`. */
@Injectable()
export class AccountStrategy extends PassportStrategy(Strategy, accountStrategy) {
  constructor(
    @Inject(configToken) config: Config,
    signed: SignedTokens,
    private readonly tokens: AccessTokens,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      ...signed.verifiedBy({ audience: accountAudience, issuer: issuerOf(config) }),
    });
  }

  validate(claims: AccessClaims): Promise<SignedIn | null> {
    return this.tokens.signedInOf(claims);
  }
}
