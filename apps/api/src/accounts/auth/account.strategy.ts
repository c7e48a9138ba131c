import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Config } from '../../config.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { accountStrategy } from '../../http/role.guard.ts';
import { SignedTokens } from '../../kernel/keys/signed-tokens.ts';
import type { Claims } from '../../kernel/keys/signed-tokens.ts';
import { RecentMap } from '../../kernel/recent-map.ts';
import { configToken } from '../../kernel/tokens.ts';
import { AccessTokens, accountAudience, issuerOf } from '../sessions/access-tokens.ts';

/** About a kilobyte each. */
const verifiedMax = 2_000;

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/**
 * Authenticates creators and brands for `OnlyFor`. A signature takes a third of a millisecond to verify, so that of a
 * token which was verified before isn't verified again; everything else about it is.
 */
@Injectable()
export class AccountStrategy extends PassportStrategy(Strategy, accountStrategy) {
  /** By token. */
  private readonly verified = new RecentMap<string, Claims>(verifiedMax);

  constructor(
    @Inject(configToken) config: Config,
    private readonly signed: SignedTokens,
    private readonly tokens: AccessTokens,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
      ...signed.verifiedBy({ audience: accountAudience, issuer: issuerOf(config) }),
    });
  }

  override authenticate(request: AppRequest, options?: unknown) {
    const token = tokenOf(request);
    const claims = token && this.verified.get(token);
    if (claims) void this.authenticateAgain(token, claims);
    else super.authenticate(request, options);
  }

  /** Called once the signature has been verified. */
  validate(request: AppRequest, claims: Claims): Promise<SignedIn | null> {
    this.verified.set(tokenOf(request) ?? '', claims);
    return this.tokens.signedInOf(claims);
  }

  private async authenticateAgain(token: string, claims: Claims) {
    try {
      const user = (await this.signed.isTrusted(token)) && (await this.tokens.signedInOf(claims));
      if (user) this.success(user);
      else this.fail(401);
    } catch (error) {
      this.error(error as Error);
    }
  }
}
