import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/public.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { AdminReportsController } from './admin-reports.controller.ts';
import { ContentReportsController } from './content-reports.controller.ts';
import { ContentReports } from './content-reports.ts';

@Module({
  imports: [AccountsModule, AttemptsModule, CqrsModule],
  controllers: [ContentReportsController, AdminReportsController],
  providers: [ContentReports],
})
export class ReportsModule {}
