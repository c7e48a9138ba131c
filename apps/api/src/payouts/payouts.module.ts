import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { KnownDetails } from './known-details.ts';
import { PayoutRows } from './payout-run-rows.ts';
import { PayoutRunsController } from './payout-runs.controller.ts';
import { PayoutRuns } from './payout-runs.effect.ts';
import { PayoutSteps } from './payout-steps.ts';
import { PreparePayouts } from './prepare-payouts.ts';
import { SettlePayouts } from './settle-payouts.ts';

@Module({
  imports: [CqrsModule],
  controllers: [PayoutRunsController],
  providers: [KnownDetails, PayoutRows, PayoutRuns, PayoutSteps, PreparePayouts, SettlePayouts],
})
export class PayoutsModule {}
