import { Module } from '@nestjs/common';
import { DashboardsController } from './dashboards.controller.ts';

@Module({ controllers: [DashboardsController] })
export class EarningsModule {}
