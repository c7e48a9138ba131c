import type { RequestHandler } from 'express';

/**
 * Before bodies are parsed: their bytes are overwritten as soon as they were read. Forms hold passwords and cards, and freed
 * memory keeps what was in it until someone else needs the place, which may be never.
 */
export const wipeBodyBytes: RequestHandler = (request, _response, next) => {
  // What is unpacked first is read later, in another thread. Texts and forms of pages nobody reads: they only go by.
  if (request.is(['json', 'text/*', 'urlencoded']) && request.headers['content-encoding'] === undefined) {
    // After all that listen: they are told of a piece one after another, at once.
    request.on('data', (piece: Buffer) => queueMicrotask(() => piece.fill(0)));
  }
  next();
};
