import type { Order } from '@tessera/contract/orders';
import { removeBoughtLines } from './cart/cart.atoms.ts';
import { ApiError } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { toast } from '../kernel/toast.tsx';
import { forgetCheckout, storedOrderId } from './checkout.ts';
import { basisOf, readOrder } from './order.ts';
import { inOneTab } from '../kernel/browser/locks.ts';
import { localStore } from '../kernel/browser/storage.ts';

const notFoundStatus = 404;

/** How many finished orders an account's browser remembers; a page rarely waits for more than one. */
const finishedMax = 50;
const finishedKey = () => `finished-orders:${store.get(sessionAtom)?.userId ?? ''}`;

const finishedOrders = (): readonly unknown[] => {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(finishedKey()) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
};

/**
 * Finishes a paid order: its items leave the cart, and the next checkout places a new order. However many tabs and pages
 * learn that it was paid, this happens once: what was added to the cart since stays.
 *
 * @param onView leads to the purchase, for somebody who is on another page by now
 */
export const finishPurchase = (order: Order, onView?: () => void): Promise<void> =>
  inOneTab('finished-orders', () => {
    if (storedOrderId() === order.id) forgetCheckout();
    const finished = finishedOrders();
    if (finished.includes(order.id)) return;
    if (!basisOf(order)) {
      removeBoughtLines(
        order.lines.map((line) => ({ id: line.content_id, licenseType: line.license_type, quantity: line.quantity })),
      );
    }
    localStore.setItem(finishedKey(), JSON.stringify([...finished, order.id].slice(-finishedMax)));
    const action = onView && { label: 'View your purchase', onSelect: onView };
    toast.success('Purchase complete', 'Your licenses and agreements are ready.', action);
  });

/**
 * The order last placed from this cart. If it was paid in the meantime, as on a page that was closed too early, it is
 * finished now. Null if there is none, or if it can't be read.
 */
export const lastOrder = async (): Promise<Order | null> => {
  const orderId = storedOrderId();
  if (orderId === null) return null;
  try {
    const order = await readOrder(orderId);
    if (order.status === 'paid' && storedOrderId() === order.id) await finishPurchase(order);
    return order;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFoundStatus) forgetCheckout();
    return null;
  }
};
