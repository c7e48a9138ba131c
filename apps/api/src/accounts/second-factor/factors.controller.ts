import { Body, Controller, Delete, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  AppChallenge,
  AuthSession,
  EnrolledApp,
  EnrolledPasskey,
  PasskeyChallenge,
  UnenrolledFactor,
} from '@tessera/contract/accounts/auth';
import { EnrollmentCall, FactorAnswerCall } from '@tessera/contract/accounts/auth-calls';
import type { Response } from 'express';
import encodeQR from 'qr';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser } from '../../http/request.ts';
import type { AppRequest } from '../../http/request.ts';
import type { PasswordVerified } from '../sessions/access-tokens.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';
import {
  challengeExpired,
  factorNameTaken,
  factorNotFound,
  ownerNotConfirmed,
  tooManyFactors,
  wrongFactorCode,
} from '../auth/auth-refused.ts';
import { CallPipe } from '../auth/call.pipe.ts';
import { AccountLimits } from '../auth/limits.ts';
import { BeforeSecondFactor, SessionGuard, sessionRefusals } from '../sessions/session.guard.ts';
import { challengeEndsAtMs } from './account-factors.ts';
import { passkeyRefusals } from './refusals.ts';
import { SecondFactor } from './second-factor.ts';
import { totpUri } from './totp.ts';

/** The protocol's calls for second factors: authenticator apps and passkeys. */
@ApiTags('accounts')
@ApiBearerAuth()
@Controller('auth/v1/factors')
@UseFilters(AuthErrorsFilter)
@UseGuards(SessionGuard)
@Refuses(...sessionRefusals)
export class FactorsController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly limits: AccountLimits,
  ) {}

  @Post()
  @Refuses(ownerNotConfirmed(), tooManyFactors(), factorNameTaken(''))
  @Answers('Begins to set up a second factor.', { 200: [EnrolledApp, EnrolledPasskey] })
  async enroll(
    @Body(new CallPipe(EnrollmentCall)) call: EnrollmentCall,
    @CurrentUser() user: PasswordVerified,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { factor_type: kind, friendly_name } = call;
    const name = friendly_name ?? '';
    await this.limits.code({ address: ip, accountId: user.id }, response);
    if (kind === 'webauthn') {
      const { factor: passkey } = await this.secondFactor.enrollPasskey(user, name);
      return { id: passkey.id, type: kind, friendly_name: passkey.name };
    }
    const { factor, secret, email } = await this.secondFactor.enrollApp(user, name);
    const uri = totpUri(secret, email);
    // The only time that the secret leaves the server.
    response.setHeader('Cache-Control', 'no-store');
    const qr_code = encodeQR(uri, 'svg');
    return { id: factor.id, type: kind, friendly_name: name, totp: { qr_code, secret, uri } };
  }

  @Post(':id/challenge')
  @Refuses(factorNotFound())
  @Answers('Begins a challenge for a second factor.', { 200: [AppChallenge, PasskeyChallenge] })
  @BeforeSecondFactor()
  async challenge(@Param('id') factorId: string, @CurrentUser() user: PasswordVerified) {
    const { id, asked_at_ms, webauthn } = await this.secondFactor.challenge(user, factorId);
    const expires_at = Math.floor(challengeEndsAtMs(asked_at_ms) / 1_000);
    return webauthn
      ? { id, type: 'webauthn' as const, expires_at, webauthn }
      : { id, type: 'totp' as const, expires_at };
  }

  @Post(':id/verify')
  @Refuses(factorNotFound(), challengeExpired(), wrongFactorCode(), ...passkeyRefusals)
  @Answers('Verifies the answer to a challenge.', { 200: AuthSession })
  @BeforeSecondFactor()
  async verify(
    @Param('id') factorId: string,
    @Body(new CallPipe(FactorAnswerCall)) call: FactorAnswerCall,
    @CurrentUser() user: PasswordVerified,
    @Req() { ip, correlation }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { challenge_id: challengeId, code = '', webauthn } = call;
    const given = webauthn ? { credential: webauthn.credential_response } : { code };
    await this.limits.code({ address: ip, accountId: user.id }, response);
    return this.secondFactor.verify(user, { factorId, challengeId, given }, correlation);
  }

  @Delete(':id')
  @Refuses(factorNotFound(), ownerNotConfirmed())
  @Answers('Removes a second factor.', { 200: UnenrolledFactor })
  async unenroll(
    @Param('id') factorId: string,
    @CurrentUser() user: PasswordVerified,
    @Req() { correlation }: AppRequest,
  ) {
    await this.secondFactor.unenroll(user, factorId, correlation);
    return { id: factorId };
  }
}
