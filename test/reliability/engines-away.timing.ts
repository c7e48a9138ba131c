import { setTimeout as delay } from 'node:timers/promises';
import { bestOfThree } from '../support/best-of-three.ts';
import { needs } from '../support/servers/needs.ts';
import { record } from '../support/figures.ts';
import { nodesMissing, startBalancerFor, startNodes } from '../support/worlds/nodes.ts';
import type { Nodes } from '../support/worlds/nodes.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { startShoppers } from '../support/worlds/shoppers.ts';

const outageMs = 12_000;
/** Time after an engine is back: the longest pause between two attempts to reach it, and a sale. */
const backMaxMs = 10_000;
const testMaxMs = 480_000;

needs('product of several nodes', nodesMissing)(
  'sales through two nodes behind a balancer that retries nothing',
  () => {
    let nodes: Nodes;
    let shop: Shop;
    let balancer: Awaited<ReturnType<typeof startBalancerFor>>;

    beforeAll(async () => {
      nodes = await startNodes();
      shop = await openShop(nodes);
      balancer = await startBalancerFor(nodes);
    }, testMaxMs);
    afterAll(async () => {
      await balancer.close();
      await nodes.stop();
      nodes.forget();
    }, testMaxMs);

    const engines = {
      EventStoreDB: { leave: () => nodes.double.fault('refuse'), back: () => nodes.double.fault('welcome') },
      MongoDB: { leave: () => nodes.mongo.kill(), back: () => nodes.mongo.start() },
      Redis: { leave: () => nodes.redis.stop(), back: () => nodes.redis.start() },
      S3: { leave: () => nodes.s3.own?.stop(), back: () => nodes.s3.own?.start() },
    } as const;

    it.each(Object.entries(engines))(
      '%s down for 12 s: buyers are at worst told to try again, and nothing is lost, doubled or parked',
      async (engine, { leave, back }) => {
        const longestGapMs = await bestOfThree(async () => {
          const shoppers = await startShoppers(balancer.url, shop, { count: 3, pauseMs: 300 });
          let awayAtMs = 0;
          try {
            await shoppers.soldMore();
            awayAtMs = performance.now();
            await leave();
            await delay(outageMs);
            await back();
            await shoppers.soldMore();
          } finally {
            await shoppers.stop();
          }
          const gapMs = shoppers.longestGapMs(awayAtMs);
          record(`${engine} away for 12 s under sales`, {
            purchases: shoppers.purchases(),
            'told to come again': shoppers.toldToRetry(),
            'longest time without a sale, ms': gapMs,
          });
          const { bought, listed, counted, parked } = await shoppers.books(nodes);
          expect(listed).toEqual(bought);
          expect(counted).toBe(shoppers.purchases());
          expect(parked).toEqual([]);
          return gapMs;
        }, outageMs + backMaxMs);
        expect(longestGapMs).toBeLessThan(outageMs + backMaxMs);
      },
      testMaxMs,
    );
  },
);
