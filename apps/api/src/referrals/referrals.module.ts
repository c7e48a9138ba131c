import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/public.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { CodeEarnings } from './code-earnings.ts';
import { ReferralCodesController } from './referral-codes.controller.ts';
import { ReferralCodes, drawCode, drawCodeToken } from './referral-codes.ts';
import { ReferralRows } from './referral-rows.ts';
import { ReferralsController } from './referrals.controller.ts';
import { ReviewedReferralsController } from './reviewed-referrals.controller.ts';
import { RewardsController } from './rewards.controller.ts';

@Module({
  imports: [AccountsModule, AttemptsModule, CqrsModule],
  controllers: [ReferralCodesController, ReferralsController, ReviewedReferralsController, RewardsController],
  providers: [CodeEarnings, ReferralCodes, ReferralRows, { provide: drawCodeToken, useValue: drawCode }],
  exports: [ReferralRows],
})
export class ReferralsModule {}
