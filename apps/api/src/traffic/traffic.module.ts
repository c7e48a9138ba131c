import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { TrafficCounter } from './traffic-counter.ts';
import { TrafficController } from './traffic.controller.ts';

@Module({
  imports: [AttemptsModule, CqrsModule],
  controllers: [TrafficController],
  providers: [TrafficCounter],
})
export class TrafficModule {}
