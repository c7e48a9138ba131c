import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /** How many connections were broken off after their bytes so far, plus one for each call of `cut`. */
  readonly cuts: () => number;
  /** Cuts all open connections, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/**
 * Forwards to a port and breaks connections midway: a connection is cut without warning once its client has sent as many
 * bytes as the next size in the list, and whatever is in transit at that moment is lost.
 */
export const startCuttingProxy = async (target: number, cutAfterBytes: readonly number[]): Promise<CuttingProxy> => {
  const open = new Set<Socket>();
  const left = [...cutAfterBytes];
  let cuts = 0;
  let isCut = false;

  const breakOff = (client: Socket, upstream: Socket) => {
    cuts += 1;
    client.resetAndDestroy();
    upstream.resetAndDestroy();
  };
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(target, '127.0.0.1');
    let carried = 0;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    upstream.on('error', () => upstream.destroy());
    client.on('data', (bytes: Buffer) => {
      carried += bytes.length;
      const [next] = left;
      if (next === undefined || carried < next) return;
      left.shift();
      breakOff(client, upstream);
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    cut: () => {
      isCut = true;
      cuts += 1;
      for (const socket of open) socket.resetAndDestroy();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
};
