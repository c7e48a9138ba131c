import { All, Body, Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { AuthSession, AuthUser } from '@tessera/contract/accounts/auth';
import {
  BrandSignUpProfile,
  CodeGrant,
  CreatorSignUpProfile,
  GrantQuery,
  PasswordGrant,
  RedirectQuery,
  RefreshGrant,
  SignUpCall,
} from '@tessera/contract/accounts/auth-calls';
import type { SignUpData } from '@tessera/contract/accounts/auth-calls';
import { isFilled } from '@tessera/contract/kernel/requests';
import type { Response } from 'express';
import { Answers } from '../../http/description/answers.ts';
import { fieldsOf } from '../../http/description/schemas.ts';
import { unknownField } from '../../http/input/form.pipe.ts';
import { EitherForm } from '../../http/input/either-form.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import { Refuses } from '../../http/description/refusals.ts';
import type { AppRequest } from '../../http/request.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import {
  badCodeVerifier,
  badInput,
  codeNotFound,
  emailNotConfirmed,
  invalidCredentials,
  noPhones,
  refreshTokenNotFound,
  refreshTokenUsed,
  sessionNotFound,
  unknownPath,
  weakPassword,
} from './auth-refused.ts';
import { CallPipe, fieldsIn, readCall } from './call.pipe.ts';
import { AccountDevices } from '../devices/account-devices.ts';
import { deviceOf } from '../devices/device-of.ts';
import { EmailLinks } from '../links/email-links.ts';
import { FollowLink } from '../links/follow-link.ts';
import { AccountLimits } from './limits.ts';
import { SignIn } from './sign-in.ts';
import { SignUp } from './sign-up.ts';
import { UserSessions } from '../sessions/user-sessions.ts';

const emailOf = ({ email }: PasswordGrant) => {
  if (!isFilled(email)) throw noPhones();
  return email;
};

/** The fields of the other role's profile are ignored. */
const profileFields = [CreatorSignUpProfile, BrandSignUpProfile].flatMap(fieldsOf).map(([name]) => name);

const signUpDataOf = ({ userType, profile, ...metadata }: SignUpData) => {
  const fields = fieldsIn(profile);
  const unknown = Object.keys(fields).find((name) => !profileFields.includes(name));
  if (unknown !== undefined) throw badInput(unknownField(unknown));
  return { userType, profile: fields, metadata };
};

const grants = ['password', 'refresh_token', 'pkce'];

/** The index of the form of the grant; `GrantQuery` refuses any other. */
const grantOf = ({ query }: AppRequest) => grants.findIndex((grant) => grant === query['grant_type']);

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
  @Refuses('user_already_exists', 'metadata_not_allowed', 'too_many_requests', noPhones(), weakPassword(''))
  @Answers('Opens an account. Returns a session, or only the user if the email address must be confirmed first.', {
    200: [AuthSession, AuthUser],
  })
  async signUp(
    @QueryParams(RedirectQuery) { redirect_to: redirectTo }: RedirectQuery,
    @Body(new CallPipe(SignUpCall)) call: SignUpCall,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const email = emailOf(call);
    const signUp = { email, password: call.password, ...signUpDataOf(call.data) };
    const { ip, correlation } = request;
    await this.limits.signUp({ address: ip, email }, response);
    const link = { email, redirectTo, codeChallenge: call.code_challenge ?? null };
    const confirm = (accountId: string) => this.emailLinks.sendConfirmation(link, accountId);
    const identity = await this.signingUp.register({ ...signUp, correlation }, confirm);
    if (this.userSessions.isOpen(identity)) {
      return this.remembered(await this.userSessions.begin(identity, 'password', deviceOf(request)), request, response);
    }
    return this.userSessions.userOf(identity);
  }

  @Post('token')
  @Refuses(
    invalidCredentials(),
    emailNotConfirmed(),
    noPhones(),
    refreshTokenNotFound(),
    refreshTokenUsed(),
    codeNotFound(),
    badCodeVerifier(),
    sessionNotFound(),
    'too_many_requests',
  )
  @Answers('Begins or refreshes a session.', { 200: AuthSession })
  async token(
    @QueryParams(GrantQuery, badInput) _grant: GrantQuery,
    @EitherForm([PasswordGrant, RefreshGrant, CodeGrant], grantOf, readCall)
    call: PasswordGrant | RefreshGrant | CodeGrant,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (call instanceof RefreshGrant) return this.userSessions.refresh(call.refresh_token, deviceOf(request));
    if (call instanceof CodeGrant) {
      await this.limits.link(request.ip, response);
      const session = await this.followLink.exchange(call.auth_code, call.code_verifier, deviceOf(request));
      return this.remembered(session, request, response);
    }
    const email = emailOf(call);
    const deviceId = this.devices.of(request, email);
    await this.limits.password({ address: request.ip, email, device: deviceId }, response);
    const from = { device: deviceOf(request), isKnown: deviceId !== null };
    return this.remembered(await this.signingIn.withPassword(email, call.password, from), request, response);
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
