import { Body, Controller, Get, HttpCode, Post, Put, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { readNewPassword, readSignOutScope } from './auth-bodies.ts';
import { AuthErrorsFilter } from './auth-errors.filter.ts';
import { ChangePassword } from './change-password.ts';
import { AccountLimits } from './limits.ts';
import { BeforeSecondFactor, SessionGuard } from './session.guard.ts';
import { SessionRegistry } from './sessions.ts';
import { UserSessions } from './user-sessions.ts';

/** The protocol's calls of whoever has a session. */
@ApiTags('accounts')
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
@UseGuards(SessionGuard)
export class SessionController {
  constructor(
    private readonly userSessions: UserSessions,
    private readonly changing: ChangePassword,
    private readonly sessions: SessionRegistry,
    private readonly limits: AccountLimits,
  ) {}

  @Get('user')
  @BeforeSecondFactor()
  user(@CurrentUser() { id }: SignedIn) {
    return this.userSessions.user(id);
  }

  @Put('user')
  async changePassword(
    @Body() body: unknown,
    @CurrentUser() { id: accountId, sessionId }: SignedIn,
    @Req() { ip, correlation }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const passwords = readNewPassword(body);
    // A hash takes time whoever asks for it.
    await this.limits.ownPassword({ address: ip, accountId }, response);
    return this.changing.change({ accountId, sessionId, ...passwords, correlation });
  }

  @Post('logout')
  @HttpCode(204)
  @BeforeSecondFactor()
  async signOut(@Query('scope') scopeText: unknown, @CurrentUser() { id, sessionId }: SignedIn) {
    const scope = readSignOutScope(scopeText);
    if (scope === 'local') await this.sessions.end(sessionId);
    else await this.sessions.endAll(id, scope === 'others' ? sessionId : undefined);
  }
}
