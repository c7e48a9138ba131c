import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Clock } from '../adapters/clock.ts';
import type { Config } from '../config.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { clockToken, configToken } from '../kernel/tokens.ts';
import { AdminSessionController } from './admin-session.controller.ts';
import { AdminStrategy } from './admin-session.strategy.ts';
import { AdminSessions } from './admin-session.ts';

const attemptsPerMinuteMax = 5;

@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [configToken],
      useFactory: ({ jwtSecret }: Config) => ({ secret: jwtSecret, signOptions: { algorithm: 'HS256' } }),
    }),
  ],
  controllers: [AdminSessionController],
  providers: [
    AdminSessions,
    AdminStrategy,
    {
      provide: RateLimit,
      inject: [clockToken],
      useFactory: (clock: Clock) => new RateLimit(attemptsPerMinuteMax, clock),
    },
  ],
  exports: [AdminSessions],
})
export class AdminSessionModule {}
