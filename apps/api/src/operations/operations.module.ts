import { Module } from '@nestjs/common';
import { ErrorsFilter } from '../http/errors/errors.filter.ts';
import { MediaModule } from '../media/public.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { PublicConfigController } from './public-config.controller.ts';

@Module({
  imports: [MediaModule],
  controllers: [HealthController, PublicConfigController],
  providers: [Metrics, ErrorsFilter],
  exports: [Metrics, ErrorsFilter],
})
export class OperationsModule {}
