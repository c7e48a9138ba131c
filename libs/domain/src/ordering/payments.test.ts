import { expect, test } from 'vitest';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { checkoutDeployFailed, checkoutDeployed, deployment } from './deployment.ts';
import { openPayments } from './open-payments.view.ts';
import type { OpenPayment } from './open-payments.view.ts';
import { paymentCaptured, paymentFailed, paymentStarted } from './order.ts';
import { unsentReceipts } from './receipts/unsent-receipts.view.ts';

const started = (order_id: string, attempt = 1) =>
  paymentStarted.of({ order_id, attempt, gateway: 'sandbox', terms_version: '2026-11' });
const failed = paymentFailed.of({ order_id: 'order-1', attempt: 1, reason: 'declined' });
const captured = paymentCaptured.of({
  order_id: 'order-2',
  attempt: 1,
  gateway: 'sandbox',
  reference: 'ref-1',
  amount_cents: 100,
  terms_version: '2026-11',
});

const started_at = '2026-11-21T10:00:00.000Z';

const open = (...events: Parameters<typeof recorded>[0]) => {
  const documents = new Map<string, OpenPayment>();
  for (const event of recorded(events, started_at)) foldInto(openPayments, documents, event);
  return Object.fromEntries(documents);
};

test('the latest attempt of each order is open until its outcome is known', () => {
  const both = [started('order-1'), started('order-2')];
  expect(open(...both)).toEqual({
    'order-1': { order_id: 'order-1', attempt: 1, started_at },
    'order-2': { order_id: 'order-2', attempt: 1, started_at },
  });
  expect(open(...both, failed, captured)).toEqual({});
  expect(open(...both, failed, captured, started('order-1', 2))).toEqual({
    'order-1': { order_id: 'order-1', attempt: 2, started_at },
  });
});

test('a due receipt is found by the time its order was paid', () => {
  const receipt = { order_id: 'order-1', brand_id: 'brand-1', paid_at: '2026-11-21T10:00:00.000Z', license_ids: [] };
  expect(unsentReceipts.dueAt(receipt)).toBe('2026-11-21T10:00:00.000Z');
});

test('every deployment of the checkout is recorded, and the last one is its status', () => {
  const version = { gateway: 'stripe', version: '2' };
  const record = (reason: string | null) => ({ kind: 'record', ...version, reason }) as const;
  const [deployed, broken] = [
    checkoutDeployed.of(version),
    checkoutDeployFailed.of({ ...version, reason: 'No answer.' }),
  ];
  expect(given(deployment).when(record(null))).toEqual([deployed]);
  expect(given(deployment, [deployed]).when(record(null))).toEqual([deployed]);
  expect(given(deployment, [deployed]).when(record('No answer.'))).toEqual([broken]);
  expect(given(deployment).state()).toEqual({ status: 'none' });
  expect(given(deployment, [broken, deployed]).state()).toEqual({ status: 'deployed', ...version });
  expect(given(deployment, [deployed, broken]).state()).toEqual({ status: 'failed' });
});
