import type { NextFunction, Request, Response } from 'express';
import { traceRequest } from '../kernel/observe/trace.ts';
import type { AppRequest } from './request.ts';

interface RoutedRequest {
  readonly route?: { readonly path?: unknown };
}

/** Records a span for each request, named after its route: the path itself may contain what doesn't belong in a trace. */
export const traceRequests = (request: Request, response: Response, next: NextFunction) => {
  const { correlation, requestId, method } = request as AppRequest;
  const traced = traceRequest(correlation);
  if (!traced) return next();
  response.once('close', () => {
    const { path } = (request as RoutedRequest).route ?? {};
    const route = typeof path === 'string' ? path : 'no route';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.statusCode,
      'tessera.request_id': requestId,
    };
    traced.end(`${method} ${route}`, attributes, response.statusCode >= 500 || !response.writableFinished);
  });
  traced.run(next);
};
