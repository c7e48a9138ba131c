import { Module } from '@nestjs/common';
import { RedisModule } from '../redis.module.ts';
import { redisToken } from '../redis.ts';
import type { Redis } from '../redis.ts';
import { Attempts, LocalAttempts } from './attempts.ts';
import { RedisAttempts } from './redis-attempts.ts';

/** Provides the counters behind every rate limit. */
@Module({
  imports: [RedisModule],
  providers: [
    {
      provide: Attempts,
      inject: [redisToken],
      useFactory: (redis: Redis | null) => (redis ? new RedisAttempts(redis) : new LocalAttempts()),
    },
  ],
  exports: [Attempts],
})
export class AttemptsModule {}
