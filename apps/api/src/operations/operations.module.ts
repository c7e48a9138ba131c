import { Module } from '@nestjs/common';
import { Draining } from '../http/draining.ts';
import { ErrorsFilter } from '../http/errors/errors.filter.ts';
import { MediaModule } from '../media/public.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { PublicConfigController } from './public-config.controller.ts';

@Module({
  imports: [MediaModule],
  controllers: [HealthController, PublicConfigController],
  providers: [Draining, Metrics, ErrorsFilter],
  exports: [Draining, Metrics, ErrorsFilter],
})
export class OperationsModule {}
