import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { ServerOptions } from 'socket.io';
import { blockMaxMs } from '../../adapters/redis.ts';
import type { Redis } from '../../adapters/redis.ts';

const streamName = 'tessera:live';
/** Messages kept for nodes that are slow to read; who missed more reads the views again. */
const messagesKept = 10_000;

export interface LiveServerOptions {
  /** What every answer passes through first: those under `/socket.io` never come to Express. */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Null for a node that stands alone. */
  readonly redis: Redis | null;
}

/**
 * Serves the live connections. With Redis, rooms reach over all nodes: what one node says to a room, each node tells its
 * own sockets in it.
 */
export class LiveServer extends IoAdapter {
  readonly #options: LiveServerOptions;

  constructor(app: INestApplicationContext, options: LiveServerOptions) {
    super(app);
    this.#options = options;
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const { handler, redis } = this.#options;
    const server = super.createIOServer(port, options);
    server.engine.use(handler);
    if (redis) {
      const shared = { streamName, channelPrefix: streamName, maxLen: messagesKept, blockTimeInMs: blockMaxMs };
      server.adapter(createAdapter(redis.client, shared));
    }
    return server;
  }
}
