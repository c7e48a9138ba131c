import type { LicenseType } from '@tessera/domain/license-types';
import type { WireMoney } from '@tessera/domain/money';
import type { PaymentForm } from '@tessera/domain/ordering/forms';
import { ApiError, get, post } from '../kernel/send.ts';

const pollMs = 1_000;
const pollsMax = 120;

export interface Order {
  readonly id: string;
  readonly status: 'placed' | 'paying' | 'paid';
  readonly total: WireMoney;
  readonly lines: readonly {
    readonly content_id: string;
    readonly title: string;
    readonly media_url: string;
    readonly media_type: 'image' | 'video';
    readonly license_type: LicenseType;
    readonly quantity: number;
    readonly unit_price_cents: number;
    readonly total_cents: number;
  }[];
  readonly last_failure: string | null;
  readonly license_ids: readonly string[];
  readonly position: number;
}

export const readOrder = (orderId: string) => get<Order>(`/api/orders/${encodeURIComponent(orderId)}`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks every second until the bank has answered. Throws after two minutes: the order then goes on without this page. */
export const settled = async (orderId: string): Promise<Order> => {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const order = await readOrder(orderId);
    if (order.status !== 'paying') return order;
    await pause(pollMs);
  }
  throw new Error('Your bank is still confirming. You can leave this page: the licence appears once it has answered.');
};

const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Pays an order and waits for what became of it. `onUnknown` is called when the first answer left that open; the order
 * itself then tells, and is never charged twice. Throws with the words for the user when it was not paid.
 */
export const payOrder = async (orderId: string, card: PaymentForm, onUnknown: () => void): Promise<Order> => {
  try {
    const { status } = await post<{ status: 'paid' | 'paying' }>(
      `/api/orders/${encodeURIComponent(orderId)}/payment`,
      card,
    );
    if (status === 'paying') onUnknown();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    onUnknown();
  }
  const order = await settled(orderId);
  if (order.status !== 'paid') throw new Error(order.last_failure ?? '');
  return order;
};
