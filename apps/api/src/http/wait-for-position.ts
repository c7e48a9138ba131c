import type { RequestHandler } from 'express';
import type { Projections } from '../kernel/projecting/projections.ts';

const waitMaxMs = 2_000;

/** A read with `?after=<position>` waits until the views include that position, so that writers see their own changes. */
export const waitForPosition =
  (projections: Projections): RequestHandler =>
  (request, _response, next) => {
    const { after } = request.query;
    const position = Number(after);
    if (typeof after !== 'string' || !Number.isSafeInteger(position)) return next();
    projections.reached(position, waitMaxMs).then(() => next(), next);
  };
