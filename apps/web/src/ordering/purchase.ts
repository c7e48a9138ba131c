import type { Order } from '@tessera/contract/orders';
import { removeBoughtLines } from './cart/cart.atoms.ts';
import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { forgetCheckout, storedOrderId } from './checkout.ts';
import { basisOf, readOrder } from './order.ts';

const notFoundStatus = 404;

/** Finishes a paid order: its items leave the cart, and the next checkout places a new order. */
export const finishPurchase = (order: Order): void => {
  if (!basisOf(order)) {
    removeBoughtLines(
      order.lines.map((line) => ({ id: line.content_id, licenseType: line.license_type, quantity: line.quantity })),
    );
  }
  if (storedOrderId() === order.id) forgetCheckout();
  toast.success('Purchase complete', 'Your licenses and agreements are ready.');
};

/**
 * The order last placed from this cart. If it was paid in the meantime, as on a page that was closed too early, it is
 * finished now. Null if there is none, or if it can't be read.
 */
export const lastOrder = async (): Promise<Order | null> => {
  const orderId = storedOrderId();
  if (orderId === null) return null;
  try {
    const order = await readOrder(orderId);
    if (order.status === 'paid' && storedOrderId() === order.id) finishPurchase(order);
    return order;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFoundStatus) forgetCheckout();
    return null;
  }
};
