import {
  All,
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  Put,
  Query,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { readNewPassword, readPasswordGrant, readRefreshGrant, readSignOutScope, readSignUp } from './auth-bodies.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import { badInput, unknownPath } from './auth-refused.ts';
import { normalEmail } from './credentials.ts';
import { AccountLimits } from './limits.ts';
import { SessionGuard } from './session.guard.ts';
import { SessionRegistry } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { SignUp } from './sign-up.ts';

/** The protocol of the authentication service that the browser's client library speaks. */
@ApiTags('accounts')
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class AuthController {
  constructor(
    private readonly signingUp: SignUp,
    private readonly signingIn: SignIn,
    private readonly sessions: SessionRegistry,
    private readonly limits: AccountLimits,
  ) {}

  @Post('signup')
  @HttpCode(200)
  async signUp(@Body() body: unknown, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response) {
    const call = readSignUp(body);
    await this.limits.signUpsPerAddress.take(request.ip ?? '', response);
    const { correlation } = request;
    return this.signingIn.begin(await this.signingUp.register({ ...call, correlation }));
  }

  @Post('token')
  @HttpCode(200)
  async token(
    @Query('grant_type') grantType: unknown,
    @Body() body: unknown,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    switch (grantType) {
      case 'password': {
        const { email, password } = readPasswordGrant(body);
        await this.limits.passwordsPerAddress.take(request.ip ?? '', response);
        await this.limits.passwordsPerEmail.take(normalEmail(email), response);
        return this.signingIn.withPassword(email, password);
      }
      case 'refresh_token':
        return this.signingIn.refresh(readRefreshGrant(body));
      default:
        throw badInput('grant_type must be password or refresh_token');
    }
  }

  @Get('user')
  @UseGuards(SessionGuard)
  user(@CurrentUser() { id }: SignedIn) {
    return this.signingIn.user(id);
  }

  @Put('user')
  @UseGuards(SessionGuard)
  changePassword(@Body() body: unknown, @CurrentUser() { id, sessionId }: SignedIn) {
    return this.signingIn.changePassword(id, sessionId, readNewPassword(body));
  }

  @Post('logout')
  @HttpCode(204)
  @UseGuards(SessionGuard)
  async signOut(@Query('scope') scopeText: unknown, @CurrentUser() { id, sessionId }: SignedIn) {
    const scope = readSignOutScope(scopeText);
    if (scope === 'local') await this.sessions.end(sessionId);
    else await this.sessions.endAll(id, scope === 'others' ? sessionId : undefined);
  }

  /** The protocol's other paths, which no screen uses. */
  @All('*path')
  nothingElse() {
    throw unknownPath();
  }
}
