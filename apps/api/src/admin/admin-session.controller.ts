import { Body, Controller, Delete, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminSession } from '@tessera/contract/admin';
import { AdminConfirmForm, AdminSignInForm } from '@tessera/domain/admin/forms';
import type { Response } from 'express';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { KnownDevices } from '../http/limits/known-devices.ts';
import { CurrentUser } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { SignInLimits } from '../http/limits/sign-in-limits.ts';
import { AdminSessions } from './admin-session.ts';
import { normalEmail } from './admin-users.ts';

const path = 'api/admin/session';
const guessesPerMinute = { perAccount: 10, perAddress: 5, perDevice: 5 };

@ApiTags('admin')
@Controller(path)
export class AdminSessionController {
  readonly #limits: SignInLimits;

  constructor(
    private readonly sessions: AdminSessions,
    private readonly devices: KnownDevices,
    attempts: Attempts,
  ) {
    this.#limits = new SignInLimits('adminSignIns', guessesPerMinute, attempts);
  }

  @Post()
  @Refuses('invalid_admin_credentials', 'too_many_requests')
  @Answers('Signs an admin in.', { 200: AdminSession })
  async begin(
    @Body(new FormPipe(AdminSignInForm)) { email, password }: AdminSignInForm,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    // Distinct from a brand account of the same person.
    const account = `admin ${normalEmail(email)}`;
    const device = this.devices.of(request, account);
    await this.#limits.take({ account, address: request.ip, device }, response);
    const session = await this.sessions.begin(email, password);
    this.devices.remember(request, response, account, `/${path}`);
    return session;
  }

  /** Confirmation is needed for what a session alone doesn't allow, such as files with full account numbers. */
  @Post('confirm')
  @Refuses('wrong_password')
  @Answers('Confirms with the password, for five minutes, that the admin is using this session.', { 204: null })
  @OnlyFor('admin')
  async confirm(
    @Body(new FormPipe(AdminConfirmForm)) { password }: AdminConfirmForm,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#limits.take({ account: `admin ${id}`, address: ip, device: null }, response);
    await this.sessions.confirm(sessionId, password);
  }

  @Delete()
  @Answers('Signs the admin out.', { 204: null })
  @OnlyFor('admin')
  async end(@CurrentUser() { sessionId }: SignedIn) {
    await this.sessions.end(sessionId);
  }
}
