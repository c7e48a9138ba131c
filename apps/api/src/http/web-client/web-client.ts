import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.ts';
import { precompressed } from '../answers/precompressed.ts';
import { withScriptPreloads } from './script-preloads.ts';
import type { PageScripts } from './script-preloads.ts';
import { newNonce, pagePolicy } from '../security.ts';

/** Paths that the service answers itself; all others belong to the browser client. */
const servicePaths =
  /^\/(api|auth\/v1|dev\/(?:mailbox|sandbox)|functions\/v1|media|media-originals|storage\/v1|socket\.io|health|metrics|robots[.]txt|sitemap[.]xml|sitemaps)(\/|$)/;
/** Pages that the build renders in advance, with the file names that the client's `prerender.mjs` gives them. */
const prerenderedPages: Readonly<Record<string, string>> = {
  '/': 'landing.html',
  '/help': 'help.html',
  '/privacy-policy': 'privacy-policy.html',
  '/terms-of-service': 'terms-of-service.html',
};
/** Not served as plain files, as every page needs a nonce: these paths get the app. */
const pageFiles = new Set(['index.html', 'pages.json', ...Object.values(prerenderedPages)].map((name) => `/${name}`));
/** Pages that only people who were given the link should find. */
const unlisted = /^\/(verify|boards)\//;
const yearMs = 365 * 86_400_000;
/** The placeholder that the build leaves for the nonce, see `html.cspNonce` in the client's vite.config.ts. */
const noncePlace = /__csp_nonce__/g;

/** Null if the file doesn't exist. Read each time, as a build may replace it while the service runs. */
const readBuilt = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** Adds to the built page what search engines and people see of a path before the scripts run; also returns the status. */
export type PageRenderer = (
  html: string,
  path: string,
  hasQuery: boolean,
) => Promise<{ readonly status: number; readonly html: string }>;

/**
 * Serves the built browser client: hashed assets, cacheable for a year, and the page, never cached, for every path of the
 * app, so that a reload stays where it was. Pages that are the same for everyone are prerendered. Source maps are served
 * only in development.
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
    const prerendered = prerenderedPages[request.path];
    const html = (prerendered !== undefined && (await read(prerendered))) || (await read('index.html'));
    if (html === null) return void response.status(503).type('text').send('The web client is not built yet.');
    const nonce = newNonce();
    // Not even stored for revalidation: a cached page would have the nonce of another answer.
    response.setHeader('Cache-Control', 'no-store');
    if (unlisted.test(request.path)) response.setHeader('X-Robots-Tag', 'noindex');
    response.setHeader('Content-Security-Policy', pagePolicy(nonce, publicUrl));
    const { status, html: rendered } = await renderPage(
      html.replace(noncePlace, nonce),
      request.path,
      Object.keys(request.query).length > 0,
    );
    const scripts = JSON.parse((await read('pages.json')) ?? '{}') as PageScripts;
    const isUrgent = rendered.includes('<div id="root"></div>');
    response
      .status(status)
      .type('html')
      .send(withScriptPreloads(rendered, scripts, { path: request.path, nonce, isUrgent }));
  };
  const noMaps: RequestHandler = (request, response, next) =>
    production && isSourceMap(request.path) ? missing(response) : next();
  const onAssets: RequestHandler = (request, response, next) =>
    request.path.startsWith('/assets/') ? stripped(assets, request, response, next) : next();
  const onFiles: RequestHandler = (request, response, next) =>
    servicePaths.test(request.path) || pageFiles.has(request.path) ? next() : files(request, response, next);
  return [noMaps, onAssets, onFiles, app];
};

/** A creator's page, whose handle may look like the name of a file. */
const creatorPage = /^\/@[^/\\]+\/?$/;

const isSourceMap = (path: string) => {
  try {
    const decoded = decodeURIComponent(path);
    return /[.]map$/i.test(decoded) && !creatorPage.test(decoded);
  } catch {
    return false;
  }
};

const missing = (response: Response) => void response.status(404).type('text').send('Not found');

/** Runs a handler as if it were mounted at `/assets`. A missing asset is answered with 404, never with the page. */
const stripped = (handler: RequestHandler, request: Request, response: Response, next: NextFunction) => {
  const { url } = request;
  request.url = url.slice('/assets'.length);
  handler(request, response, (error?: unknown) => {
    request.url = url;
    if (error) missing(response);
    else next();
  });
};
