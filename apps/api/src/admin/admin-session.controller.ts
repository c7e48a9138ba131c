import { Body, Controller, Delete, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminSession } from '@tessera/contract/admin';
import { AdminConfirmForm, AdminSignInForm } from '@tessera/domain/admin/forms';
import type { Response } from 'express';
import { Answers } from '../http/description/answers.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { KnownDevices } from '../http/limits/known-devices.ts';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { SignInLimits } from '../http/limits/sign-in-limits.ts';
import { AdminSessions } from './admin-session.ts';
import { normalEmail } from './admin-users.ts';

const path = 'api/admin/session';

@ApiTags('admin')
@Controller(path)
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {}

  @Post()
  @Answers('Begins a session of an admin.', { 200: AdminSession })
  async begin(
    @Body(new FormPipe(AdminSignInForm)) { email, password }: AdminSignInForm,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    // Not one of the same person's account as a brand.
    const account = `admin ${normalEmail(email)}`;
    const device = this.devices.of(request, account);
    await this.limits.take({ account, address: request.ip, device }, response);
    const session = await this.sessions.begin(email, password);
    this.devices.remember(request, response, account, `/${path}`);
    return session;
  }

  /** Opens what asks for more than a session, such as files with full account numbers, to this session for five minutes. */
  @Post('confirm')
  @Answers('Opens what asks for more than a session to this session for five minutes.', { 204: null })
  @UseGuards(RoleGuard('admin'))
  async confirm(
    @Body(new FormPipe(AdminConfirmForm)) { password }: AdminConfirmForm,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.take({ account: `admin ${id}`, address: ip, device: null }, response);
    await this.sessions.confirm(sessionId, password);
  }

  @Delete()
  @Answers('Ends it.', { 204: null })
  @UseGuards(RoleGuard('admin'))
  async end(@CurrentUser() { sessionId }: SignedIn) {
    await this.sessions.end(sessionId);
  }
}
