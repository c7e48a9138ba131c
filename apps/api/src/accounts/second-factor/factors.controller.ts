import { Body, Controller, Delete, HttpCode, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import encodeQR from 'qr';
import { CurrentUser } from '../../http/request.ts';
import type { AppRequest } from '../../http/request.ts';
import type { PasswordGiven } from '../access-tokens.ts';
import { readEnrollment, readFactorCode } from '../auth-bodies.ts';
import { AuthErrorsFilter } from '../auth-errors.filter.ts';
import { AccountLimits } from '../limits.ts';
import { BeforeSecondFactor, SessionGuard } from '../session.guard.ts';
import { challengeEndsAtMs } from './own-factors.ts';
import { SecondFactor } from './second-factor.ts';
import { totpUri } from './totp.ts';

/** The protocol's second factors: codes of an authenticator app. */
@ApiTags('accounts')
@Controller('auth/v1/factors')
@UseFilters(AuthErrorsFilter)
@UseGuards(SessionGuard)
export class FactorsController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly limits: AccountLimits,
  ) {}

  @Post()
  @HttpCode(200)
  async enroll(
    @Body() body: unknown,
    @CurrentUser() user: PasswordGiven,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { name } = readEnrollment(body);
    await this.limits.code({ address: ip, accountId: user.id }, response);
    const { factor, secret, email } = await this.secondFactor.enroll(user, name);
    const uri = totpUri(secret, email);
    // The one time that the secret leaves the server.
    response.setHeader('Cache-Control', 'no-store');
    const qr_code = encodeQR(uri, 'svg');
    return { id: factor.id, type: 'totp', friendly_name: name, totp: { qr_code, secret, uri } };
  }

  @Post(':id/challenge')
  @HttpCode(200)
  @BeforeSecondFactor()
  async challenge(@Param('id') factorId: string, @CurrentUser() user: PasswordGiven) {
    const { id, asked_at_ms } = await this.secondFactor.challenge(user, factorId);
    return { id, type: 'totp', expires_at: Math.floor(challengeEndsAtMs(asked_at_ms) / 1_000) };
  }

  @Post(':id/verify')
  @HttpCode(200)
  @BeforeSecondFactor()
  async verify(
    @Param('id') factorId: string,
    @Body() body: unknown,
    @CurrentUser() user: PasswordGiven,
    @Req() { ip, correlation }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const code = readFactorCode(body);
    await this.limits.code({ address: ip, accountId: user.id }, response);
    return this.secondFactor.verify(user, { factorId, ...code }, correlation);
  }

  @Delete(':id')
  async unenroll(
    @Param('id') factorId: string,
    @CurrentUser() user: PasswordGiven,
    @Req() { correlation }: AppRequest,
  ) {
    await this.secondFactor.unenroll(user, factorId, correlation);
    return { id: factorId };
  }
}
