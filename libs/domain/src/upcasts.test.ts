import { expect, test } from 'vitest';
import { creatorRegistered } from './accounts/account-events.ts';
import { contentPublished } from './content/content-events.ts';
import { earningPosted } from './earnings/earning-events.ts';
import { upcast } from './kernel/event.ts';
import { licenseGranted } from './licensing/license.ts';
import { orderPlaced, paymentStarted } from './ordering/order.ts';
import { payoutPrepared } from './payouts/payout-events.ts';

test('a creator from before referral codes has no invitation', () => {
  expect(upcast(creatorRegistered, 1, { account_id: 'creator-1' })).toEqual({
    account_id: 'creator-1',
    invitation: null,
  });
});

test('an item from before accounts could be forgotten no longer names its creator, and one from before renditions has one size', () => {
  const media = { media_url: 'a.webp', width: 1600 };
  const today = { content_id: 'photo', media: { ...media, widths: [], clip_url: null } };
  expect(upcast(contentPublished, 1, { content_id: 'photo', creator_name: 'Carla', media })).toEqual(today);
  expect(upcast(contentPublished, 2, { content_id: 'photo', media })).toEqual(today);
  expect(upcast(contentPublished, 3, today)).toEqual(today);
});

test('an order from before renewals has no basis, names no creator, and doesn’t record when it was placed', () => {
  const lines = [{ quantity: 1 }, { quantity: 2 }];
  const today = { order_id: 'order-1', lines: lines.map((line) => ({ ...line, basis: null })), placed_at: null };
  const named = lines.map((line) => ({ ...line, creator_name: 'Carla' }));
  expect(upcast(orderPlaced, 1, { order_id: 'order-1', lines: named })).toEqual(today);
  expect(upcast(orderPlaced, 2, { order_id: 'order-1', lines })).toEqual(today);
  expect(upcast(orderPlaced, 3, { ...today, placed_at: undefined })).toEqual(today);
});

test('a license from before renewals has no basis, and a payment from before then names no terms', () => {
  const since = { basis: null, gateway: null, withheld_reward: null };
  expect(upcast(licenseGranted, 1, { license_id: 'a' })).toEqual({ license_id: 'a', ...since });
  expect(upcast(paymentStarted, 1, { order_id: 'order-1' })).toEqual({ order_id: 'order-1', terms_version: null });
});

test('[PAY-28] a license from before referrers could leave has no withheld reward', () => {
  const before = { license_id: 'a', basis: null, gateway: 'stripe' };
  expect(upcast(licenseGranted, 3, before)).toEqual({ ...before, withheld_reward: null });
});

test('[PAY-02] earnings from before accounts had states are pending until they fall due, with cash of an unnamed gateway', () => {
  const earned = (...accounts: readonly (readonly [string, number])[]) => ({
    license_id: 'license-1',
    postings: accounts.map(([account, amount_cents]) => ({ account, amount_cents })),
  });
  const before = earned(['cash', 10_000], ['creator:a', -8_000], ['creator:b', -500], ['platform', -1_500]);
  expect(upcast(earningPosted, 1, before)).toEqual({
    ...earned(
      ['cash:unassigned', 10_000],
      ['creator:a:pending', -8_000],
      ['creator:b:pending', -500],
      ['platform', -1_500],
    ),
    creator_id: 'a',
    referrer_id: 'b',
  });
  expect(upcast(earningPosted, 1, earned(['cash', 1], ['creator:a', -1]))).toMatchObject({ referrer_id: null });
});

test('[FIX-21] a payout from before revisions were recorded names none', () => {
  expect(upcast(payoutPrepared, 1, { payout_id: 'payout-1' })).toEqual({
    payout_id: 'payout-1',
    details_revision: null,
    pay_by_on: null,
  });
});

test('[SPC-03] a sale from before money became available earlier was available on its last day', () => {
  expect(upcast(earningPosted, 2, { payout_due_on: '2026-12-06' })).toEqual({
    payout_due_on: '2026-12-06',
    pay_by_on: '2026-12-06',
  });
});
