import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to outgoing connections, and a separate range for each worker of a test runner,
 * so that nobody else takes a port between the check and the start of the server that will listen there.
 */
const firstPort = 12_000;
const portsPerWorker = 1_000;
const workersMax = 16;
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['JEST_WORKER_ID'] ?? 0) % workersMax;

let next = Math.floor(Math.random() * portsPerWorker);

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** A port of this machine that nothing listens on. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < portsPerWorker; tries += 1) {
    next = (next + 1) % portsPerWorker;
    const port = firstPort + worker * portsPerWorker + next;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${firstPort} are taken`);
};
