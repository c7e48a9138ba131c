import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const program = process.env['STRIPE_MOCK'];

/** Why Stripe's own mock server is missing here; null if it isn't. */
export const stripeMockMissing = program && existsSync(program) ? null : 'STRIPE_MOCK names no program';

/** Stripe's mock server: it remembers nothing, and refuses what Stripe's own API description doesn't allow. */
export const startStripeMock = async () => {
  const port = await freePort();
  const server = spawn(program ?? '', ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until('stripe-mock answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
};
