import type { Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

const refusal = {
  code: 'unavailable',
  title: 'Temporarily unavailable',
  message: 'The service is restarting. Nothing was changed; please try again in a moment.',
};

/**
 * Lets a server end without breaking what it is answering: from `begin` on it takes no connection and no request, and
 * a connection is closed as soon as its answer is out.
 */
export class Draining {
  private readonly answers = new Set<ServerResponse>();
  private begun = false;

  constructor(private readonly server: Server) {
    // Before whatever else answers requests here, such as the live connections' polling.
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.answers.add(response);
      if (this.begun) response.shouldKeepAlive = false;
      response.once('close', () => {
        this.answers.delete(response);
        // One that told its client it would be kept, before the end was known.
        if (this.begun) server.closeIdleConnections();
      });
    });
  }

  /** Refuses what comes on a connection that is still open. The first handler of all. */
  readonly refuse: RequestHandler = (_request, response, next) => {
    if (!this.begun) return next();
    response.status(503).setHeader('Retry-After', '1').json({ error: refusal });
  };

  /** @param cutAfterMs whoever is still being answered by then, or still sending, is cut off */
  begin(cutAfterMs: number) {
    this.begun = true;
    for (const response of this.answers) response.shouldKeepAlive = false;
    this.server.close();
    this.server.closeIdleConnections();
    setTimeout(() => this.server.closeAllConnections(), cutAfterMs).unref();
  }
}
