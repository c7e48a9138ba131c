import { Module } from '@nestjs/common';
import type { Clock } from '../adapters/clock.ts';
import { RedisModule } from '../adapters/redis.module.ts';
import type { Redis } from '../adapters/redis.ts';
import { attemptsToken, clockToken, redisToken } from '../kernel/tokens.ts';
import { LocalAttempts, SharedAttempts } from './attempts.ts';

/** The counts behind every limit. */
@Module({
  imports: [RedisModule],
  providers: [
    {
      provide: attemptsToken,
      inject: [redisToken, clockToken],
      useFactory: (redis: Redis | null, clock: Clock) =>
        redis ? new SharedAttempts(redis, clock) : new LocalAttempts(clock),
    },
  ],
  exports: [attemptsToken],
})
export class AttemptsModule {}
