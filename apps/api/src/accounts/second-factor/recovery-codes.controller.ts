import { Body, Controller, Get, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { RecoveryCodes, RecoveryCodesLeft } from '@tessera/contract/accounts/account';
import { AuthSession } from '@tessera/contract/accounts/auth';
import { confirmationNeeded } from '@tessera/domain/accounts/access/identity-failures';
import { RecoveryCodeForm } from '@tessera/domain/accounts/access/second-factor-forms';
import type { Response } from 'express';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Refused } from '../../kernel/refused.ts';
import { AccountLimits } from '../auth/limits.ts';
import { PasswordVerifiedGuard } from '../sessions/session.guard.ts';
import { SessionRegistry } from '../sessions/sessions.ts';
import { SecondFactor } from './second-factor.ts';

/** Recovery codes, each of which can replace the second factor once. */
@ApiTags('accounts')
@Controller('api/account/recovery-codes')
export class RecoveryCodesController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly sessions: SessionRegistry,
    private readonly limits: AccountLimits,
  ) {}

  @Get()
  @Answers('Tells how many recovery codes are left.', { 200: RecoveryCodesLeft })
  @OnlyFor('creator', 'brand')
  async left(@CurrentUser() { id }: SignedIn) {
    return { left: await this.secondFactor.recoveryCodesLeft(id) };
  }

  /** The only time that the codes are shown. */
  @Post()
  @Refuses('confirmation_needed', 'no_second_factor')
  @Answers('Makes ten new recovery codes, which replace all former ones.', { 201: RecoveryCodes })
  @OnlyFor('creator', 'brand')
  @Header('Cache-Control', 'no-store')
  async renew(@CurrentUser() { id, sessionId }: SignedIn) {
    if (!(await this.sessions.isFresh(sessionId))) throw new Refused(confirmationNeeded());
    return { codes: await this.secondFactor.newRecoveryCodes(id) };
  }

  /** Returns a session in the form of `/auth/v1`. */
  @Post('use')
  @Refuses('not_signed_in', 'wrong_code', 'too_many_wrong_codes')
  @Answers('Completes a sign-in with a recovery code, which is used up.', { 200: AuthSession })
  @ApiBearerAuth()
  @UseGuards(PasswordVerifiedGuard)
  async use(
    @Body(new FormPipe(RecoveryCodeForm)) { code }: RecoveryCodeForm,
    @CurrentUser() user: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.code({ address: ip, accountId: user.id }, response);
    return this.secondFactor.recover(user, code);
  }
}
