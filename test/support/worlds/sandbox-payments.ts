import { EventStore } from '../../../apps/api/src/kernel/log/port.ts';
import type { WholeApp } from './whole-app.ts';

/** The sandbox's reference of the payment for an order. */
export const paymentOf = async ({ app }: WholeApp, orderId: string): Promise<string> => {
  const order = await app.get<EventStore>(EventStore).readStream(`order-${orderId}`);
  return (order.find(({ type }) => type === 'PaymentCaptured')!.data as { reference: string }).reference;
};

/** Disputes the payment for an order at the sandbox's bank. @returns the payment's reference */
export const disputePayment = async (whole: WholeApp, orderId: string): Promise<string> => {
  const payment = await paymentOf(whole, orderId);
  const { status } = await fetch(`${whole.url}/dev/sandbox/charges/${payment}/dispute`, { method: 'POST' });
  expect(status).toBe(200);
  return payment;
};
