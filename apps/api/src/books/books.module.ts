import { Module } from '@nestjs/common';
import { MoneyBoard } from './money-overview.ts';
import { MoneyController } from './money.controller.ts';
import { ReconciliationsController } from './reconciliations.controller.ts';
import { Reconciliations } from './reconciliations.effect.ts';
import { Reconciling } from './reconciler.ts';

@Module({
  controllers: [MoneyController, ReconciliationsController],
  providers: [MoneyBoard, Reconciling, Reconciliations],
})
export class BooksModule {}
