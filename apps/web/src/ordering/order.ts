import type { Order, OrderBasis, Paid, PaymentUnderWay } from '@tessera/contract/orders';
import type { PaymentForm } from '@tessera/domain/ordering/forms';
import { ApiError, del, get, post } from '../kernel/send.ts';

const pollMs = 1_000;
const pollsMax = 120;

export const readOrder = (orderId: string) => get<Order>(`/api/orders/${encodeURIComponent(orderId)}`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The order is being paid in another tab. */
const isPaidElsewhere = (error: unknown) => error instanceof ApiError && error.code === 'payment_in_progress';

/** The bank hasn't answered for so long that nobody should keep waiting on the page. */
export class StillConfirming extends Error {
  override readonly name = 'StillConfirming';
}

/**
 * Polls every second until the bank has answered, even over an unreliable connection. `onWaiting` is called with the
 * order each time its payment is still under way.
 *
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

/** Cancels a payment that was left on the hosted payment page. One that went through in the meantime counts. */
export const cancelPayment = (orderId: string) => del<Order>(`/api/orders/${encodeURIComponent(orderId)}/payment`);

/** Why an order wasn't paid, and what to do next; empty if nothing went wrong. */
export const failureOf = ({ last_failure }: Order): string =>
  last_failure ? `${last_failure}. Nothing was charged, and your cart is unchanged. Please try again.` : '';

/**
 * Pays an order as it was shown and waits for the outcome. `onUnknown` is called if the first answer leaves the outcome
 * open; it is then read from the order, which is never charged twice.
 *
 * @throws Error with a message for the user if the payment was refused
 */
export const payOrder = async ({ id, placing }: Order, card: PaymentForm, onUnknown: () => void): Promise<Order> => {
  try {
    const { status } = await post<Paid | PaymentUnderWay>(
      `/api/orders/${encodeURIComponent(id)}/payment?placing=${placing}`,
      card,
    );
    if (status === 'paying') onUnknown();
  } catch (error) {
    if (!isUnknown(error) && !isPaidElsewhere(error)) throw error;
    onUnknown();
  }
  return pollUntilDecided(id);
};

/**
 * The license that the order renews or upgrades, if any. Such an order has one line, and doesn't come from the cart.
 */
export const basisOf = ({ lines }: Order): OrderBasis | null => lines[0]?.basis ?? null;
