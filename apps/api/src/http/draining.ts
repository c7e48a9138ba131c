import type { Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RequestHandler } from 'express';

const refusal = {
  code: 'unavailable',
  title: 'Temporarily unavailable',
  message: 'The service is restarting. Nothing was changed; please try again in a moment.',
};

/**
 * Lets a server end without breaking what it is answering. First it only says that it is about to stop: balancers turn
 * away, and whoever asks is answered as ever, on a connection that then closes. From `refuse` on it takes no connection
 * and no request, and a connection is closed as soon as its answer is out.
 */
@Injectable()
export class Draining {
  private readonly answers = new Set<ServerResponse>();
  private server: Server | null = null;
  private announced = false;
  private refusing = false;

  /** Whether balancers should send what comes next to another node. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /** Before whatever else answers requests here, such as the live connections' polling. */
  watch(server: Server) {
    this.server = server;
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.answers.add(response);
      if (this.announced) response.shouldKeepAlive = false;
      response.once('close', () => {
        this.answers.delete(response);
        // One that told its client it would be kept, before the end was known.
        if (this.refusing) server.closeIdleConnections();
      });
    });
  }

  /** Refuses what comes on a connection that is still open. The first handler of all. */
  readonly handler: RequestHandler = (_request, response, next) => {
    if (!this.refusing) return next();
    response.status(503).setHeader('Retry-After', '1').json({ error: refusal });
  };

  /** An idle connection stays open: a balancer that has not noticed yet may be sending a request into it. */
  announce() {
    this.announced = true;
    for (const response of this.answers) response.shouldKeepAlive = false;
  }

  /** @param cutAfterMs whoever is still being answered by then, or still sending, is cut off */
  refuse(cutAfterMs: number) {
    this.announce();
    this.refusing = true;
    this.server?.close();
    this.server?.closeIdleConnections();
    setTimeout(() => this.server?.closeAllConnections(), cutAfterMs).unref();
  }
}
