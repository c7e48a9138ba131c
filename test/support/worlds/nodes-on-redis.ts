import { pino } from 'pino';
import { openRedisNodes } from '../../../apps/api/src/adapters/redis-nodes.ts';
import { connectRedis } from '../../../apps/api/src/adapters/redis.ts';
import type { Hint, NodeMessage } from '../../../apps/api/src/kernel/live/other-nodes.ts';
import { startRedis } from '../servers/redis.ts';

const logger = pino({ level: 'silent' });

export const hint = (position: number): Hint => ({ view: 'creator-dashboard', key: 'ada', room: 'ada', position });

/** A Redis of its own, and any number of nodes that tell each other through it what has changed. */
export const openNodesOnRedis = async () => {
  const server = await startRedis();
  const operator = await connectRedis(server.url, logger);
  const open = new Set<() => Promise<void>>();

  /** Starts a node that has its own Redis user. */
  const start = async (user: string) => {
    await operator.client.sendCommand(['ACL', 'SETUSER', user, 'on', `>${user}`, '+@all', '~*', '&*']);
    const redis = await connectRedis(server.url.replace('//', `//${user}:${user}@`), logger);
    const nodes = await openRedisNodes(redis, logger);
    const received: NodeMessage[] = [];
    const hearing: boolean[] = [];
    nodes.onMessage((message) => received.push(message));
    nodes.onConnectionChange((hears) => hearing.push(hears));
    const end = async () => {
      open.delete(end);
      await nodes.close();
      redis.close();
    };
    open.add(end);
    return { nodes, received, hearing, redis, end };
  };
  return {
    server,
    start,
    may: (user: string, rule: string) => operator.client.sendCommand(['ACL', 'SETUSER', user, rule]),
    close: async () => {
      for (const end of open) await end();
      operator.close();
      await server.remove();
    },
  };
};

export type NodesOnRedis = Awaited<ReturnType<typeof openNodesOnRedis>>;
