import { setTimeout as delay } from 'node:timers/promises';
import type { ViewRow } from '@tessera/contract/admin';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { until } from '../until.ts';
import { CallFailed, checkout, get, licenses, pay, signInAdmin, signUpBrand } from './client.ts';
import type { Account } from './client.ts';
import type { Product } from './product.ts';
import type { Shop } from './shop.ts';

const againMs = 200;
const unavailable = 503;
/** Longer than any engine is down; a shopper who is turned away for this long reports the answer. */
const retryMaxMs = 120_000;
const soldMoreMaxMs = 120_000;
const booksMaxMs = 60_000;

/** Buys until it is over, and retries with the same key if a node answers that it can't serve the request right now. */
class Shopper {
  readonly bought: string[] = [];
  /** When each purchase was answered, by `performance.now()`. */
  readonly answeredAtMs: number[] = [];
  /** How often each error status was answered. */
  readonly refused = new Map<number, number>();

  constructor(
    readonly brand: Account,
    private readonly url: string,
    private readonly itemId: string,
    private readonly pauseMs: number,
  ) {}

  async shop(isOver: () => boolean) {
    while (!isOver()) {
      const key = crypto.randomUUID();
      const { order_id } = await this.withRetries(() =>
        checkout(this.url, this.brand.token, [{ id: this.itemId }], key),
      );
      const { license_ids } = await this.withRetries(() => pay(this.url, this.brand.token, order_id));
      this.bought.push(...license_ids);
      this.answeredAtMs.push(performance.now());
      await delay(this.pauseMs);
    }
  }

  private async withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const giveUpAtMs = performance.now() + retryMaxMs;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        this.refused.set(error.status, (this.refused.get(error.status) ?? 0) + 1);
        if (error.status !== unavailable || performance.now() > giveUpAtMs) throw error;
        await delay(againMs);
      }
    }
  }
}

interface ShoppersOptions {
  readonly count: number;
  /** Between two purchases of a shopper. */
  readonly pauseMs: number;
}

/** Starts new brands that buy the shop's item again and again and remember what they were answered. */
export const startShoppers = async (url: string, shop: Shop, { count, pauseMs }: ShoppersOptions) => {
  const soldInAll = async () => {
    const address = `${url}/api/dashboards/creator`;
    return (await get<{ value: CreatorDashboard }>(address, { token: shop.creator.token })).value.total_licenses;
  };
  const soldBefore = await soldInAll();
  const brands = await Promise.all(Array.from({ length: count }, () => signUpBrand(url)));
  const shoppers = brands.map((brand) => new Shopper(brand, url, shop.itemId, pauseMs));
  let isOver = false;
  const shopping = Promise.all(shoppers.map((shopper) => shopper.shop(() => isOver)));
  // The failure reaches whoever waits for more sales or for the end.
  shopping.catch(() => undefined);
  const answers = () => shoppers.flatMap(({ answeredAtMs }) => answeredAtMs).sort((one, other) => one - other);

  return {
    /** Waits until each has bought twice more. */
    soldMore: async () => {
      const before = shoppers.map(({ bought }) => bought.length);
      const boughtTwice = async () => shoppers.every(({ bought }, index) => bought.length > before[index]! + 1);
      await Promise.race([until('everyone has bought twice', boughtTwice, soldMoreMaxMs), shopping]);
    },
    stop: () => {
      isOver = true;
      return shopping;
    },
    purchases: () => answers().length,
    /** How often a shopper was told to come back later. */
    toldToRetry: () => shoppers.reduce((sum, { refused }) => sum + (refused.get(unavailable) ?? 0), 0),
    /** The longest time, in ms, without a completed sale; only gaps that ended after a given moment count. */
    longestGapMs: (afterMs = 0) => {
      const all = answers();
      const gaps = all.slice(1).map((atMs, index) => (atMs > afterMs ? atMs - all[index]! : 0));
      return Math.round(Math.max(0, ...gaps));
    },
    /** What they bought, and what the product shows once everything is folded. */
    books: async ({ adminPassword }: Pick<Product, 'adminPassword'>) => {
      const bought = shoppers.map((shopper) => [...shopper.bought].sort());
      const listed = brands.map(({ token }, index) =>
        until(
          'the last purchase is listed',
          async () => {
            const { items } = await licenses(url, token);
            return items.length >= bought[index]!.length && items.map(({ id }) => id).sort();
          },
          booksMaxMs,
        ),
      );
      const counted = await until(
        'the last purchase is counted',
        async () => {
          const counted = (await soldInAll()) - soldBefore;
          return counted >= answers().length && { counted };
        },
        booksMaxMs,
      );
      const token = await signInAdmin(url, adminPassword());
      const { items } = await get<{ items: readonly ViewRow[] }>(`${url}/api/admin/views`, { token });
      const parked = items.filter((view) => view.parked > 0).map(({ view }) => view);
      return { bought, listed: await Promise.all(listed), ...counted, parked };
    },
  };
};
