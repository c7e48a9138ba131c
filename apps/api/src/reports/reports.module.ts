import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from '../accounts/public.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { AdminReportsController } from './admin-reports.controller.ts';
import { ContentReportsController, reportsLimitToken, reportsPerMinute } from './content-reports.controller.ts';
import { ContentReports } from './content-reports.ts';

@Module({
  imports: [AccountsModule, AttemptsModule, CqrsModule],
  controllers: [ContentReportsController, AdminReportsController],
  providers: [
    ContentReports,
    {
      provide: reportsLimitToken,
      inject: [Attempts],
      useFactory: (attempts: Attempts) => new RateLimit('reports', reportsPerMinute, attempts),
    },
  ],
})
export class ReportsModule {}
