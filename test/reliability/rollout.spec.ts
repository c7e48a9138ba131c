import { setTimeout as delay } from 'node:timers/promises';
import type { EventDetails, EventPage, ViewRow } from '@tessera/contract/admin';
import type { CreatorDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import { startHttpBalancer } from '../support/doubles/http-balancer.ts';
import { makeNextRelease } from '../support/process/next-release.ts';
import { needs } from '../support/servers/needs.ts';
import { CallFailed, checkout, get, licenses, pay, signInAdmin, signUpBrand } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { record } from '../support/figures.ts';
import { nodesMissing, startNodes } from '../support/worlds/nodes.ts';
import type { Nodes, ProductNode } from '../support/worlds/nodes.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';

const shopperCount = 3;
/** Between two purchases of a shopper: the machine is to run two releases beside each other, not to be sold out. */
const pauseMs = 400;
const againMs = 200;
const readyMaxMs = 120_000;
const testMaxMs = 480_000;

/** Two views of another shape, and an event of which another version is written. */
const changes = [
  { file: 'earnings/creator-dashboard.view.js', from: 'version: 3,', to: 'version: 4,' },
  { file: 'licensing/licenses.view.js', from: 'version: 3,', to: 'version: 4,' },
  {
    file: 'ordering/order.js',
    from: "defineEvent()('OrderPlaced', {\n    version: 4,\n    upcasts: {",
    to: "defineEvent()('OrderPlaced', {\n    version: 5,\n    upcasts: {\n        4: (data) => data,",
  },
];

interface Purchase {
  readonly order_id: string;
  readonly license_ids: readonly string[];
}

/** Whoever shops goes on until it is over, and asks again, with the same key, where a node says that it can't now. */
class Shopper {
  readonly purchases: Purchase[] = [];
  /** When each of them was answered, by `performance.now()`. */
  readonly answeredAtMs: number[] = [];
  /** How often each status was answered that was no success. */
  readonly refused = new Map<number, number>();

  constructor(
    readonly brand: Account,
    private readonly url: string,
    private readonly itemId: string,
  ) {}

  async shop(isOver: () => boolean) {
    while (!isOver()) {
      const key = crypto.randomUUID();
      const line = [{ id: this.itemId }];
      const { order_id } = await this.insisting(() => checkout(this.url, this.brand.token, line, key));
      const { license_ids } = await this.insisting(() => pay(this.url, this.brand.token, order_id));
      this.purchases.push({ order_id, license_ids });
      this.answeredAtMs.push(performance.now());
      await delay(pauseMs);
    }
  }

  private async insisting<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        this.refused.set(error.status, (this.refused.get(error.status) ?? 0) + 1);
        if (error.status !== 503) throw error;
        await delay(againMs);
      }
    }
  }
}

const urlOf = ({ port }: ProductNode) => `http://127.0.0.1:${port}`;
const isReady = async (node: ProductNode) => (await fetch(`${urlOf(node)}/health/ready`)).status === 200;

needs('product of several nodes', nodesMissing)('a new release', () => {
  let nodes: Nodes;
  let shop: Shop;
  let next: ReturnType<typeof makeNextRelease>;
  let balancer: Awaited<ReturnType<typeof startHttpBalancer>>;

  beforeAll(async () => {
    next = makeNextRelease(changes);
    nodes = await startNodes({ DRAIN_SECONDS: '2' });
    shop = await openShop(nodes);
    const ports = nodes.nodes.map(({ port }) => port);
    balancer = await startHttpBalancer({ ports, healthPath: '/health/serving', checkEveryMs: 200 });
    await until('both nodes are asked', async () => balancer.healthy().size === ports.length);
  }, testMaxMs);
  afterAll(async () => {
    await balancer.close();
    await nodes.stop();
    nodes.forget();
    next.remove();
  }, testMaxMs);

  const untilReady = (node: ProductNode) => until('the new node is ready', () => isReady(node), readyMaxMs);

  it(
    '[PROD-11] is rolled out under sales, with a changed event and changed views: projectors first, then one node after the other; nothing is lost, doubled or parked',
    async () => {
      let isOver = false;
      const brands = await Promise.all(Array.from({ length: shopperCount }, () => signUpBrand(nodes.url)));
      const shoppers = brands.map((brand) => new Shopper(brand, balancer.url, shop.itemId));
      const shopping = Promise.all(shoppers.map((shopper) => shopper.shop(() => isOver)));
      const soldMore = async () => {
        const before = shoppers.map(({ purchases }) => purchases.length);
        const bought = () => shoppers.every(({ purchases }, index) => purchases.length > before[index]! + 1);
        await Promise.race([until('everyone has bought twice', async () => bought(), readyMaxMs), shopping]);
      };
      try {
        await soldMore();
        const projectors = [
          await nodes.start('projector', { main: next.main }),
          await nodes.start('projector', { main: next.main }),
        ];
        for (const projector of projectors) await untilReady(projector);
        await soldMore();
        for (const { process } of nodes.projectors) await process.end('SIGTERM');
        await soldMore();
        for (const { port, process } of nodes.nodes) {
          await process.end('SIGTERM');
          await untilReady(await nodes.start('api', { main: next.main, port }));
          await until('it is asked again', async () => balancer.healthy().size === nodes.nodes.length);
          await soldMore();
        }
      } finally {
        isOver = true;
      }
      await shopping;

      const refused = shoppers.flatMap((shopper) => [...shopper.refused.keys()]);
      expect(refused.filter((status) => status !== 503)).toEqual([]);
      const answered = shoppers.flatMap(({ answeredAtMs }) => answeredAtMs).sort((one, other) => one - other);
      const gaps = answered.slice(1).map((atMs, index) => atMs - answered[index]!);
      record('a release rolled out under sales', {
        purchases: answered.length,
        answersThatSaidAgain: shoppers.reduce((sum, shopper) => sum + (shopper.refused.get(503) ?? 0), 0),
        longestGapMs: Math.round(Math.max(...gaps)),
      });
      for (const { brand, purchases } of shoppers) {
        const bought = purchases.flatMap(({ license_ids }) => license_ids).sort();
        const listed = await until('the last purchase is listed', async () => {
          const { items } = await licenses(balancer.url, brand.token);
          return items.length >= bought.length && items;
        });
        expect(listed.map(({ id }) => id).sort()).toEqual(bought);
      }
      const { value } = await get<{ value: CreatorDashboard }>(`${balancer.url}/api/dashboards/creator`, {
        token: shop.creator.token,
      });
      expect(value.total_licenses).toBe(answered.length);
      const token = await signInAdmin(balancer.url, nodes.adminPassword());
      const { items } = await get<{ items: readonly ViewRow[] }>(`${balancer.url}/api/admin/views`, { token });
      expect(items.filter(({ parked }) => parked > 0).map(({ view }) => view)).toEqual([]);
      const events = `${balancer.url}/api/admin/events`;
      const newest = await get<EventPage>(`${events}?type=OrderPlaced&limit=1`, { token });
      const { version } = await get<EventDetails>(`${events}/${newest.items[0]!.position}`, { token });
      expect(version).toBe(5);
    },
    testMaxMs,
  );
});
