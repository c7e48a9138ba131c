import { Module } from '@nestjs/common';
import { MoneyOverview } from './money-overview.ts';
import { MoneyController } from './money.controller.ts';
import { ReconciliationsController } from './reconciliations.controller.ts';
import { Reconciliations } from './reconciliations.effect.ts';
import { Reconciler } from './reconciler.ts';

@Module({
  controllers: [MoneyController, ReconciliationsController],
  providers: [MoneyOverview, Reconciler, Reconciliations],
})
export class BooksModule {}
