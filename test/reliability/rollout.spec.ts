import type { EventDetails, EventPage } from '@tessera/contract/admin';
import { makeNextRelease } from '../support/process/next-release.ts';
import { needs } from '../support/servers/needs.ts';
import { get, signInAdmin } from '../support/worlds/client.ts';
import { record } from '../support/figures.ts';
import { nodesMissing, startBalancerFor, startNodes } from '../support/worlds/nodes.ts';
import type { Nodes, ProductNode } from '../support/worlds/nodes.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startShoppers } from '../support/worlds/shoppers.ts';
import { until } from '../support/until.ts';

/** Gentle enough that the machine can run two releases next to each other. */
const shoppersOptions = { count: 3, pauseMs: 400 };
const readyMaxMs = 120_000;
const testMaxMs = 480_000;

const viewVersion = /version: (\d+),/;
const orderVersion = /(?<='OrderPlaced', \{\s+)version: (\d+),\s+upcasts: \{/;
let nextOrderVersion = 0;

const withNextView = (text: string) =>
  text.replace(viewVersion, (_found, version: string) => `version: ${Number(version) + 1},`);
const withNextOrder = (text: string) =>
  text.replace(orderVersion, (_found, version: string) => {
    nextOrderVersion = Number(version) + 1;
    return `version: ${nextOrderVersion}, upcasts: { ${version}: (data) => data,`;
  });

/** Changes the shape of two views, and the version in which one event is written. */
const changes = [
  { file: 'earnings/dashboard/creator-dashboard.view.js', change: withNextView },
  { file: 'licensing/licenses.view.js', change: withNextView },
  { file: 'ordering/order.js', change: withNextOrder },
];

const isReady = async ({ port }: ProductNode) => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;

needs('product of several nodes', nodesMissing)('a new release', () => {
  let nodes: Nodes;
  let shop: Shop;
  let next: ReturnType<typeof makeNextRelease>;
  let balancer: Awaited<ReturnType<typeof startBalancerFor>>;

  beforeAll(async () => {
    next = makeNextRelease(changes);
    nodes = await startNodes({ DRAIN_SECONDS: '2' });
    shop = await openShop(nodes);
    balancer = await startBalancerFor(nodes);
  }, testMaxMs);
  afterAll(async () => {
    await balancer.close();
    await nodes.stop();
    nodes.forget();
    next.remove();
  }, testMaxMs);

  const untilReady = (node: ProductNode) => until('the new node is ready', () => isReady(node), readyMaxMs);

  it(
    '[PROD-11] is rolled out during sales, with a changed event and changed views: projectors first, then one node after another; nothing is lost, doubled or parked',
    async () => {
      const shoppers = await startShoppers(balancer.url, shop, shoppersOptions);
      try {
        await shoppers.soldMore();
        const projectors = [
          await nodes.start('projector', { main: next.main }),
          await nodes.start('projector', { main: next.main }),
        ];
        for (const projector of projectors) await untilReady(projector);
        await shoppers.soldMore();
        for (const { process } of nodes.projectors) await process.end('SIGTERM');
        await shoppers.soldMore();
        for (const { port, process } of nodes.nodes) {
          await process.end('SIGTERM');
          await untilReady(await nodes.start('api', { main: next.main, port }));
          await until('it is asked again', async () => balancer.healthy().size === nodes.nodes.length);
          await shoppers.soldMore();
        }
      } finally {
        await shoppers.stop();
      }
      record('a release rolled out under sales', {
        purchases: shoppers.purchases(),
        'told to come again': shoppers.toldToRetry(),
        'longest time without a sale, ms': shoppers.longestGapMs(),
      });
      const { bought, listed, counted, parked } = await shoppers.books(nodes);
      expect(listed).toEqual(bought);
      expect(counted).toBe(shoppers.purchases());
      expect(parked).toEqual([]);
      const token = await signInAdmin(balancer.url, nodes.adminPassword());
      const events = `${balancer.url}/api/admin/events`;
      const newest = await get<EventPage>(`${events}?type=OrderPlaced&limit=1`, { token });
      const { version } = await get<EventDetails>(`${events}/${newest.items[0]!.position}`, { token });
      expect(version).toBe(nextOrderVersion);
    },
    testMaxMs,
  );
});
