import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands in front of a server, passes on every byte, and can become a black hole: connections stay open, but nothing
 * passes.
 */
export interface Gate {
  readonly port: number;
  /** From now on, nothing passes in either direction; what is sent meanwhile passes later. */
  hold(): void;
  pass(): void;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

export const openGate = async (target: { readonly host: string; readonly port: number }): Promise<Gate> => {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      if (isHeld) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    pass: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
};
