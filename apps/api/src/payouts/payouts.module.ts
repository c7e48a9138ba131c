import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AdminSessionModule } from '../admin/public.ts';
import { MailsModule } from '../mails/public.ts';
import { BankAnswers } from './settling/bank-answers.ts';
import { Payees } from './payees.ts';
import { LastPayouts } from './deleted-accounts/last-payouts.effect.ts';
import { KeptPayoutDetails } from './deleted-accounts/kept-payout-details.ts';
import { OutstandingPayouts } from './deleted-accounts/outstanding-payouts.ts';
import { DuePayouts } from './deadlines/due-payouts.ts';
import { PayoutSchedule } from './deadlines/payout-schedule.effect.ts';
import { PayoutNotices } from './mails/payout-notices.ts';
import { PayoutFilesController } from './payout-files.controller.ts';
import { PayoutFiles } from './payout-files.ts';
import { PayoutHoldsController } from './payout-holds.controller.ts';
import { PayoutRows } from './payout-run-rows.ts';
import { PayoutRunsController } from './payout-runs.controller.ts';
import { PayoutRuns } from './payout-runs.effect.ts';
import { PayoutSteps } from './payout-steps.ts';
import { PayoutsController } from './payouts.controller.ts';
import { PreparePayouts } from './prepare-payouts.ts';
import { SettlePayouts } from './settling/settle-payouts.ts';

@Module({
  imports: [AdminSessionModule, CqrsModule, MailsModule],
  controllers: [PayoutRunsController, PayoutsController, PayoutFilesController, PayoutHoldsController],
  providers: [
    BankAnswers,
    DuePayouts,
    PayoutSchedule,
    Payees,
    LastPayouts,
    KeptPayoutDetails,
    OutstandingPayouts,
    PayoutFiles,
    PayoutNotices,
    PayoutRows,
    PayoutRuns,
    PayoutSteps,
    PreparePayouts,
    SettlePayouts,
  ],
  exports: [Payees, LastPayouts],
})
export class PayoutsModule {}
