import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

const program = process.env['REDIS_SERVER'];

/** Why Redis is missing here; null if it isn't. */
export const redisMissing = program && existsSync(program) ? null : 'REDIS_SERVER names no program';

const started = async (port: number, folder: string): Promise<ChildProcess> => {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept connections')) break;
  server.stdout.resume();
  if (server.exitCode !== null) throw new Error(`redis-server ended at once, with code ${server.exitCode}`);
  return server;
};

/** A redis-server just for the test, which forgets everything when it stops. */
export const startRedis = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-redis-'));
  const port = await freePort();
  let server: ChildProcess | null = await started(port, folder);

  const stop = async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    server = null;
    await ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    stop,
    /** Starts again on the same port. */
    start: async () => {
      server ??= await started(port, folder);
    },
    /** Keeps its connections, but answers nobody. */
    hang: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;
