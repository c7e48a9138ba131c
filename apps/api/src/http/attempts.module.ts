import { Module } from '@nestjs/common';
import { RedisModule } from '../adapters/redis.module.ts';
import type { Redis } from '../adapters/redis.ts';
import { attemptsToken, redisToken } from '../kernel/tokens.ts';
import { LocalAttempts, SharedAttempts } from './attempts.ts';

/** The counts behind every limit. */
@Module({
  imports: [RedisModule],
  providers: [
    {
      provide: attemptsToken,
      inject: [redisToken],
      useFactory: (redis: Redis | null) => (redis ? new SharedAttempts(redis) : new LocalAttempts()),
    },
  ],
  exports: [attemptsToken],
})
export class AttemptsModule {}
