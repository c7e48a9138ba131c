import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts } from './accepts.ts';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const program = process.env['CADDY'];
const configuration = new URL('../../../deploy/Caddyfile', import.meta.url);

/** Why Caddy is missing here; null if it isn't. */
export const caddyMissing = program && existsSync(program) ? null : 'CADDY names no program';

/** The bundled proxy as it is deployed, in front of the nodes at these ports, on a free port. */
export const startCaddy = async (nodes: readonly number[], trustedBalancers: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-caddy-'));
  const [port, healthPort] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  await writeFile(file, readFileSync(configuration, 'utf8').replace(':8081', `:${healthPort}`));
  const env = {
    ...process.env,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_ADDRESS: `http://:${port}`,
    API_NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
    TRUSTED_BALANCERS: trustedBalancers,
  };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const server = spawn(program ?? '', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(server, 'exit');
  await until('Caddy listens', async () => {
    if (server.exitCode !== null) throw new Error(`Caddy ended at once:\n${said}`);
    return accepts(port);
  });
  return {
    port,
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
