import { pino } from 'pino';
import { systemClock } from './kernel/clock.ts';
import { MediaStoreUnavailable } from './adapters/media/port.ts';
import { BadConfig, readConfig } from './config.ts';
import { StoreMismatch } from './kernel/store-consistency.ts';
import { EventStoreRefused } from './kernel/log/port.ts';
import { isUnavailable } from './kernel/unavailable.ts';
import { startService } from './service.ts';

/** Whether the message alone says what is wrong and what to do, without a stack trace. */
const isSelfExplanatory = (error: unknown): error is Error =>
  error instanceof BadConfig ||
  error instanceof StoreMismatch ||
  error instanceof MediaStoreUnavailable ||
  error instanceof EventStoreRefused ||
  isUnavailable(error);

const orExit = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!isSelfExplanatory(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

const config = await orExit(() => readConfig(process.env));
const logger = pino({ level: config.logLevel });
// Loaded only if traces are wanted, as the libraries are large.
const tracing = config.sendsTraces
  ? await import('./adapters/tracing.ts').then(({ startTracing, tracesToCollector }) =>
      startTracing({ role: config.role, logger, processor: tracesToCollector() }),
    )
  : null;
const service = await orExit(() => startService({ config, logger, clock: systemClock }));

process.stdout.write(`Tessera is ready at ${config.publicUrl}\n`);
if (config.adminPasswordFile) {
  process.stdout.write(`Admin: ${config.adminEmail}, password in ${config.adminPasswordFile}\n`);
}

/**
 * The time for the pause in which load balancers turn away, and for a clean stop after it. A supervisor that allows ten
 * seconds more than that pause doesn't have to kill the process. Work that isn't done by then resumes at the next start.
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
    logger.warn({ after_ms: stopMaxMs }, 'stopped before all work was done; the next start resumes it');
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
