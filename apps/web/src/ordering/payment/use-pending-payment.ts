import type { Order } from '@tessera/contract/orders';
import { useCallback, useEffect, useState } from 'react';
import { pollUntilDecided } from '../order.ts';
import { finishPurchase, lastOrder } from '../purchase.ts';
import { useLatestRequest } from '../use-latest-request.ts';

interface Watched {
  /** The order as last read. */
  readonly order: Order;
  /** `late`: there was no answer for minutes, and polling has stopped. */
  readonly stage: 'polling' | 'late' | 'canceled';
}

/**
 * The payment of this cart that was under way when the cart was opened, and its outcome. Null if there is none, and once
 * it has gone through, when its items leave the cart.
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
      await finishPurchase(order);
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
  /** Takes the order as it was after canceling its payment. */
  const onCanceled = (order: Order) => {
    if (order.status !== 'placed') return void watch(order);
    startRequest();
    return setWatched({ order, stage: 'canceled' });
  };
  return { watched, watch, onCanceled };
};
