import fc from 'fast-check';
import { expect, test } from 'vitest';
import { given } from '../kernel/given.test-kit.ts';
import { sum } from '../money.ts';
import { earning } from './earning.ts';
import type { PostEarning } from './earning.ts';
import { splitOf } from './split.ts';

const prices = fc.integer({ min: 100, max: 100_000_000 });

test('[LEGAL-01] the operator keeps 20% of a license price, rounded half up', () => {
  expect(splitOf(25_000, false)).toMatchObject({ commission_cents: 5_000, net_cents: 20_000, reward_cents: 0 });
  expect(splitOf(103, false).commission_cents).toBe(21);
  expect(splitOf(102, false).commission_cents).toBe(20);
});

test('[LEGAL-02] the referrer of a creator earns 5%, out of the commission, and the creator keeps 80%', () => {
  expect(splitOf(25_000, true)).toEqual({
    policy_version: 1,
    gross_cents: 25_000,
    commission_cents: 5_000,
    net_cents: 20_000,
    reward_cents: 1_250,
    platform_cents: 3_750,
  });
  expect(splitOf(110, true).reward_cents).toBe(6);
});

test('every price is split to the cent: net, reward and platform add up to the gross', () => {
  fc.assert(
    fc.property(prices, fc.boolean(), (gross, referred) => {
      const split = splitOf(gross, referred);
      expect(split.net_cents + split.reward_cents + split.platform_cents).toBe(gross);
      expect(split.net_cents + split.commission_cents).toBe(gross);
      expect(split.net_cents).toBe(splitOf(gross, !referred).net_cents);
      expect(Math.min(split.net_cents, split.reward_cents, split.platform_cents)).toBeGreaterThanOrEqual(0);
    }),
  );
});

const postEarning = (gross: number, referrer_id: string | null): PostEarning => ({
  kind: 'post',
  license_id: 'license-1',
  order_id: 'order-1',
  creator_id: 'creator-1',
  referrer_id,
  split: splitOf(gross, referrer_id !== null),
  gateway: 'sandbox',
  paidAt: '2026-11-21T10:00:00.000Z',
});

test('[LEGAL-06] every posting is double entry: the sides of a license add up to zero', () => {
  fc.assert(
    fc.property(prices, fc.option(fc.constant('creator-2')), (gross, referrer) => {
      const decided = given(earning).when(postEarning(gross, referrer));
      if ('failure' in decided || !decided[0]) throw new Error('nothing was posted');
      expect(sum(decided[0].data.postings.map((posting) => posting.amount_cents))).toBe(0);
    }),
  );
});

test('[LEGAL-06] [SPC-03] a sale is available 9 days after the payment and paid by the 15th, in UTC', () => {
  const dueOn = (paidAt: string) => {
    const decided = given(earning).when({ ...postEarning(10_000, null), paidAt });
    if ('failure' in decided || decided[0]?.type !== 'EarningPosted') return null;
    return [decided[0].data.payout_due_on, decided[0].data.pay_by_on];
  };
  expect(dueOn('2026-11-21T10:00:00.000Z')).toEqual(['2026-11-30', '2026-12-06']);
  expect(dueOn('2026-12-20T23:59:59.999Z')).toEqual(['2026-12-29', '2027-01-04']);
});

test('a license is posted to the ledger once, however often it is requested', () => {
  const first = given(earning).when(postEarning(25_000, 'creator-2'));
  if ('failure' in first) throw new Error('refused');
  expect(first).toHaveLength(1);
  expect(given(earning, first).when(postEarning(25_000, 'creator-2'))).toEqual([]);
});
