import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { ServerOptions } from 'socket.io';

/** Middleware that every answer passes through first: requests under `/socket.io` never reach Express. */
type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

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
