import { All, Body, Controller, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { AuthSession, AuthUser } from '@tessera/contract/accounts/auth';
import { CodeGrant, PasswordGrant, RefreshGrant, SignUpCall } from '@tessera/contract/accounts/auth-calls';
import type { Response } from 'express';
import { Answers, Takes } from '../../http/description/answers.ts';
import type { AppRequest } from '../../http/request.ts';
import { readCodeGrant, readPasswordGrant, readRefreshGrant, readSignUp } from './auth-bodies.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import { badInput, unknownPath } from './auth-refused.ts';
import { AccountDevices } from '../devices/account-devices.ts';
import { deviceOf } from '../devices/device-of.ts';
import { EmailLinks } from '../links/email-links.ts';
import { FollowLink } from '../links/follow-link.ts';
import { AccountLimits } from './limits.ts';
import { SignIn } from './sign-in.ts';
import { SignUp } from './sign-up.ts';
import { UserSessions } from '../sessions/user-sessions.ts';

type NewSession = Awaited<ReturnType<UserSessions['begin']>>;

/** The sign-up and sign-in calls of the authentication protocol that the browser's client library speaks. */
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
    private readonly devices: AccountDevices,
  ) {}

  @Post('signup')
  @Takes(SignUpCall)
  @Answers('Opens an account. Returns a session, or only the user if the email address must be confirmed first.', {
    200: [AuthSession, AuthUser],
  })
  async signUp(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { codeChallenge, ...call } = readSignUp(body);
    const { email } = call;
    const { ip, correlation } = request;
    await this.limits.signUp({ address: ip, email }, response);
    const identity = await this.signingUp.register({ ...call, correlation });
    if (this.userSessions.isOpen(identity)) {
      return this.remembered(await this.userSessions.begin(identity, 'password', deviceOf(request)), request, response);
    }
    this.emailLinks.sendConfirmation({ email, redirectTo, codeChallenge });
    return this.userSessions.userOf(identity);
  }

  @Post('token')
  @Takes(PasswordGrant, RefreshGrant, CodeGrant)
  @Answers('Begins or refreshes a session.', { 200: AuthSession })
  async token(
    @Query('grant_type') grantType: unknown,
    @Body() body: unknown,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    switch (grantType) {
      case 'password': {
        const { email, password } = readPasswordGrant(body);
        const deviceId = this.devices.of(request, email);
        await this.limits.password({ address: request.ip, email, device: deviceId }, response);
        const from = { device: deviceOf(request), isKnown: deviceId !== null };
        return this.remembered(await this.signingIn.withPassword(email, password, from), request, response);
      }
      case 'refresh_token':
        return this.userSessions.refresh(readRefreshGrant(body), deviceOf(request));
      case 'pkce': {
        const { code, verifier } = readCodeGrant(body);
        await this.limits.link(request.ip, response);
        return this.remembered(await this.followLink.exchange(code, verifier, deviceOf(request)), request, response);
      }
      default:
        throw badInput('grant_type must be password, refresh_token or pkce');
    }
  }

  private remembered(session: NewSession, request: AppRequest, response: Response) {
    this.devices.remember(request, response, session.user.email);
    return session;
  }

  /** The other paths of the protocol, which are not supported. */
  @All('*path')
  @ApiExcludeEndpoint()
  nothingElse() {
    throw unknownPath();
  }
}
