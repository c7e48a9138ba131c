import { Body, Controller, Delete, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminSignInForm } from '@tessera/domain/accounts/forms';
import type { Response } from 'express';
import { FormPipe } from '../http/form.pipe.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { AdminSessions } from './admin-session.ts';

@ApiTags('admin')
@Controller('api/admin/session')
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly attempts: RateLimit,
  ) {}

  @Post()
  @HttpCode(200)
  async begin(
    @Body(new FormPipe(AdminSignInForm)) { email, password }: AdminSignInForm,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.attempts.take(request.ip ?? '', response);
    return this.sessions.begin(email, password);
  }

  @Delete()
  @HttpCode(204)
  @UseGuards(RoleGuard('admin'))
  async end(@CurrentUser() { sessionId }: SignedIn) {
    await this.sessions.end(sessionId);
  }
}
