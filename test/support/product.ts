import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));
const readyLine = /Tessera is ready at (\S+)/;

/** The built product as a process of its own, on a free port, with a data folder of its own. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly port: number;
  readonly pid: number;
  /** Everything it printed so far. */
  output(): string;
  adminPassword(): string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Removes its data folder; call it when the process has ended. */
  forget(): void;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

interface Start {
  /** Continue with the data, and at the address, of an earlier process. */
  readonly again?: Pick<Product, 'dataDir' | 'port'>;
  readonly env?: Readonly<Record<string, string>>;
}

const untilReady = (child: ChildProcess, printed: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const url = readyLine.exec(printed())?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => reject(new Error(`The product ended (${code}) before it was ready:\n${printed()}`)));
  });

export const startProduct = async ({ again, env = {} }: Start = {}): Promise<Product> => {
  const folder = again?.dataDir ?? mkdtempSync(join(tmpdir(), 'tessera-'));
  const port = again?.port ?? (await freePort());
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    env: { ...process.env, NODE_ENV: 'test', PORT: String(port), DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = once(child, 'exit');
  const url = await untilReady(child, () => printed);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    url,
    dataDir: folder,
    port,
    pid: child.pid ?? -1,
    output: () => printed,
    adminPassword: () => readFileSync(join(folder, 'secrets', 'admin_password'), 'utf8').trim(),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
};
