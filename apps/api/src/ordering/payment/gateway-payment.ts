import type { OrderState } from '@tessera/domain/ordering/order';
import type { Payment } from '../../adapters/payments/port.ts';

export type Paying = Extract<OrderState, { status: 'paying' }>;

/** The page of this shop that takes the payment of an order, or says what became of it. */
export const checkoutPath = (orderId: string) => `/brand/checkout?order=${encodeURIComponent(orderId)}`;

/** An attempt's name at the gateway. */
export const attemptKeyOf = ({ order: { order_id }, attempts }: Paying) => `${order_id}:${attempts}`;

const keyPattern = /^([\da-f-]{36}):(\d{1,3})$/;

/** Null for what is no key of an order. */
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
