import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startBalancer } from '../doubles/balancer.ts';
import { startHttpBalancer } from '../doubles/http-balancer.ts';
import { FerretDb } from '../servers/ferretdb.ts';
import { freePort } from '../servers/free-port.ts';
import { passwordIn, startProcess } from '../process/product-process.ts';
import type { Product, ProductProcess } from '../process/product-process.ts';
import { redisMissing, startRedis } from '../servers/redis.ts';
import { s3Missing, startS3 } from '../servers/s3-server.ts';
import { until } from '../until.ts';

const ferretDb = process.env['FERRETDB'];
const mongoMissing = ferretDb ? null : 'FERRETDB names no program';
/** Why the product can't run as several nodes here; null if it can. */
export const nodesMissing = mongoMissing ?? redisMissing ?? s3Missing;

const doubleFile = fileURLToPath(new URL('../doubles/eventstoredb-double.main.ts', import.meta.url));
const doubleLine = /double at (\S+)$/;

/** Starts the EventStoreDB protocol double as a process of its own. */
const startDouble = async () => {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [doubleFile], { stdio: 'pipe' });
  child.stderr.resume();
  const lines = createInterface(child.stdout);
  const nextLine = async () => ((await once(lines, 'line')) as [string])[0];
  const url = doubleLine.exec(await nextLine())?.[1];
  if (!url) throw new Error('The EventStoreDB double did not say where it is');
  return {
    url,
    /** Triggers one of the faults that its main module lists. */
    fault: async (name: string) => {
      const done = nextLine();
      child.stdin.write(`${name}\n`);
      await done;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

export interface ProductNode {
  readonly port: number;
  readonly process: ProductProcess;
}

const portsOf = (nodes: readonly ProductNode[]) => nodes.map(({ port }) => port);

/**
 * The product as it runs in production: nodes that answer browsers, as many that fold, and the engines they share.
 * @param ofEach how many nodes of each kind
 */
export const startNodes = async (env: Readonly<Record<string, string>> = {}, ofEach = 2) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-nodes-'));
  const closing: (() => Promise<unknown>)[] = [];
  const closeAll = () => Promise.all(closing.splice(0).map((close) => close()));
  try {
    return await startOn({ dataDir, env, ofEach }, closing, closeAll);
  } catch (error) {
    await closeAll();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
};

interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ofEach: number;
}

/** Collects the cleanup of everything started so far in `closing`, in case a later part doesn't start. */
const startOn = async (
  { dataDir, env, ofEach }: Place,
  closing: (() => Promise<unknown>)[],
  closeAll: () => Promise<unknown>,
) => {
  const opened = async <Opened>(opening: Promise<Opened>, close: (it: Opened) => Promise<unknown>) => {
    const it = await opening;
    closing.push(() => close(it));
    return it;
  };
  const double = await opened(startDouble(), (it) => it.stop());
  const mongo = await opened(FerretDb.start(ferretDb ?? ''), (it) => it.stop());
  const redis = await opened(startRedis(), (it) => it.remove());
  const s3 = await opened(startS3(), (it) => it.remove());
  const balancer = await opened(startBalancer(), (it) => it.close());
  const url = `http://localhost:${balancer.port}`;
  const secret = 'a1'.repeat(32);
  const shared = {
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    JWT_SECRET: secret,
    MASTER_KEY: secret,
    EVENT_STORE_URL: double.url,
    READ_STORE_URL: `${mongo.address}/tessera`,
    REDIS_URL: redis.url,
    MEDIA_STORE_URL: s3.url,
    // The tests wait for leases to be taken over.
    LEASE_SECONDS: '5',
    ...env,
  };
  /** @param release if it differs from the others' release, or replaces another */
  const start = async (
    role: 'api' | 'projector',
    release: { readonly main?: string; readonly port?: number } = {},
  ): Promise<ProductNode> => {
    const port = release.port ?? (await freePort());
    const process = await startProcess({ ...shared, ROLE: role, PORT: String(port) }, release.main);
    closing.push(() => process.end('SIGKILL'));
    return { port, process };
  };
  const projectors: ProductNode[] = [];
  while (projectors.length < ofEach) projectors.push(await start('projector'));
  const nodes: ProductNode[] = [];
  while (nodes.length < ofEach) nodes.push(await start('api'));
  balancer.route(portsOf(nodes));

  const everyProcess = () => [...nodes, ...projectors].map((node) => node.process);
  const endAll = async (signal: NodeJS.Signals) => {
    await Promise.all(everyProcess().map((running) => running.end(signal)));
    await closeAll();
  };
  return {
    url,
    dataDir,
    port: balancer.port,
    pid: nodes[0]?.process.pid ?? -1,
    output: () =>
      everyProcess()
        .map((running) => running.output())
        .join('\n'),
    adminPassword: () => passwordIn(dataDir),
    stop: () => endAll('SIGTERM'),
    kill: () => endAll('SIGKILL'),
    forget: () => rmSync(dataDir, { recursive: true, force: true }),
    nodes,
    projectors,
    double,
    mongo,
    redis,
    s3,
    start,
  } satisfies Product & Record<string, unknown>;
};

export type Nodes = Awaited<ReturnType<typeof startNodes>>;

/**
 * A balancer in front of the nodes that answer browsers. It retries nothing, and has already found all of them healthy.
 */
export const startBalancerFor = async ({ nodes }: Nodes) => {
  const ports = portsOf(nodes);
  const balancer = await startHttpBalancer({ ports, healthPath: '/health/serving', checkEveryMs: 200 });
  await until('all nodes are asked', async () => balancer.healthy().size === ports.length);
  return balancer;
};
