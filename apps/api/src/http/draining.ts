import type { Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RequestHandler } from 'express';

const refusal = {
  code: 'unavailable',
  title: 'Temporarily unavailable',
  message: 'The service is restarting. Nothing was changed; please try again in a moment.',
};

/**
 * Stops a server without cutting off the answers it is sending. First it only announces the stop: load balancers turn
 * away, and requests are still answered, each on a connection that then closes. From `refuse` on, it accepts no
 * connections and no requests, and closes a connection as soon as its answer is sent.
 */
@Injectable()
export class Draining {
  private readonly answers = new Set<ServerResponse>();
  private server: Server | null = null;
  private announced = false;
  private refusing = false;

  /** Whether load balancers should send new requests to another node. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /** Call it before anything else listens for requests, such as the live connections' polling. */
  watch(server: Server) {
    this.server = server;
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.answers.add(response);
      if (this.announced) response.shouldKeepAlive = false;
      response.once('close', () => {
        this.answers.delete(response);
        // Its response promised to keep the connection alive, before the stop was known.
        if (this.refusing) server.closeIdleConnections();
      });
    });
  }

  /** Refuses requests that arrive on connections still open. Must be the first handler. */
  readonly handler: RequestHandler = (_request, response, next) => {
    if (!this.refusing) return next();
    response.status(503).setHeader('Retry-After', '1').json({ error: refusal });
  };

  /** Idle connections stay open: a balancer that has not noticed yet may be sending a request on one. */
  announce() {
    this.announced = true;
    for (const response of this.answers) response.shouldKeepAlive = false;
  }

  /** @param cutAfterMs connections that are still sending or receiving by then are cut */
  refuse(cutAfterMs: number) {
    this.announce();
    this.refusing = true;
    this.server?.close();
    this.server?.closeIdleConnections();
    setTimeout(() => this.server?.closeAllConnections(), cutAfterMs).unref();
  }
}
