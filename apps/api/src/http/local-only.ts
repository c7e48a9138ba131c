import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { sameSecret } from './same-secret.ts';

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d+){3})$/;
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;
/** What a proxy on this machine adds: then it is someone else who asks. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

interface Asked {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingMessage['headers'];
}

/** The host counts as well: a page elsewhere may have its own name resolved to this machine. */
export const isFromThisMachine = ({ socket, headers }: Asked) =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  forwarding.every((name) => headers[name] === undefined);

const developerPath = /^\/dev(\/|$)/i;
const metricsPath = /^\/metrics\/?$/i;

const hasToken = ({ headers }: Asked, token: string | null) => {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== null && given !== undefined && sameSecret(given, token);
};

/** Pages of development and figures of the machine are for whoever sits at it, and for whom the settings admit. */
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
