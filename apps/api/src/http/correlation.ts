import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { AppRequest } from './request.ts';

const idPattern = /^[\w-]{8,64}$/;

/** Gives every request the id that its events carry in the log; a valid id from the caller is kept. */
export const correlation = (request: Request, response: Response, next: NextFunction) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && idPattern.test(given) ? given : randomUUID();
  (request as AppRequest).correlation = id;
  response.setHeader('X-Request-Id', id);
  next();
};
