import { caller } from '../support/worlds/call.ts';
import type { RawAnswer, Send } from '../support/worlds/call.ts';
import { get, signInAdmin, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

const editsMax = 10;
const ordersMax = 2;
const searchesMax = 5;

let product: Product;
let send: Send;
let hangUp: () => void;

beforeAll(async () => {
  product = await startProduct({
    env: { WRITES_PER_MINUTE: String(editsMax), SEARCHES_PER_MINUTE: String(searchesMax) },
  });
  ({ send, close: hangUp } = caller(product.url));
}, 60_000);
afterAll(async () => {
  hangUp();
  await product.stop();
  product.forget();
});

const latest = async () => {
  const token = await signInAdmin(product.url, product.adminPassword());
  const { items } = await get<{ items: { position: number }[] }>(`${product.url}/api/admin/events`, { token });
  return items[0]?.position;
};

const edit = (token: string) => send('PATCH', '/api/profile', { token, body: '{"phone":"+1 555 010 2030"}' });
const order = (token: string) => send('POST', '/api/orders/no-such-order/payment', { token, body: '{}' });
const open = (token: string) =>
  send('POST', '/api/uploads', { token, headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } });

const times = async (count: number, write: () => Promise<RawAnswer>) => {
  const statuses = new Set<number>();
  for (let done = 0; done < count; done += 1) statuses.add((await write()).status);
  return [...statuses];
};

const expectRefused = ({ status, headers, text }: RawAnswer) => {
  expect(status).toBe(429);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'too_many_requests', title: 'Rate limit exceeded' } });
  const seconds = Number(headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
};

it('[SEC-04] an account’s writes per minute are limited; further ones are refused with the seconds to wait and do nothing', async () => {
  const [brand, other] = [await signUpBrand(product.url), await signUpBrand(product.url)];
  expect(await times(editsMax, () => edit(brand.token))).toEqual([200]);
  const before = await latest();
  expectRefused(await edit(brand.token));
  expect(await latest()).toBe(before);
  expect((await send('GET', '/api/profile', { token: brand.token })).status).toBe(200);
  expect((await edit(other.token)).status).toBe(200);
});

it('[SEC-04] orders, edits and uploads are counted separately', async () => {
  const [brand, creator] = [await signUpBrand(product.url), await signUpCreator(product.url)];
  expect(await times(ordersMax, () => order(brand.token))).not.toContain(429);
  expectRefused(await order(brand.token));
  expectRefused(
    await send('POST', '/functions/v1/store-integration', { token: brand.token, body: '{"action":"cart-checkout"}' }),
  );
  expect((await edit(brand.token)).status).toBe(200);
  const opened = await times(editsMax, () => open(creator.token));
  expect(opened).toContain(201);
  expectRefused(await open(creator.token));
  expect((await edit(creator.token)).status).toBe(200);
});

it('[HOU-11] searches and suggestions per minute are limited by address, and looking around is not', async () => {
  const ask = (path: string) => send('GET', `/api/marketplace${path}`);
  expect(await times(searchesMax, () => ask('?search=harbour'))).toEqual([200]);
  expectRefused(await ask('?search=harbour'));
  expect(await times(searchesMax, () => ask('/suggestions?search=harbour'))).toEqual([200]);
  expectRefused(await ask('/suggestions?search=harbour'));
  expect((await ask('?limit=1')).status).toBe(200);
});
