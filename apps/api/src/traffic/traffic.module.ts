import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { TrafficCounter } from './traffic-counter.ts';
import { reportsPerMinute, TrafficController, trafficLimitToken } from './traffic.controller.ts';

@Module({
  imports: [AttemptsModule, CqrsModule],
  controllers: [TrafficController],
  providers: [
    TrafficCounter,
    {
      provide: trafficLimitToken,
      inject: [Attempts],
      useFactory: (attempts: Attempts) => new RateLimit('looks', reportsPerMinute, attempts),
    },
  ],
})
export class TrafficModule {}
