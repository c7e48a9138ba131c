import { Module } from '@nestjs/common';
import { PayoutsModule } from '../payouts/public.ts';
import { PrintingModule } from '../printing/printing.module.ts';
import { Balances } from './balances.ts';
import { CreatorFiguresController } from './creator-figures.controller.ts';
import { DashboardsController } from './dashboards.controller.ts';
import { EarningFilesController } from './earning-files.controller.ts';
import { EarningPrints } from './earning-prints.ts';
import { EarningsController } from './earnings.controller.ts';
import { LineSubjects } from './line-subjects.ts';
import { OwnPayouts } from './own-payouts.ts';
import { Statements } from './statements.ts';
import { Years } from './years.ts';

@Module({
  imports: [PayoutsModule, PrintingModule],
  controllers: [CreatorFiguresController, DashboardsController, EarningsController, EarningFilesController],
  exports: [Balances],
  providers: [Balances, EarningPrints, LineSubjects, OwnPayouts, Statements, Years],
})
export class EarningsModule {}
