import { All, Body, Controller, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { AppRequest } from '../http/request.ts';
import { readCodeGrant, readPasswordGrant, readRefreshGrant, readSignUp } from './auth-bodies.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import { badInput, unknownPath } from './auth-refused.ts';
import { EmailLinks } from './email-links.ts';
import { FollowLink } from './follow-link.ts';
import { AccountLimits } from './limits.ts';
import { SignIn } from './sign-in.ts';
import { SignUp } from './sign-up.ts';
import { UserSessions } from './user-sessions.ts';

/** The protocol of the authentication service that the browser's client library speaks: how sessions begin. */
@ApiTags('accounts')
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class AuthController {
  constructor(
    private readonly signingUp: SignUp,
    private readonly signingIn: SignIn,
    private readonly followLink: FollowLink,
    private readonly emailLinks: EmailLinks,
    private readonly userSessions: UserSessions,
    private readonly limits: AccountLimits,
  ) {}

  @Post('signup')
  @HttpCode(200)
  async signUp(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() { ip, correlation }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { codeChallenge, ...call } = readSignUp(body);
    const { email } = call;
    await this.limits.signUp({ address: ip, email }, response);
    const identity = await this.signingUp.register({ ...call, correlation });
    if (this.userSessions.isOpen(identity)) return this.userSessions.begin(identity, 'password');
    this.emailLinks.sendConfirmation({ email, redirectTo, codeChallenge });
    return this.userSessions.userOf(identity);
  }

  @Post('token')
  @HttpCode(200)
  async token(
    @Query('grant_type') grantType: unknown,
    @Body() body: unknown,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    switch (grantType) {
      case 'password': {
        const { email, password } = readPasswordGrant(body);
        await this.limits.password({ address: ip, email }, response);
        return this.signingIn.withPassword(email, password);
      }
      case 'refresh_token':
        return this.userSessions.refresh(readRefreshGrant(body));
      case 'pkce': {
        const { code, verifier } = readCodeGrant(body);
        await this.limits.link(ip, response);
        return this.followLink.exchange(code, verifier);
      }
      default:
        throw badInput('grant_type must be password, refresh_token or pkce');
    }
  }

  /** The protocol's other paths, which no screen uses. */
  @All('*path')
  nothingElse() {
    throw unknownPath();
  }
}
