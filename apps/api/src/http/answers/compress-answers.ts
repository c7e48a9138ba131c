import compression from 'compression';
import type { RequestHandler } from 'express';

const thresholdBytes = 1_024;
/** Never compresses tokens together with a caller's input: the length would reveal how much of a token was guessed right. */
const secretPath = /^\/auth\/v1\//;

/** Compresses text (pages, JSON, CSV) for clients that accept it; what the build already compressed is left alone. */
export const compressAnswers: RequestHandler = compression({
  threshold: thresholdBytes,
  filter: (request, response) => !secretPath.test(request.path) && compression.filter(request, response),
});
