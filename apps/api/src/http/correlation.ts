import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const idPattern = /^[\w-]{8,64}$/;

/**
 * Gives every request the id that its events carry in the log: always one of our own, or anybody could file events under
 * somebody else's order. A valid id from the caller names the request in traces and in the answer.
 */
export const correlation = (request: Request, response: Response, next: NextFunction) => {
  const given = request.headers['x-request-id'];
  const own = randomUUID();
  const requestId = typeof given === 'string' && idPattern.test(given) ? given : own;
  Object.assign(request, { correlation: own, requestId });
  response.setHeader('X-Request-Id', requestId);
  next();
};
