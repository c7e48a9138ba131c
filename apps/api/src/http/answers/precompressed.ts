import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const compressiblePath = /^\/[\w.-]+[.](js|css)$/;
/** Smallest first: browsers list the encodings they accept without a preference. */
const copies = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
];

/** Makes a file handler serve the compressed copy that the build put beside a script or style, if the browser accepts it. */
export const precompressed =
  (folder: string, files: RequestHandler): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const [, extension] = compressiblePath.exec(request.path) ?? [];
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
