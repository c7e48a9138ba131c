import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RedisModule } from '../../adapters/redis.module.ts';
import { redisToken } from '../../adapters/redis.ts';
import type { Redis } from '../../adapters/redis.ts';
import { Attempts, LocalAttempts, SharedAttempts } from './attempts.ts';
import { WriteLimits } from './write-limits.ts';

/** The counts behind every limit, and the limit that every route has. */
@Module({
  imports: [RedisModule],
  providers: [
    {
      provide: Attempts,
      inject: [redisToken],
      useFactory: (redis: Redis | null) => (redis ? new SharedAttempts(redis) : new LocalAttempts()),
    },
    { provide: APP_INTERCEPTOR, useClass: WriteLimits },
  ],
  exports: [Attempts],
})
export class AttemptsModule {}
