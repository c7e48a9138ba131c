import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import { bestOfThree, msOf } from '../support/best-of-three.ts';
import { connect } from '../support/live.ts';
import { until } from '../support/until.ts';
import { checkout, get, licenses, pay, testCards } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';

const busyClients = 200;
const liveClients = 6;
const stopMaxMs = 10_000;

/** The status of an answer over a keep-alive connection. */
const statusOf = async (url: string, agent: Agent): Promise<number | undefined> => {
  const asked = request(url, { agent }).end();
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
};

/** Requests page after page, and returns what ended it. */
const askOnAndOn = async (url: string, agent: Agent, onAnswer: () => void): Promise<string> => {
  for (;;) {
    const ended = await statusOf(url, agent).then(
      (status) => (status === 200 ? null : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (ended) return ended;
    onAnswer();
  }
};

describe('a requested stop', () => {
  let product: Product;
  let shop: Shop;
  beforeAll(async () => {
    product = await startProduct();
    shop = await openShop(product);
  });
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  const stopUnderLoad = async () => {
    const { url } = product;
    const { brand } = shop;
    const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
    const { order_id } = await checkout(url, brand.token, [{ id: shop.itemId }]);
    const statusOfOrder = async () =>
      (await get<{ status: string }>(`${url}/api/orders/${order_id}`, { token: brand.token })).status;
    const payment = pay(url, brand.token, order_id, testCards.slow);
    const headers = {
      authorization: `Bearer ${brand.token}`,
      'content-type': 'application/json',
      'content-length': 99,
    };
    const slowBody = request(`${url}/api/cart`, { method: 'POST', headers });
    slowBody.write('{');
    const cutOff = once(slowBody, 'error');
    await Promise.all(Array.from({ length: liveClients }, () => connect(url, brand.token)));
    await until('the payment has started', async () => (await statusOfOrder()) === 'paying');
    const answers = new EventEmitter();
    let answered = 0;
    const clients = Array.from({ length: busyClients }, () =>
      askOnAndOn(`${url}/health/live`, agent, () => answers.emit('answer', (answered += 1))),
    );
    while (answered < busyClients) await once(answers, 'answer');

    const tookMs = await msOf(() => product.stop());

    const endings = new Set(await Promise.all(clients));
    await expect(statusOf(`${url}/health/live`, agent)).rejects.toThrow('ECONNREFUSED');
    expect([...endings].filter((ending) => !['503', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(ending))).toEqual(
      [],
    );
    await cutOff;
    const paid = await payment;
    expect(paid.status).toBe('paid');
    console.log(`from SIGTERM to the exit under load: ${Math.round(tookMs)} ms`);
    product = await startProduct({ again: product });
    const owned = (await licenses(product.url, brand.token, paid.position)).items;
    expect(owned.filter((license) => license.order_id === order_id)).toHaveLength(1);
    return tookMs;
  };

  it(`[SEC-09] ${busyClients} busy clients, a slow body and a payment don’t delay a requested stop by 10 s; the payment is made`, async () => {
    expect(await bestOfThree(stopUnderLoad, stopMaxMs)).toBeLessThan(stopMaxMs);
  });
});
