import { CallFailed, checkout, pay } from '../support/worlds/client.ts';
import type { Shop } from '../support/worlds/shop.ts';
import type { Acknowledged } from './books.ts';

interface Told extends Acknowledged {
  readonly placed: Set<string>;
  readonly paid: Map<string, readonly string[]>;
}

export const nothingTold = (): Told => ({ placed: new Set(), paid: new Map() });

/** Buyers who check out and pay, one purchase after another, until they are stopped. */
export interface Buyers {
  /** Purchases that were cut off: the answer never came, or the buyer was told to come back later. */
  cutOff(): number;
  /** Resolves once the last buyer has an answer or knows that none will come; rejects if the product refused one. */
  readonly ended: Promise<void>;
  /** Lets no buyer begin another purchase, and waits until all have finished. */
  stop(): Promise<void>;
}

export interface BuyersOptions {
  readonly url: string;
  readonly shop: Pick<Shop, 'brand' | 'itemId'>;
  readonly count: number;
  /** Records what the buyers are answered. */
  readonly told: Told;
  /** Called after each purchase. */
  readonly onPurchase?: () => unknown;
  /**
   * Whether a refusal just means that the product is shutting down: it ends its buyer, like an answer that never came.
   */
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
  // The failure reaches whoever stops the buyers; until then it must not count as an unhandled rejection.
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

/**
 * Lets `count` buyers make `total` purchases, plus those in progress at that moment; resolves once all are answered.
 */
export const purchases = (options: Omit<BuyersOptions, 'onPurchase'>, total: number): Promise<void> => {
  const wanted = options.told.paid.size + total;
  const onPurchase = () => options.told.paid.size >= wanted && void buyers.stop();
  const buyers: Buyers = startBuyers({ ...options, onPurchase });
  return buyers.ended;
};
