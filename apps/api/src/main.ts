import { pino } from 'pino';
import { systemClock } from './adapters/clock.ts';
import { BadConfig, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { startService } from './service.ts';

const configOrExit = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

const config = configOrExit();
const logger = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' });
const service = await startService({ config, logger, clock: systemClock });

process.stdout.write(`Tessera is ready at ${config.publicUrl}\n`);
if (config.adminPasswordFile) {
  process.stdout.write(`Admin: ${config.adminEmail}, password in ${config.adminPasswordFile}\n`);
}

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  service.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.fatal({ err: error }, 'the service could not stop cleanly');
      process.exit(1);
    },
  );
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
