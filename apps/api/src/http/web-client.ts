import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** What the service answers itself; everything else is the browser client's. */
const servicePaths = /^\/(api|auth\/v1|functions\/v1|media|media-originals|socket\.io|health|metrics)(\/|$)/;
const yearMs = 365 * 86_400_000;

/**
 * Serves the built browser client: hashed assets for a year, the page itself never from a cache, and the page for
 * every path of the app, so that a reload lands where it was.
 */
export const webClient = (folder: string): readonly RequestHandler[] => {
  const page = join(folder, 'index.html');
  const assets = express.static(join(folder, 'assets'), {
    immutable: true,
    maxAge: yearMs,
    index: false,
    fallthrough: false,
  });
  const files = express.static(folder, { maxAge: 0, index: false });
  const app = (request: Request, response: Response, next: NextFunction) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !servicePaths.test(request.path);
    if (!isPage) return next();
    if (!existsSync(page)) return void response.status(503).type('text').send('The web client is not built yet.');
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(page);
  };
  const onAssets: RequestHandler = (request, response, next) =>
    request.path.startsWith('/assets/') ? stripped(assets, request, response, next) : next();
  const onFiles: RequestHandler = (request, response, next) =>
    servicePaths.test(request.path) ? next() : files(request, response, next);
  return [onAssets, onFiles, app];
};

/** Runs a handler as if it were mounted at `/assets`. A missing asset is a 404, never the page. */
const stripped = (handler: RequestHandler, request: Request, response: Response, next: NextFunction) => {
  const { url } = request;
  request.url = url.slice('/assets'.length);
  handler(request, response, (error?: unknown) => {
    request.url = url;
    if (error) response.status(404).type('text').send('Not found');
    else next();
  });
};
