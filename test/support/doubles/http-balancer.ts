import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface BalancerOptions {
  readonly ports: readonly number[];
  /** The path that answers 200 while a node wants requests. */
  readonly healthPath: string;
  readonly checkEveryMs: number;
}

/**
 * A load balancer that spreads requests over healthy nodes, keeps its connections to them, and retries nothing: if a
 * node doesn't answer, the client gets a 502, as most balancers do for a POST.
 */
export const startHttpBalancer = async ({ ports, healthPath, checkEveryMs }: BalancerOptions) => {
  const agent = new Agent({ keepAlive: true });
  const healthy = new Set<number>();
  const closing = new AbortController();
  let turn = 0;

  const check = (port: number) =>
    new Promise<boolean>((resolve) => {
      const asked = request({ host: '127.0.0.1', port, path: healthPath, agent: false });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      asked.on('close', () => resolve(false));
      asked.on('error', () => resolve(false));
      asked.end();
    });
  const watch = async (port: number) => {
    while (!closing.signal.aborted) {
      if (await check(port)) healthy.add(port);
      else healthy.delete(port);
      await delay(checkEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const watching = ports.map(watch);

  const forward = (from: IncomingMessage, to: ServerResponse) => {
    const fail = (status: number) => {
      if (to.headersSent) to.destroy();
      else to.writeHead(status).end();
    };
    turn += 1;
    const port = [...healthy][turn % healthy.size];
    if (port === undefined) return fail(504);
    const { method, url: path, headers } = from;
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent });
    asked.on('response', (response) => {
      // Hop-by-hop headers between the node and this balancer are not meant for the client.
      const { connection: _connection, 'keep-alive': _keepAlive, ...own } = response.headers;
      to.writeHead(response.statusCode ?? 0, own);
      response.pipe(to);
      response.on('error', () => to.destroy());
    });
    asked.on('error', () => fail(502));
    from.pipe(asked);
  };

  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: (): ReadonlySet<number> => healthy,
    close: async () => {
      closing.abort();
      await Promise.all(watching);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};
