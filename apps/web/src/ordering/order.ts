import type { Order, OrderBasis, Paid, PaymentUnderWay } from '@tessera/contract/orders';
import type { PaymentForm } from '@tessera/domain/ordering/forms';
import { ApiError, del, get, post } from '../kernel/send.ts';

const pollMs = 1_000;
const pollsMax = 120;

export const readOrder = (orderId: string) => get<Order>(`/api/orders/${encodeURIComponent(orderId)}`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The bank has not answered for this long that nobody should keep waiting in front of the page. */
export class StillConfirming extends Error {
  override readonly name = 'StillConfirming';
}

/**
 * Asks every second until the bank has answered, also over a connection that comes and goes. `onWaiting` learns of the
 * order each time that its payment is still under way.
 * @throws StillConfirming after two minutes: the order then continues without this page.
 */
export const pollUntilDecided = async (
  orderId: string,
  onWaiting: (order: Order) => void = () => {},
): Promise<Order> => {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    try {
      const order = await readOrder(orderId);
      if (order.status !== 'paying') return order;
      onWaiting(order);
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
    await pause(pollMs);
  }
  throw new StillConfirming();
};

/** Calls off a payment that was left on the gateway's page; one that went through meanwhile counts. */
export const cancelPayment = (orderId: string) => del<Order>(`/api/orders/${encodeURIComponent(orderId)}/payment`);

/** What became of an order that is not paid, and what to do next; empty where nothing went wrong. */
export const failureOf = ({ last_failure }: Order): string =>
  last_failure ? `${last_failure}. Nothing was charged, and your cart is unchanged. Please try again.` : '';

/**
 * Pays an order as it was shown and waits for what became of it. `onUnknown` is called when the first answer left that open; the order
 * itself then tells, and is never charged twice. Throws with the words for the user when it was refused.
 */
export const payOrder = async ({ id, placing }: Order, card: PaymentForm, onUnknown: () => void): Promise<Order> => {
  try {
    const { status } = await post<Paid | PaymentUnderWay>(
      `/api/orders/${encodeURIComponent(id)}/payment?placing=${placing}`,
      card,
    );
    if (status === 'paying') onUnknown();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    onUnknown();
  }
  return pollUntilDecided(id);
};

/** The license that the order continues from; such an order has one line, and is nothing of the cart's. */
export const basisOf = ({ lines }: Order): OrderBasis | null => lines[0]?.basis ?? null;
