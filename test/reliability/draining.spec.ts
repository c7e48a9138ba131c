import { once } from 'node:events';
import { connect } from 'node:net';
import { startHttpBalancer } from '../support/doubles/http-balancer.ts';
import { wasCutShort } from '../support/process/cut-short.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany } from '../support/sample.ts';
import { until } from '../support/until.ts';

const drainSeconds = 2;
const env = { DRAIN_SECONDS: String(drainSeconds) };
/** A balancer that checks this often notices long before the pause is over. */
const checkEveryMs = 200;
const askersAtOnce = 8;

interface Answer {
  readonly asked: string;
  readonly status: number;
}

describe('a node that is asked to stop', () => {
  const products: Product[] = [];
  const start = async (again?: Product) => {
    const product = await startProduct(again ? { again, env } : { env });
    products.push(product);
    return product;
  };
  afterEach(async () => {
    for (const product of products.splice(0)) {
      await product.kill();
      product.forget();
    }
  });

  const statusOf = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  };
  const buy = (url: string) =>
    statusOf(`${url}/api/cart/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [] }),
    });

  it('[PROD-18] is restarted under load next to another node, and nobody sees an error through a balancer that retries nothing', async () => {
    const nodes = [await start(), await start()];
    const ports = nodes.map(({ port }) => port);
    const balancer = await startHttpBalancer({ ports, healthPath: '/health/ready', checkEveryMs });
    const answers: Answer[] = [];
    let isOver = false;
    try {
      await until('both nodes are asked', async () => balancer.healthy().size === nodes.length);
      const asking = Array.from({ length: askersAtOnce }, async () => {
        while (!isOver) {
          answers.push({ asked: 'GET', status: await statusOf(`${balancer.url}/api/config`) });
          answers.push({ asked: 'POST', status: await buy(balancer.url) });
        }
      });
      // The first answers take longer: until then, what they are checked against has to be loaded.
      await until('both requests are answered', async () => new Set(answers.map(({ asked }) => asked)).size === 2);
      for (const node of nodes.slice(0, howMany({ usual: 1, full: 2 }))) {
        const before = answers.length;
        await node.stop();
        expect(answers.length).toBeGreaterThan(before);
        await start(node);
        await until('it is asked again', async () => balancer.healthy().size === nodes.length);
      }
      isOver = true;
      await Promise.all(asking);
    } finally {
      isOver = true;
      await balancer.close();
    }
    const counts = new Map<string, number>();
    for (const { asked, status } of answers)
      counts.set(`${asked} ${status}`, (counts.get(`${asked} ${status}`) ?? 0) + 1);
    console.log(`through the restarts: ${JSON.stringify(Object.fromEntries(counts))}`);
    expect([...counts.keys()].sort()).toEqual(['GET 200', 'POST 401']);
  });

  it('[PROD-18] says so, keeps answering during the configured pause, then closes idle connections and exits', async () => {
    const node = await start();
    const idle = connect(node.port, '127.0.0.1');
    await once(idle, 'connect');
    const idleEnded = once(idle, 'close').then(() => performance.now());
    idle.resume();
    const serving = () => statusOf(`${node.url}/health/serving`);
    expect([await serving(), await statusOf(`${node.url}/health/ready`)]).toEqual([200, 200]);

    const askedAtMs = performance.now();
    const stopped = node.stop();
    await until('it says that it stops', async () => (await serving()) === 503);
    const ready = await fetch(`${node.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', not_ready: ['stopping'], degraded: [] },
    ]);
    const page = await fetch(`${node.url}/api/config`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect(await statusOf(`${node.url}/health/live`)).toBe(200);
    expect(idle.closed).toBe(false);

    const pauseMs = drainSeconds * 1_000;
    expect((await idleEnded) - askedAtMs).toBeGreaterThanOrEqual(pauseMs);
    await stopped;
    expect(wasCutShort(node)).toBe(false);
  });
});
