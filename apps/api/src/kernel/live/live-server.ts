import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { ServerOptions } from 'socket.io';
import type { OtherNodes } from './other-nodes.ts';

export interface LiveServerOptions {
  /** What every answer passes through first: those under `/socket.io` never come to Express. */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  readonly nodes: OtherNodes;
}

/** Serves the live connections. Rooms reach over all nodes: what one says to a room, each tells its own sockets in it. */
export class LiveServer extends IoAdapter {
  readonly #options: LiveServerOptions;

  constructor(app: INestApplicationContext, options: LiveServerOptions) {
    super(app);
    this.#options = options;
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const { handler, nodes } = this.#options;
    const server = super.createIOServer(port, options);
    server.engine.use(handler);
    nodes.connect(server);
    return server;
  }
}
