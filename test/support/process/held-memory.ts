import { until } from '../until.ts';
import type { Product } from './product-process.ts';

const listeningAt = /Debugger listening on (ws:\S+)/;
const startMs = 10_000;

interface HeapUsage {
  readonly usedSize: number;
  /** The memory that V8 holds for array buffers. */
  readonly backingStorageSize: number;
}

/** Lets `heldBytes` inspect a process, on any free port of this machine, and only on demand. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' };

const ask = async <Answer>(socket: WebSocket, method: string): Promise<Answer> => {
  const answered = new Promise<Answer>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve((JSON.parse(String(data)) as { result: Answer }).result), {
      once: true,
    });
    socket.addEventListener('close', () => reject(new Error(`The product ended before it answered ${method}`)), {
      once: true,
    });
  });
  socket.send(JSON.stringify({ id: 1, method }));
  return answered;
};

/**
 * The bytes that objects and buffers of a product's main thread take after a full garbage collection. Without a
 * collection, the figure would show when the last one was, not what is held.
 * @param product started with `inspectable` in its environment
 */
export const heldBytes = async (product: Pick<Product, 'pid' | 'output'>): Promise<number> => {
  const address = () => listeningAt.exec(product.output())?.[1];
  if (!address()) process.kill(product.pid, 'SIGUSR1');
  await until('the product can be inspected', async () => address() !== undefined, startMs);
  const socket = new WebSocket(address() ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  await ask(socket, 'HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await ask<HeapUsage>(socket, 'Runtime.getHeapUsage');
  socket.close();
  return usedSize + backingStorageSize;
};
