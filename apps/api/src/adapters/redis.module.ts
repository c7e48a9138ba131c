import { Global, Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { configToken, loggerToken } from '../kernel/tokens.ts';
import { noOtherNodes, OtherNodes } from '../kernel/live/other-nodes.ts';
import { openRedisNodes } from './redis-nodes.ts';
import { connectRedis, redisToken } from './redis.ts';
import type { Redis } from './redis.ts';

/** The connection that this node's limits, locks and live messages share; null without REDIS_URL. */
@Global()
@Module({
  providers: [
    {
      provide: redisToken,
      inject: [configToken, loggerToken],
      useFactory: ({ redisUrl }: Config, logger: Logger) => (redisUrl === null ? null : connectRedis(redisUrl, logger)),
    },
    {
      provide: OtherNodes,
      inject: [redisToken, loggerToken],
      useFactory: (redis: Redis | null, logger: Logger) => (redis ? openRedisNodes(redis, logger) : noOtherNodes),
    },
  ],
  exports: [redisToken, OtherNodes],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(
    @Inject(redisToken) private readonly redis: Redis | null,
    private readonly nodes: OtherNodes,
  ) {}

  /** Runs after everything that uses Redis has stopped. */
  async onApplicationShutdown() {
    await this.nodes.close();
    this.redis?.close();
  }
}
