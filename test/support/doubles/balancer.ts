import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** From now on, sends connections to these ports in turn; a port that refuses is skipped. */
  route(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Spreads TCP connections over several nodes, like a load balancer in front of them. */
export const startBalancer = async (): Promise<Balancer> => {
  const open = new Set<Socket>();
  let nodes: readonly number[] = [];
  let turn = 0;

  const join = (client: Socket, tried: number) => {
    if (tried >= nodes.length) return client.destroy();
    const node = connect(nodes[(turn + tried) % nodes.length] ?? 0, '127.0.0.1');
    node.once('error', () => {
      node.destroy();
      if (node.bytesWritten === 0 && !client.destroyed) join(client, tried + 1);
      else client.destroy();
    });
    node.once('connect', () => {
      open.add(node);
      client.pipe(node).pipe(client);
      node.once('close', () => client.destroy());
      client.once('close', () => node.destroy());
    });
    node.once('close', () => open.delete(node));
  };

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => open.delete(client));
    turn += 1;
    join(client, 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    route: (ports) => (nodes = ports),
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
};
