import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { systemClock } from '../../../apps/api/src/kernel/clock.ts';
import type { Clock } from '../../../apps/api/src/kernel/clock.ts';
import { Passwords } from '../../../apps/api/src/adapters/passwords.ts';
import { AppModule } from '../../../apps/api/src/app.module.ts';
import { readConfig } from '../../../apps/api/src/config.ts';
import { EventStore } from '../../../apps/api/src/kernel/log/port.ts';
import { WorkPace } from '../../../apps/api/src/kernel/work/background-work.ts';
import { close, prepare } from '../../../apps/api/src/service.ts';
import { freePort } from '../servers/free-port.ts';
import { Attempts } from '../../../apps/api/src/adapters/attempts/attempts.ts';

const cheapHash = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
/** Tests wait for work that is done in the background. */
const quickPace: WorkPace = { restMs: 50 };
const noLimit = { take: () => Promise.resolve(0) };
export const adminPassword = 'correct horse battery';
/** More events than anything else may record between a request and the check of the log. */
const recentEvents = 200;

/** Routes such as `GET /api/content/:id`, in matching order. */
const routesOf = (app: NestExpressApplication): readonly string[] => {
  interface Layer {
    readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  }
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    if (!route) return [];
    const methods = Object.keys(route.methods);
    // A handler of all methods counts as one route.
    const named = methods.length > 7 ? ['all'] : methods;
    return named.map((method) => `${method.toUpperCase()} ${route.path}`);
  });
};

/**
 * The whole service in this process, on the embedded engines and real HTTP, without limits, with cheap password hashing
 * and short rests.
 */
export const startWholeApp = async (
  env: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
  pace: WorkPace = quickPace,
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-app-'));
  const logged: string[] = [];
  const logger = pino({ level: env['LOG_LEVEL'] ?? 'error' }, { write: (line: string) => logged.push(line) });
  const port = await freePort();
  // Most tests move the clock by days, and prepare runs themselves.
  const byHand = { PAYOUT_RUN_DAYS: 'none' };
  const own = { DATA_DIR: dataDir, PORT: String(port), ADMIN_PASSWORD: adminPassword };
  const config = readConfig({ ...own, ...byHand, ...env });
  const module = await Test.createTestingModule({ imports: [AppModule.of({ config, logger, clock })] })
    .overrideProvider(Attempts)
    .useValue(noLimit)
    .overrideProvider(Passwords)
    .useValue(new Passwords(cheapHash))
    .overrideProvider(WorkPace)
    .useValue(pace)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
  prepare(app, config);
  await app.listen(port, '127.0.0.1');
  return {
    app,
    config,
    dataDir,
    /** The log lines: errors, unless `LOG_LEVEL` includes more. */
    logged,
    url: `http://127.0.0.1:${port}`,
    routes: routesOf(app),
    adminPassword,
    /** Texts that no answer may contain. */
    secrets: [config.jwtSecret, config.masterKey.toString('hex')],
    /** The last position of the log: if it is unchanged, nothing was changed. */
    head: () => app.get<EventStore>(EventStore).head(),
    /** The number of events in a stream; in the rest of the log, the product keeps working on its own. */
    lengthOf: async (stream: string) => (await app.get<EventStore>(EventStore).readStream(stream)).length,
    /** The events recorded because of one request. */
    eventsOf: async (correlation: string) => {
      const events = app.get<EventStore>(EventStore);
      const recorded = await events.readAll({ after: Infinity, limit: recentEvents, backwards: true });
      return recorded.filter(({ metadata }) => metadata.correlation === correlation).map(({ type }) => type);
    },
    close: async () => {
      await close(app);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type WholeApp = Awaited<ReturnType<typeof startWholeApp>>;
