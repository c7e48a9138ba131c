import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { sameSecret } from './same-secret.ts';

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d+){3})$/;
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;
/** Headers that a proxy on this machine adds: then the request comes from elsewhere. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

interface RequestOrigin {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingMessage['headers'];
}

/** Checks the host as well: a foreign page may have its own domain resolve to this machine (DNS rebinding). */
export const isFromThisMachine = ({ socket, headers }: RequestOrigin) =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  forwardingHeaders.every((name) => headers[name] === undefined);

const developerPath = /^\/dev(\/|$)/i;
const metricsPath = /^\/metrics\/?$/i;

const hasToken = ({ headers }: RequestOrigin, token: string | null) => {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== null && given !== undefined && sameSecret(given, token);
};

/** Serves development pages and metrics only to this machine, and to others that the settings admit. */
export const localOnly =
  ({ openDeveloperPages, metricsToken }: Pick<Config, 'openDeveloperPages' | 'metricsToken'>): RequestHandler =>
  (request, response, next) => {
    const isAdmitted =
      isFromThisMachine(request) ||
      (developerPath.test(request.path) && openDeveloperPages) ||
      (metricsPath.test(request.path) && hasToken(request, metricsToken));
    const isPrivate = developerPath.test(request.path) || metricsPath.test(request.path);
    if (isAdmitted || !isPrivate) return next();
    const error = { code: 'not_found', title: 'Not found', message: 'There is nothing at this address.' };
    response.status(404).json({ error });
  };
