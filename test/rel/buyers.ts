import { CallFailed, checkout, pay } from '../support/worlds/client.ts';
import type { Shop } from '../support/worlds/shop.ts';
import type { Acknowledged } from './books.ts';

interface Told extends Acknowledged {
  readonly placed: Set<string>;
  readonly paid: Map<string, readonly string[]>;
}

export const nothingTold = (): Told => ({ placed: new Set(), paid: new Map() });

/** Buyers that check out and pay, one purchase after the other each, until they are stopped. */
export interface Buyers {
  /** Purchases that were cut off: someone waits for an answer that never came, or was told to come back. */
  cutOff(): number;
  /** Resolves when the last one has its answer, or knows that none comes; rejects when the product refused one. */
  readonly ended: Promise<void>;
  /** Lets none begin another purchase, and waits until they have ended. */
  stop(): Promise<void>;
}

export interface BuyersOptions {
  readonly url: string;
  readonly shop: Pick<Shop, 'brand' | 'itemId'>;
  readonly count: number;
  /** Where what they are told is written down. */
  readonly told: Told;
  /** Called after each purchase. */
  readonly onPurchase?: () => unknown;
  /** Whether a refusal is no more than the product's goodbye: it ends its buyer, as an answer that never came does. */
  readonly isGoodbye?: (refusal: CallFailed) => boolean;
}

/** A call that fails without an answer ends its buyer; an answer that refuses is an error of the product. */
export const startBuyers = ({ url, shop, count, told, onPurchase, isGoodbye }: BuyersOptions): Buyers => {
  const { token } = shop.brand;
  let stopped = false;
  let cutOff = 0;
  const buy = async () => {
    while (!stopped) {
      try {
        const { order_id } = await checkout(url, token, [{ id: shop.itemId }]);
        told.placed.add(order_id);
        const { status, license_ids } = await pay(url, token, order_id);
        if (status === 'paid') told.paid.set(order_id, license_ids);
        onPurchase?.();
      } catch (error) {
        if (error instanceof TypeError || (error instanceof CallFailed && isGoodbye?.(error))) {
          cutOff += 1;
          return;
        }
        throw error;
      }
    }
  };
  const ended = Promise.all(Array.from({ length: count }, buy)).then(() => undefined);
  // Whoever stops them learns of a failure; until then it only must not go unheard.
  ended.catch(() => undefined);
  return {
    cutOff: () => cutOff,
    ended,
    stop: () => {
      stopped = true;
      return ended;
    },
  };
};

/** Lets `count` buyers make so many purchases, and what is under way when they are made; resolves when all are answered. */
export const purchases = (options: Omit<BuyersOptions, 'onPurchase'>, total: number): Promise<void> => {
  const wanted = options.told.paid.size + total;
  const onPurchase = () => options.told.paid.size >= wanted && void buyers.stop();
  const buyers: Buyers = startBuyers({ ...options, onPurchase });
  return buyers.ended;
};
