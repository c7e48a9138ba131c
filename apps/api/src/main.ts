import { pino } from 'pino';
import { systemClock } from './kernel/clock.ts';
import { MediaStoreUnavailable } from './adapters/media/port.ts';
import { BadConfig, readConfig } from './config.ts';
import { DataDoNotFit } from './kernel/belonging.ts';
import { EventStoreRefused } from './kernel/log/port.ts';
import { isUnavailable } from './kernel/unavailable.ts';
import { startService } from './service.ts';

/** Whether the message says what is wrong and what to do, so that no stack is needed. */
const isSelfExplanatory = (error: unknown): error is Error =>
  error instanceof BadConfig ||
  error instanceof DataDoNotFit ||
  error instanceof MediaStoreUnavailable ||
  error instanceof EventStoreRefused ||
  isUnavailable(error);

const orExit = async <Made>(make: () => Made | Promise<Made>): Promise<Made> => {
  try {
    return await make();
  } catch (error) {
    if (!isSelfExplanatory(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

const config = await orExit(() => readConfig(process.env));
const logger = pino({ level: config.logLevel });
// Loaded only where traces are wanted: what makes and sends them is large.
const tracing = config.sendsTraces
  ? await import('./operations/tracing.ts').then(({ startTracing, tracesToCollector }) =>
      startTracing({ role: config.role, logger, processor: tracesToCollector() }),
    )
  : null;
const service = await orExit(() => startService({ config, logger, clock: systemClock }));

process.stdout.write(`Tessera is ready at ${config.publicUrl}\n`);
if (config.adminPasswordFile) {
  process.stdout.write(`Admin: ${config.adminEmail}, password in ${config.adminPasswordFile}\n`);
}

/**
 * After the pause in which balancers turn away. A supervisor that waits ten seconds more than that need not kill; all
 * that is under way by then is taken up at the next start.
 */
const stopMaxMs = config.drainMs + 9_000;

let stopping = false;
const stopAll = async () => {
  await service.stop();
  await tracing?.stop();
};
const stop = () => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => {
    logger.warn({ after_ms: stopMaxMs }, 'ended before all work was done; it is taken up at the next start');
    process.exit(0);
  }, stopMaxMs).unref();
  stopAll().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.fatal({ err: error }, 'the service could not stop cleanly');
      process.exit(1);
    },
  );
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
