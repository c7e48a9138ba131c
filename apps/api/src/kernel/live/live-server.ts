import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { ServerOptions } from 'socket.io';

/** What every answer passes through first: those under `/socket.io` never come to Express. */
type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Serves the live connections of this node. */
export class LiveServer extends IoAdapter {
  readonly #handler: Handler;

  constructor(app: INestApplicationContext, handler: Handler) {
    super(app);
    this.#handler = handler;
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const server = super.createIOServer(port, options);
    server.engine.use(this.#handler);
    return server;
  }
}
