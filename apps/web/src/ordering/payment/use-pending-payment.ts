import type { Order } from '@tessera/contract/orders';
import { useCallback, useEffect, useState } from 'react';
import { pollUntilDecided } from '../order.ts';
import { finishPurchase, lastOrder } from '../purchase.ts';
import { useLatestRequest } from '../use-latest-request.ts';

interface Watched {
  /** As it was last read. */
  readonly order: Order;
  /** `late`: nobody could say for minutes, and nobody asks anymore. */
  readonly stage: 'polling' | 'late' | 'canceled';
}

/**
 * The payment of this cart that was under way when the cart was opened, and what became of it; null where there is
 * none, and once it went through, when the cart is emptied of what it bought.
 */
export const usePendingPayment = () => {
  const [watched, setWatched] = useState<Watched | null>(null);
  const startRequest = useLatestRequest();
  const watch = useCallback(
    async (first: Order) => {
      const isCurrent = startRequest();
      let order = first;
      const show = (read: Order, stage: Watched['stage'] = 'polling') => {
        order = read;
        if (isCurrent()) setWatched({ order, stage });
      };
      show(first);
      try {
        show(await pollUntilDecided(first.id, show));
      } catch {
        show(order, 'late');
      }
      if (!isCurrent() || order.status !== 'paid') return;
      setWatched(null);
      finishPurchase(order);
    },
    [startRequest],
  );
  useEffect(() => {
    const isCurrent = startRequest();
    void lastOrder().then((order) => {
      if (isCurrent() && order?.status === 'paying') void watch(order);
    });
    return () => void startRequest();
  }, [startRequest, watch]);
  /** Takes what the order was when it was canceled. */
  const onCanceled = (order: Order) => {
    if (order.status !== 'placed') return void watch(order);
    startRequest();
    return setWatched({ order, stage: 'canceled' });
  };
  return { watched, watch, onCanceled };
};
