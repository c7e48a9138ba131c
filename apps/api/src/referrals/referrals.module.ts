import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { ReferralLimits } from './limits.ts';
import { ReferralCodesController } from './referral-codes.controller.ts';
import { ReferralCodes, drawCode, drawCodeToken } from './referral-codes.ts';
import { ReferralsController } from './referrals.controller.ts';

@Module({
  imports: [AttemptsModule, CqrsModule],
  controllers: [ReferralCodesController, ReferralsController],
  providers: [
    ReferralCodes,
    { provide: drawCodeToken, useValue: drawCode },
    {
      provide: ReferralLimits,
      inject: [Attempts],
      useFactory: (attempts: Attempts) => new ReferralLimits(attempts),
    },
  ],
})
export class ReferralsModule {}
