import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const builtMain = fileURLToPath(new URL('../../../apps/api/bundle/main.js', import.meta.url));
/** The service module by module: what is preloaded can change a module of it. */
export const unbundledMain = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url));
/** The same flags and environment that `npm start` and the image use. */
const asStarted = new URL('../../../scripts/product-process.json', import.meta.url);
const { flags, environment } = JSON.parse(readFileSync(asStarted, 'utf8')) as {
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
const readyLine = /Tessera is ready at (\S+)/;

/** The built product, running, with a data folder of its own. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly port: number;
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  adminPassword(): string;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Kills it immediately, like a power cut. */
  kill(): Promise<void>;
  /** Removes its data folder; call this when the process has ended. */
  forget(): void;
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

/** One process of the product. */
export interface ProductProcess {
  readonly url: string;
  readonly pid: number;
  output(): string;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal that ends the process, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Tests write and search faster than any person would. */
const unhurried = { WRITES_PER_MINUTE: '1000000', SEARCHES_PER_MINUTE: '1000000' };
/** Tests prepare payout runs at moments of their own. */
const byHand = { PAYOUT_RUN_DAYS: 'none' };
/** What V8 compiled for one process serves the next: a quarter of the time that a start takes. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'tessera-compiled') };

/** @param main the entry file of another release */
export const startProcess = async (
  env: Readonly<Record<string, string>>,
  main: string = builtMain,
): Promise<ProductProcess> => {
  const child = spawn(process.execPath, [...flags, main], {
    env: { ...process.env, NODE_ENV: 'test', ...environment, ...unhurried, ...byHand, ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = once(child, 'exit');
  const url = await untilReady(child, () => printed);
  const signal = (wanted: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(wanted);
  };
  return {
    url,
    pid: child.pid ?? -1,
    output: () => printed,
    signal,
    end: async (wanted) => {
      signal(wanted);
      await exited;
    },
  };
};

export const passwordIn = (dataDir: string) => readFileSync(join(dataDir, 'secrets', 'admin_password'), 'utf8').trim();
