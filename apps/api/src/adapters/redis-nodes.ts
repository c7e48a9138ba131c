import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Logger } from 'pino';
import type { OtherNodes } from '../kernel/live/other-nodes.ts';
import { blockMaxMs } from './redis.ts';
import type { Redis } from './redis.ts';

const streamName = 'tessera:live';
/** Messages kept for nodes that are slow to read; who missed more reads the views again. */
const messagesKept = 10_000;
/** The channel on which nodes tell each other that a replay has exchanged a view's documents. */
const promotions = 'tessera:promoted';

/** Nodes that share a Redis: what one says to a room, each tells its own sockets in it. */
export const nodesOver = (redis: Redis, logger: Logger): OtherNodes => ({
  areThere: true,
  connect: (server) => {
    const shared = { streamName, channelPrefix: streamName, maxLen: messagesKept, blockTimeInMs: blockMaxMs };
    server.adapter(createAdapter(redis.client, shared));
  },
  isReachable: () => redis.isReady(),
  onReachable: (listener) => void redis.onStatus(listener),
  announcePromotion: (view) => {
    redis.run('announce a replay', (client) => client.publish(promotions, view)).catch(() => undefined);
  },
  onPromotion: (listener) => {
    const listening = redis.client.duplicate();
    // It reconnects by itself, and what it says of an outage the connection beside it has said.
    listening.on('error', () => undefined);
    listening
      .connect()
      .then(() => listening.subscribe(promotions, (view) => listener(view)))
      .catch((error: unknown) => logger.error({ err: error }, 'replays of other nodes can’t be heard of'));
    return () => listening.destroy();
  },
});
