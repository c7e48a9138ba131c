import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { ServerOptions } from 'socket.io';
import { blockMaxMs } from '../adapters/redis.ts';
import type { Redis } from '../adapters/redis.ts';

const streamName = 'tessera:live';
/** Messages kept for nodes that are slow to read; who missed more reads the views again. */
const messagesKept = 10_000;

/** Sockets whose rooms reach over all nodes: what one node says to a room, each node tells its own sockets in it. */
export class SharedSockets extends IoAdapter {
  readonly #redis: Redis;

  constructor(app: INestApplicationContext, redis: Redis) {
    super(app);
    this.#redis = redis;
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const server = super.createIOServer(port, options);
    const shared = { streamName, channelPrefix: streamName, maxLen: messagesKept, blockTimeInMs: blockMaxMs };
    server.adapter(createAdapter(this.#redis.client, shared));
    return server;
  }
}
