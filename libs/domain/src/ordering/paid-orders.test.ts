import { expect, test } from 'vitest';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { orderPlaced, paymentCaptured } from './order.ts';
import type { OrderPlacedData, PaymentCapturedData } from './order.ts';
import { paidOrders } from './paid-orders.view.ts';
import type { ListedOrder } from './paid-orders.view.ts';

const placed = orderPlaced.of({
  order_id: 'order-1',
  brand_id: 'brand-1',
  brand_name: 'Acme',
  lines: [{ item: { title: 'Harbour' } }, { item: { title: 'Boats' } }],
  total_cents: 5_000,
  placed_at: null,
} as unknown as OrderPlacedData);
const captured = paymentCaptured.of({ order_id: 'order-1', amount_cents: 4_500 } as PaymentCapturedData);

test('[FIX-44] an order is on its brand’s list once it is paid, with what was paid', () => {
  const documents = new Map<string, ListedOrder>();
  const [first, second] = recorded([placed, captured]);
  foldInto(paidOrders, documents, first!);
  const listedFor = () =>
    documents.get('order-1') && paidOrders.indexes.fields?.['paid_by']?.(documents.get('order-1')!);
  expect(listedFor()).toBeNull();
  foldInto(paidOrders, documents, second!);
  expect(listedFor()).toBe('brand-1');
  expect(documents.get('order-1')).toEqual({
    order_id: 'order-1',
    brand_id: 'brand-1',
    paid_at: second!.recordedAt,
    total_cents: 4_500,
    titles: ['Harbour', 'Boats'],
  });
});
