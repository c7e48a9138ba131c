import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../servers/free-port.ts';
import { passwordIn, startProcess } from '../process/product-process.ts';
import type { Product } from '../process/product-process.ts';

export type { Product };

interface Start {
  /** Continues with the data and at the port of an earlier process. */
  readonly again?: Pick<Product, 'dataDir' | 'port'>;
  readonly env?: Readonly<Record<string, string>>;
  /** The entry file, if not the bundle's. */
  readonly main?: string;
}

const startAlone = async ({ again, env = {}, main }: Start): Promise<Product> => {
  const dataDir = again?.dataDir ?? mkdtempSync(join(tmpdir(), 'tessera-'));
  const port = again?.port ?? (await freePort());
  const running = await startProcess({ PORT: String(port), DATA_DIR: dataDir, ...env }, main);
  return {
    url: running.url,
    dataDir,
    port,
    pid: running.pid,
    output: () => running.output(),
    adminPassword: () => passwordIn(dataDir),
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
    forget: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};

/**
 * The whole product; with `SHAPE=nodes`, as several processes on the external engines, unless a test asks for something
 * else.
 */
export const startProduct = async (start: Start = {}): Promise<Product> => {
  if (process.env['SHAPE'] !== 'nodes' || start.again || start.env) return startAlone(start);
  const { startNodes } = await import('./nodes.ts');
  return startNodes();
};
