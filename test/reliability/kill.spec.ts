import { EventEmitter, once } from 'node:events';
import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkout, get, licenses, pay, signInAdmin, testCards } from '../support/worlds/client.ts';
import { differencesNow } from '../support/worlds/differences.ts';
import { startProcess } from '../support/process/product-process.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany, sampleOf, seedOf } from '../support/sample.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';

const kills = howMany({ usual: 2, full: 50 });
const buyersAtOnce = 6;
/**
 * Each kill comes after at most this many answers, and then within at most this time: after any of them, or between any
 * two.
 */
const answersMax = 20;
const killWithinMs = 40;

const orderOf = (url: string, token: string, id: string) =>
  get<{ status: string; license_ids: readonly string[]; last_failure: string | null }>(`${url}/api/orders/${id}`, {
    token,
  });

/** The card network's view: the orders that were charged, read from the gateway's own memory. */
const chargedOrders = (dataDir: string): readonly string[] => {
  const gateway = new DatabaseSync(join(dataDir, 'sandbox-gateway.db'), { readOnly: true });
  const rows = gateway.prepare("SELECT key FROM charges WHERE status = 'approved'").all() as { key: string }[];
  gateway.close();
  return rows.map(({ key }) => key.slice(0, key.lastIndexOf(':')));
};

const ledgerBalance = (dataDir: string): number => {
  const log = new DatabaseSync(join(dataDir, 'events.db'), { readOnly: true });
  const rows = log.prepare('SELECT data FROM events WHERE data LIKE \'%"postings"%\'').all() as { data: string }[];
  log.close();
  const postings = rows.flatMap(({ data }) => (JSON.parse(data) as { postings: { amount_cents: number }[] }).postings);
  return postings.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
};

