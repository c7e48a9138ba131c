import type { Order } from '@tessera/contract/orders';
import { useCallback, useEffect, useState } from 'react';
import { untilDecided } from '../order.ts';
import { finishPurchase, lastOrder } from '../purchase.ts';
import { useLatest } from '../use-latest-request.ts';

interface Watched {
  /** As it was last read. */
  readonly order: Order;
  /** `late`: nobody could say for minutes, and nobody asks anymore. */
  readonly stage: 'asked' | 'late' | 'called off';
}

/**
 * The payment of this cart that was under way when the cart was opened, and what became of it; null where there is
 * none, and once it went through, when the cart is emptied of what it bought.
 */
export const usePendingPayment = () => {
  const [watched, setWatched] = useState<Watched | null>(null);
  const ask = useLatest();
  const watch = useCallback(
    async (first: Order) => {
      const isCurrent = ask();
      let order = first;
      const show = (read: Order, stage: Watched['stage'] = 'asked') => {
        order = read;
        if (isCurrent()) setWatched({ order, stage });
      };
      show(first);
      try {
        show(await untilDecided(first.id, show));
      } catch {
        show(order, 'late');
      }
      if (!isCurrent() || order.status !== 'paid') return;
      setWatched(null);
      finishPurchase(order);
    },
    [ask],
  );
  useEffect(() => {
    const isCurrent = ask();
    void lastOrder().then((order) => {
      if (isCurrent() && order?.status === 'paying') void watch(order);
    });
    return () => void ask();
  }, [ask, watch]);
  /** Takes what the order was when it was canceled. */
  const endCalledOff = (order: Order) => {
    if (order.status !== 'placed') return void watch(order);
    ask();
    return setWatched({ order, stage: 'called off' });
  };
  return { watched, watch, endCalledOff };
};
