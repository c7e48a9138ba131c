import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import express from 'express';
import type { RequestHandler } from 'express';
import { ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AuthErrorsFilter } from './accounts/public.ts';
import { AppModule } from './app.module.ts';
import type { Settings } from './app.module.ts';
import type { Config } from './config.ts';
import { waitForPosition } from './http/wait-for-position.ts';
import { compressAnswers } from './http/answers/compress-answers.ts';
import { correlation } from './http/correlation.ts';
import { describeApi } from './http/description/describe-api.ts';
import { Draining } from './http/draining.ts';
import { ErrorsByPath } from './http/errors/errors-by-path.filter.ts';
import { ErrorsFilter } from './http/errors/errors.filter.ts';
import { localOnly } from './http/local-only.ts';
import { wipeBodyBytes } from './http/input/wipe-body-bytes.ts';
import { checkJsonBody } from './http/input/check-json-body.ts';
import { findRulesOnce } from './http/input/find-rules-once.ts';
import { noStore, securityHeaders } from './http/security.ts';
import { traceRequests } from './http/trace-requests.ts';
import { webClient } from './http/web-client/web-client.ts';
import { refuseMissingFile } from './kernel/store-consistency.ts';
import { LiveServer } from './http/live-server.ts';
import { Projections } from './kernel/projecting/projections.ts';
import { Foreground } from './kernel/work/foreground.ts';
import { PublicPages } from './pages/public.ts';
import { Metrics } from './operations/public.ts';
import { EventStore } from './kernel/log/port.ts';
import { ReadStore } from './kernel/views/port.ts';
import { Vault } from './kernel/records/port.ts';
import { Gateway } from './adapters/payments/port.ts';
import { PayoutRail } from './adapters/payouts/port.ts';

findRulesOnce();

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const bodyMax = '256kb';
/**
 * Idle connections stay open longer than a proxy keeps its own (Caddy: two minutes), so that the proxy closes them: a
 * request sent on a connection that is just being closed here would be lost.
 */
const idleConnectionMs = 125_000;
/** The time for requests under way when the server closes: more than a payment takes, and less than a supervisor waits. */
const drainMaxMs = 7_000;
/** Its bodies are read as raw bytes, since their signature covers every byte. */
const signedPath = '/api/webhooks/stripe';

const measureRequests = (app: NestExpressApplication) => {
  const { requests } = app.get(Metrics);
  app.use((request: { method: string }, response: NodeJS.EventEmitter & { statusCode: number }, next: () => void) => {
    const end = requests.startTimer({ method: request.method });
    response.on('finish', () => end({ status: String(response.statusCode) }));
    next();
  });
};

/** A command is a request whose JSON body has arrived; how long a file takes to arrive or leave is up to the client. */
const countCommands =
  (foreground: Foreground): RequestHandler =>
  (request, response, next) => {
    if (request.body !== undefined) response.once('close', foreground.enter());
    next();
  };

const operationsPath = /^\/(health\/|metrics$)/;

/** A projector answers only its operator; the other nodes answer browsers. */
const operationsOnly: RequestHandler = (request, response, next) => {
  if (operationsPath.test(request.path)) return next();
  const message = 'This node only folds views. Please ask a node with ROLE=api.';
  response.status(404).json({ error: { code: 'not_found', title: 'Not found', message } });
};

/** Health checks and scrapes never stop coming: their traces would drown out the others. */
const exceptOperations =
  (handle: typeof traceRequests): typeof traceRequests =>
  (request, response, next) =>
    operationsPath.test(request.path) ? next() : handle(request, response, next);

/** Leaves errors at the start to the caller of `startService`, which reports them once, in one line if that says it all. */
class StartLogger extends ConsoleLogger {
  override error(message: unknown, ...rest: unknown[]) {
    if (rest.at(-1) !== 'ExceptionHandler') super.error(message, ...(rest as string[]));
  }
}

interface Closable {
  close(): unknown;
}

export interface Service {
  /** Announces the stop for `DRAIN_SECONDS`, then accepts no requests and finishes those under way, within a few seconds. */
  readonly stop: () => Promise<void>;
}

/** Installs the middleware that every request passes through before a controller, and the error filters. */
export const prepare = (app: NestExpressApplication, config: Config) => {
  app.disable('x-powered-by');
  const draining = app.get(Draining);
  draining.watch(app.getHttpServer());
  app.use(draining.handler);
  app.getHttpServer().keepAliveTimeout = idleConnectionMs;
  // Only these proxies may name a client's address.
  app.set('trust proxy', [...config.trustedProxies]);
  const headers = securityHeaders(config.publicUrl.startsWith('https:'));
  app.useWebSocketAdapter(new LiveServer(app, headers));
  if (config.role === 'projector') app.use(operationsOnly);
  app.use(correlation);
  app.use(exceptOperations(traceRequests));
  app.use(headers);
  measureRequests(app);
  app.use(localOnly(config));
  app.use(compressAnswers);
  app.use(...webClient(webFolder, config, app.get(PublicPages).render));
  app.use(noStore);
  app.use(signedPath, express.raw({ type: () => true, limit: bodyMax }));
  app.use(wipeBodyBytes);
  app.useBodyParser('json', { limit: bodyMax });
  app.use(checkJsonBody);
  app.use(countCommands(app.get(Foreground)));
  app.use(waitForPosition(app.get(Projections)));
  app.useGlobalFilters(new ErrorsByPath('/auth/v1/', app.get(AuthErrorsFilter), app.get(ErrorsFilter)));
  describeApi(app);
};

/** Closes the engines last, as other parts use them until they have stopped. */
export const close = async (app: NestExpressApplication) => {
  await app.close();
  for (const token of [EventStore, ReadStore, Vault, Gateway, PayoutRail]) {
    await app.get<Closable>(token).close();
  }
};

/** Starts the whole service; resolves when it answers on its port. The views may still be catching up then. */
export const startService = async (settings: Settings): Promise<Service> => {
  const { config } = settings;
  await refuseMissingFile(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(settings), {
    logger: new StartLogger({ logLevels: ['warn'] }),
    abortOnError: false,
    bodyParser: false,
  });
  prepare(app, config);
  await app.listen(config.port);
  return {
    stop: async () => {
      const draining = app.get(Draining);
      draining.announce();
      await delay(config.drainMs);
      draining.refuse(drainMaxMs);
      await close(app);
    },
  };
};