const allLicenses = async (url: string, token: string) => {
  const found: { id: string; order_id: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: typeof found; next_cursor: string | null } = await get(
      `${url}/api/licenses?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      { token },
    );
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found;
};

describe('a kill of the process', () => {
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

  const restart = async () => {
    await product.kill();
    product = await startProduct({ again: product });
  };

  it('[CHK-38] right after the payment’s answer loses nothing: the license exists exactly once', async () => {
    const { order_id } = await checkout(product.url, shop.brand.token, [{ id: shop.itemId }]);
    const paid = await pay(product.url, shop.brand.token, order_id);
    await restart();
    const owned = (await licenses(product.url, shop.brand.token, paid.position)).items;
    expect(owned.filter((license) => license.order_id === order_id).map(({ id }) => id)).toEqual(paid.license_ids);
  });

  it('after a charge went through but before its answer: the order is completed at start-up', async () => {
    const { order_id } = await checkout(product.url, shop.brand.token, [{ id: shop.itemId }]);
    expect((await pay(product.url, shop.brand.token, order_id, testCards.unknown)).status).toBe('paying');
    await restart();
    const paid = await until('the order is paid', async () => {
      const order = await orderOf(product.url, shop.brand.token, order_id);
      return order.status === 'paid' && order;
    });
    expect(paid.license_ids).toHaveLength(1);
    expect(chargedOrders(product.dataDir).filter((charged) => charged === order_id)).toHaveLength(1);
  });

  it('while the card is being charged, before the bank knows of it, leaves the order open and nothing charged', async () => {
    const { order_id } = await checkout(product.url, shop.brand.token, [{ id: shop.itemId }]);
    const answer = pay(product.url, shop.brand.token, order_id, testCards.slow).catch(() => 'cut off');
    await until('the payment has started', async () => {
      return (await orderOf(product.url, shop.brand.token, order_id)).status === 'paying';
    });
    await restart();
    expect(await answer).toBe('cut off');
    const open = await until('the order is open again', async () => {
      const order = await orderOf(product.url, shop.brand.token, order_id);
      return order.status === 'placed' && order;
    });
    expect(open.last_failure).toBe('The payment did not reach the bank');
    expect(chargedOrders(product.dataDir)).not.toContain(order_id);
    expect((await pay(product.url, shop.brand.token, order_id)).status).toBe('paid');
  });

  it('[SEC-10] a start with another MASTER_KEY, or without the log or the vault, stops with a one-line message', async () => {
    const { dataDir, port } = product;
    await product.stop();
    const refused = async (env: Readonly<Record<string, string>> = {}) => {
      const start = startProcess({ PORT: String(port), DATA_DIR: dataDir, ...env });
      const { message } = await start.then(
        (running) => running.end('SIGKILL').then(() => new Error('it started')),
        (error: unknown) => error as Error,
      );
      return message.replace(/^.*\n/, '');
    };
    const without = async (name: string) => {
      const file = join(dataDir, name);
      renameSync(file, `${file}.away`);
      const said = await refused();
      renameSync(`${file}.away`, file);
      return said;
    };
    const tried = [
      [() => refused({ MASTER_KEY: 'b2'.repeat(32) }), /^MASTER_KEY is not the one [^\n]+\n$/],
      [() => without('events.db'), /^The log is missing [^\n]+\n$/],
      [() => without('vault.db'), /^The vault is missing [^\n]+\n$/],
    ] as const;
    for (const [start, said] of sampleOf('starts that are refused', tried, 1)) expect(await start()).toMatch(said);
    product = await startProduct({ again: product });
    expect((await licenses(product.url, shop.brand.token)).items).not.toHaveLength(0);
  });

  it(`[PAY-33] at ${kills} random moments during checkouts: every answered purchase exists exactly once, nothing twice, and the gateway’s list agrees`, async () => {
    const answered = new Map<string, readonly string[]>();
    const answers = new EventEmitter();
    let cutOff = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      let killed = false;
      const { url } = product;
      const buy = async () => {
        while (!killed) {
          try {
            const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
            const paid = await pay(url, shop.brand.token, order_id);
            answered.set(order_id, paid.license_ids);
            answers.emit('answer');
          } catch (error) {
            if (!killed) throw error;
            cutOff += 1;
          }
        }
      };
      // At least one purchase is answered before each kill, or the test would prove little.
      const wanted = answered.size + 1 + (seedOf(`answers before kill ${kill}`) % answersMax);
      const buyers = Array.from({ length: buyersAtOnce }, buy);
      while (answered.size < wanted) await Promise.race([once(answers, 'answer'), ...buyers]);
      await delay(seedOf(`moment of kill ${kill}`) % killWithinMs);
      killed = true;
      await restart();
      await Promise.all(buyers);
    }
    const charged = new Set(chargedOrders(product.dataDir));
    const owned = await until('every charged order has its license', async () => {
      const found = await allLicenses(product.url, shop.brand.token);
      const withLicense = new Set(found.map(({ order_id }) => order_id));
      return [...charged].every((order) => withLicense.has(order)) && found;
    });
    const perOrder = new Map<string, string[]>();
    for (const { id, order_id } of owned) perOrder.set(order_id, [...(perOrder.get(order_id) ?? []), id]);
    for (const [order, ids] of answered) expect(perOrder.get(order)).toEqual(ids);
    for (const [order, ids] of perOrder) {
      expect(ids).toHaveLength(1);
      expect(charged).toContain(order);
    }
    expect(chargedOrders(product.dataDir)).toHaveLength(charged.size);
    expect(ledgerBalance(product.dataDir)).toBe(0);
    const admin = await signInAdmin(product.url, product.adminPassword());
    expect(await differencesNow(product.url, admin)).toEqual([]);
    console.log(
      `${kills} kills: ${answered.size} purchases answered, ${cutOff} cut off, ${charged.size} charged in all`,
    );
    expect(answered.size).toBeGreaterThanOrEqual(kills);
    expect(cutOff).toBeGreaterThan(0);
  }, 300_000);
});
