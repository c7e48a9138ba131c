import { expect, test } from 'vitest';
import { given } from '../../kernel/given.test-kit.ts';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import { licenseGranted } from '../../licensing/license.ts';
import type { LicenseGrantedData } from '../../licensing/license.ts';
import { receipt, receiptNotSent, receiptSent } from './receipt.ts';
import { unsentReceipts } from './unsent-receipts.view.ts';
import type { UnsentReceipt } from './unsent-receipts.view.ts';
import { viewOf } from '../../notices/mail-part.test-kit.ts';

const order_id = 'order-1';
const record = (outcome: 'sent' | 'no_address') => ({ kind: 'record-receipt', order_id, outcome }) as const;

test('a receipt’s outcome is recorded once; a second report changes nothing', () => {
  expect(given(receipt).state()).toEqual({ status: 'due' });
  expect(given(receipt).when(record('sent'))).toEqual([receiptSent.of({ order_id })]);
  expect(given(receipt).when(record('no_address'))).toEqual([receiptNotSent.of({ order_id, reason: 'no_address' })]);
  for (const outcome of ['sent', 'no_address'] as const) {
    expect(given(receipt, [receiptSent.of({ order_id })]).when(record(outcome))).toEqual([]);
    expect(given(receipt, [receiptNotSent.of({ order_id, reason: 'refused' })]).when(record(outcome))).toEqual([]);
  }
});

test('an audit sentence says why a receipt was not sent, but not to whom', () => {
  expect(receiptNotSent.audit({ order_id, reason: 'no_address' })).toBe(
    'The receipt was not sent: the recipient’s account was deleted.',
  );
});

const granted = (license_id: string, order = order_id) =>
  licenseGranted.of({ license_id, order_id: order, brand_id: 'brand-1' } as LicenseGrantedData);

const waiting = (...events: Parameters<typeof recorded>[0]) => {
  const documents = new Map<string, UnsentReceipt>();
  for (const event of recorded(events, '2026-11-21T10:00:00.000Z')) foldInto(viewOf(unsentReceipts), documents, event);
  return [...documents.values()];
};

test('a paid order waits for one receipt for all its licenses, until the receipt’s outcome is known', () => {
  const paid = [granted('license-1'), granted('license-2'), granted('license-3', 'order-2')];
  const paid_at = '2026-11-21T10:00:00.000Z';
  const [first, second] = [
    { order_id, brand_id: 'brand-1', paid_at, license_ids: ['license-1', 'license-2'] },
    { order_id: 'order-2', brand_id: 'brand-1', paid_at, license_ids: ['license-3'] },
  ];
  expect(waiting(...paid)).toEqual([first, second]);
  expect(waiting(...paid, receiptSent.of({ order_id }))).toEqual([second]);
  expect(waiting(...paid, receiptNotSent.of({ order_id: 'order-2', reason: 'refused' }))).toEqual([first]);
});
