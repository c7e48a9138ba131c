import { expect, test } from 'vitest';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { refundDue } from '../ordering/refund-due.ts';
import { startDueRefunds } from './refund-due.workflow.ts';
import { refund } from './refund.ts';
import type { RefundCommand, RefundEvent } from './refund.ts';

const licenses = [
  { license_id: 'license-1', creator_id: 'creator-1', price_cents: 50_000 },
  { license_id: 'license-2', creator_id: 'creator-2', price_cents: 2_500 },
];
const of = {
  ...{ order_id: 'order-1', brand_id: 'brand-1', gateway: 'sandbox', payment: 'ref-1' },
  paid_at: '2026-11-21T10:00:00.000Z',
};

test('[FIX-37] each license of a brand that was deleted during its payment is refunded in full, once', () => {
  const [due] = recorded([refundDue.of({ ...of, licenses })]);
  const reactions = startDueRefunds.handlers.get('RefundDue')?.(due!) ?? [];
  expect(reactions.map(({ category, id }) => [category, id])).toEqual([
    ['refund', 'license-1'],
    ['refund', 'license-2'],
  ]);
  for (const [index, { command }] of reactions.entries()) {
    const started = given(refund).when(command as RefundCommand);
    expect(started).toMatchObject([
      {
        type: 'RefundStarted',
        data: { ...licenses[index], refund_number: 1, amount_cents: licenses[index]?.price_cents },
      },
    ]);
    const again = given(refund, started as readonly RefundEvent[]).when(command as RefundCommand);
    expect(again).toMatchObject({ failure: 'refund_in_progress' });
  }
});
