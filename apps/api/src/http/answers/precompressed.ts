import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const texts = /^\/[\w.-]+[.](js|css)$/;
/** The smallest first: browsers name what they read without saying what they would rather have. */
const copies = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
];

/** Lets a handler of files answer with the smaller copy that the build put beside a text, where the browser reads it. */
export const precompressed =
  (folder: string, files: RequestHandler): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const [, extension] = texts.exec(request.path) ?? [];
    if (!extension) return files(request, response, next);
    response.vary('Accept-Encoding');
    const copy = copies.find(({ coding }) => request.acceptsEncodings(coding));
    if (!copy || !existsSync(join(folder, `${request.path}${copy.ending}`))) return files(request, response, next);
    const { url } = request;
    request.url = `${request.path}${copy.ending}`;
    response.type(extension).setHeader('Content-Encoding', copy.coding);
    files(request, response, (error?: unknown) => {
      request.url = url;
      response.removeHeader('Content-Encoding');
      next(error);
    });
  };
