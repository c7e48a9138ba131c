import type { RequestHandler } from 'express';

/**
 * Overwrites the bytes of a body as soon as they have been read; use it before the body parsers. Forms hold passwords and
 * cards, and freed memory keeps its content until it is reused, which may be never.
 */
export const wipeBodyBytes: RequestHandler = (request, _response, next) => {
  // A compressed body is read later, by another thread, so it is left alone. No route reads text or URL-encoded bodies.
  if (request.is(['json', 'text/*', 'urlencoded']) && request.headers['content-encoding'] === undefined) {
    // A microtask runs after all other listeners, which receive the chunk synchronously, one after another.
    request.on('data', (chunk: Buffer) => queueMicrotask(() => chunk.fill(0)));
  }
  next();
};
