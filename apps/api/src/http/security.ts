import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const nonceBytes = 16;

type Policy = Readonly<Record<string, readonly string[]>>;

const policyHeader = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

/** For answers that are data: if a browser treated one as a page, it could load, run, send and frame nothing. */
const dataPolicy = policyHeader({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** The page of the API description is the library's, which styles it inline and in attributes. */
const docsPolicy = policyHeader({
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

/** Browser features that none of our pages use. */
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

/** Browser features that only pages of this origin may use. */
const ownPermissions = ['publickey-credentials-create', 'publickey-credentials-get'];

const permissionsPolicy = [
  ...refusedPermissions.map((feature) => `${feature}=()`),
  ...ownPermissions.map((feature) => `${feature}=(self)`),
].join(', ');

/** A fresh, unguessable nonce; each answer needs its own. */
export const newNonce = () => randomBytes(nonceBytes).toString('base64');

/**
 * The policy of the browser client's page, which allows files of this origin and elements with the nonce. It doesn't use
 * 'strict-dynamic', which would run any script that a script adds. Style attributes need no permission, as React sets
 * them through the DOM.
 * @param publicUrl the origin that browsers use: older ones don't count a socket to it as 'self'
 */
export const pagePolicy = (nonce: string, publicUrl: string) =>
  policyHeader({
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

/** Answers are private unless a handler says otherwise: no browser or proxy may store them. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/**
 * Sets the security headers of every answer, including those of the live connections' server. Handlers that answer a
 * page, or a file that a user uploaded, replace the content security policy with their own.
 */
export const securityHeaders = (https: boolean) => {
  const standard = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Over plain http, as `npm start` serves it, a browser told to insist on https would find nothing.
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
