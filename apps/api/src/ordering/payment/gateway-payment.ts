import type { OrderState } from '@tessera/domain/ordering/order';
import type { Payment } from '../../adapters/payments/port.ts';

export type Paying = Extract<OrderState, { status: 'paying' }>;

/** The shop's page that takes the payment of an order, or says what became of it. */
export const checkoutPath = (orderId: string) => `/brand/checkout?order=${encodeURIComponent(orderId)}`;

/** The key that names a payment attempt at the gateway. */
export const attemptKeyOf = ({ order: { order_id }, attempts }: Paying) => `${order_id}:${attempts}`;

const keyPattern = /^([\da-f-]{36}):(\d{1,3})$/;

/** Null if it isn't the key of a payment attempt. */
export const readAttemptKey = (key: string) => {
  const [, orderId, attempt] = keyPattern.exec(key) ?? [];
  return orderId === undefined ? null : { orderId, attempt: Number(attempt) };
};

export const gatewayPaymentOf = (paying: Paying, publicUrl: string): Payment => ({
  key: attemptKeyOf(paying),
  amountCents: paying.order.total_cents,
  lines: paying.order.lines.map((line) => ({
    title: line.item.title,
    unitCents: line.unit_price_cents,
    quantity: line.quantity,
  })),
  pageUrl: `${publicUrl}${checkoutPath(paying.order.order_id)}`,
});
