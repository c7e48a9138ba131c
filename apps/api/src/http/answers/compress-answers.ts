import compression from 'compression';
import type { RequestHandler } from 'express';

const worthBytes = 1_024;
/** Tokens are never packed together with what a caller wrote: the length would tell how much of it was guessed. */
const secrets = /^\/auth\/v1\//;

/** Packs texts (pages, JSON, CSV) for whoever reads them so; what the build has packed already stays as it is. */
export const compressAnswers: RequestHandler = compression({
  threshold: worthBytes,
  filter: (request, response) => !secrets.test(request.path) && compression.filter(request, response),
});
