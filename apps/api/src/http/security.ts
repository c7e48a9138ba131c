import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const nonceBytes = 16;

type Policy = Readonly<Record<string, readonly string[]>>;

const inWords = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

/** For answers that are data: were a browser to take one for a page, it could load, run, send and frame nothing. */
const dataPolicy = inWords({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** The API's description is shown by a page of the library's own, with its styles in the page and in attributes. */
const docsPolicy = inWords({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});
const docsPath = /^\/api\/docs([/?]|$)/;

/** What no page of ours asks a browser for. */
const refusedPermissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** What pages of this origin alone may ask for. */
const ownPermissions = ['publickey-credentials-create', 'publickey-credentials-get'];

const permissionsPolicy = [
  ...refusedPermissions.map((feature) => `${feature}=()`),
  ...ownPermissions.map((feature) => `${feature}=(self)`),
].join(', ');

/** A page's own, never guessed and never used twice. */
export const newNonce = () => randomBytes(nonceBytes).toString('base64');

/**
 * The policy of the browser client's page: files of this origin, and what carries the nonce. Without 'strict-dynamic',
 * under which any script that a script adds would run. Style attributes need no permission: React sets them through the
 * object model.
 * @param publicUrl the origin browsers use: older ones don't count a socket to it as 'self'
 */
export const pagePolicy = (nonce: string, publicUrl: string) =>
  inWords({
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'media-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });

/** What the service answers is one person's, unless who answers says otherwise: no browser and no proxy keeps it. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/**
 * Headers of every answer, of the live connections' server too; who answers a page, or a stranger's file, gives it a
 * policy of its own.
 */
export const securityHeaders = (https: boolean) => {
  const standard = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Plain http is what `npm start` serves; a browser told to insist on https would find nothing there.
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    response.setHeader('Content-Security-Policy', docsPath.test(request.url ?? '') ? docsPolicy : dataPolicy);
    response.setHeader('Permissions-Policy', permissionsPolicy);
    standard(request, response, next);
  };
};
