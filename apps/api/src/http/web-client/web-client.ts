import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.ts';
import { precompressed } from '../answers/precompressed.ts';
import { withScriptPreloads } from './script-preloads.ts';
import type { PageScripts } from './script-preloads.ts';
import { newNonce, pagePolicy } from '../security.ts';

/** What the service answers itself; everything else is the browser client's. */
const servicePaths =
  /^\/(api|auth\/v1|dev\/(?:mailbox|sandbox)|functions\/v1|media|media-originals|storage\/v1|socket\.io|health|metrics|robots[.]txt|sitemap[.]xml|sitemaps)(\/|$)/;
/** What the build has drawn, as `prerender.mjs` of the client calls it. */
const drawnPages: Readonly<Record<string, string>> = {
  '/': 'landing.html',
  '/help': 'help.html',
  '/privacy-policy': 'privacy-policy.html',
  '/terms-of-service': 'terms-of-service.html',
};
/** A page under its own name is the app's, with a nonce. */
const pages = new Set(['index.html', 'pages.json', ...Object.values(drawnPages)].map((name) => `/${name}`));
/** What only those should find who hold its address. */
const unlisted = /^\/(verify|boards)\//;
const yearMs = 365 * 86_400_000;
/** Where the build leaves room for the nonce, see `html.cspNonce` in the client's vite.config.ts. */
const noncePlace = /__csp_nonce__/g;

/** Null while there is none. It is read each time, as a build may replace it under a running service. */
const readBuilt = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** The page with what the address tells search engines and shows before the scripts run, and the status to answer. */
export type PageRenderer = (
  html: string,
  path: string,
  hasQuery: boolean,
) => Promise<{ readonly status: number; readonly html: string }>;

/**
 * Serves the built browser client: hashed assets for a year, the page itself never from a cache, and the page for
 * every path of the app, so that a reload lands where it was. What says the same to everybody comes drawn.
 * The sources, which maps hold, are for development.
 */
export const webClient = (
  folder: string,
  { publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>,
  renderPage: PageRenderer,
): readonly RequestHandler[] => {
  const read = (name: string) => readBuilt(join(folder, name));
  const assetsFolder = join(folder, 'assets');
  const assets = precompressed(
    assetsFolder,
    express.static(assetsFolder, { immutable: true, maxAge: yearMs, index: false, fallthrough: false }),
  );
  const files = express.static(folder, { maxAge: 0, index: false });
  const app = async (request: Request, response: Response, next: NextFunction) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !servicePaths.test(request.path);
    if (!isPage) return next();
    const drawn = drawnPages[request.path];
    const html = (drawn !== undefined && (await read(drawn))) || (await read('index.html'));
    if (html === null) return void response.status(503).type('text').send('The web client is not built yet.');
    const nonce = newNonce();
    // Not even kept for a comparison: a page from a cache would come with another answer's nonce.
    response.setHeader('Cache-Control', 'no-store');
    if (unlisted.test(request.path)) response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Content-Security-Policy', pagePolicy(nonce, publicUrl));
    const { status, html: saying } = await renderPage(
      html.replace(noncePlace, nonce),
      request.path,
      Object.keys(request.query).length > 0,
    );
    const scripts = JSON.parse((await read('pages.json')) ?? '{}') as PageScripts;
    const urgent = saying.includes('<div id="root"></div>');
    response
      .status(status)
      .type('html')
      .send(withScriptPreloads(saying, scripts, { path: request.path, nonce, urgent }));
  };
  const noMaps: RequestHandler = (request, response, next) =>
    production && isSourceMap(request.path) ? missing(response) : next();
  const onAssets: RequestHandler = (request, response, next) =>
    request.path.startsWith('/assets/') ? stripped(assets, request, response, next) : next();
  const onFiles: RequestHandler = (request, response, next) =>
    servicePaths.test(request.path) || pages.has(request.path) ? next() : files(request, response, next);
  return [noMaps, onAssets, onFiles, app];
};

const isSourceMap = (path: string) => {
  try {
    return /[.]map$/i.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

const missing = (response: Response) => void response.status(404).type('text').send('Not found');

/** Runs a handler as if it were mounted at `/assets`. A missing asset is a 404, never the page. */
const stripped = (handler: RequestHandler, request: Request, response: Response, next: NextFunction) => {
  const { url } = request;
  request.url = url.slice('/assets'.length);
  handler(request, response, (error?: unknown) => {
    request.url = url;
    if (error) missing(response);
    else next();
  });
};
