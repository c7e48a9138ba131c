import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DomainEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import type { View } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { referralApproved, referralRecorded, referralRejected } from '../referrals/referral.ts';
import { creatorDashboard } from './dashboard/creator-dashboard.view.ts';
import { rewardTotals, rewards } from './rewards.view.ts';
import { splitOf } from './split.ts';

/** Each creator's referrer; the first has none. */
const referrers = { 'creator-1': null, 'creator-2': 'creator-1', 'creator-3': 'creator-1', 'creator-4': 'creator-2' };
type Creator = keyof typeof referrers;
const creators = Object.keys(referrers) as Creator[];

const sold = (number: number, creator_id: Creator, price_cents: number) => {
  const referrer_id = referrers[creator_id];
  return licenseGranted.of({
    license_id: `license-${number}`,
    order_id: `order-${number}`,
    item: { content_id: 'photo', title: 'Harbour', description: '', media_url: 'a.webp', media_type: 'image' },
    creator_id,
    creator_name: 'Carla Creator',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id,
    license_type: 'one_time',
    quantity: 1,
    price_cents,
    split: splitOf(price_cents, referrer_id !== null),
    start_date: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
    end_date: null,
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
  });
};

const folded = <Document>(view: View<Document>, events: readonly DomainEvent[]) => {
  const documents = new Map<string, Document>();
  for (const event of recorded(events)) foldInto(view, documents, event);
  return documents;
};

const sales = fc
  .array(fc.record({ creator: fc.constantFrom(...creators), cents: fc.integer({ min: 1, max: 1_000_000 }) }), {
    maxLength: 60,
  })
  .map((list) => list.map(({ creator, cents }, number) => sold(number, creator, cents)));

const rewardsIn = (list: readonly { readonly reward_cents: number }[]) =>
  list.reduce((sum, { reward_cents }) => sum + reward_cents, 0);

test('[PAY-25] rewards by license and by referred creator add up to the dashboard’s figure, to the cent', () => {
  fc.assert(
    fc.property(sales, (events) => {
      const byLicense = [...folded(rewards, events).values()];
      const byCreator = [...folded(rewardTotals, events).values()];
      const dashboards = folded(creatorDashboard, events);
      for (const creator of creators) {
        const own = <Row extends { readonly referrer_id: string }>(rows: readonly Row[]) =>
          rows.filter(({ referrer_id }) => referrer_id === creator);
        const figure = dashboards.get(creator)?.reward_cents ?? 0;
        expect(rewardsIn(own(byLicense))).toBe(figure);
        expect(rewardsIn(own(byCreator))).toBe(figure);
        for (const total of own(byCreator)) {
          const ofOne = byLicense.filter(({ referred_user_id }) => referred_user_id === total.referred_user_id);
          expect(total).toMatchObject({ licenses: ofOne.length, reward_cents: rewardsIn(ofOne) });
          expect(total.latest_at).toBe(ofOne.at(-1)?.earned_at);
        }
      }
    }),
  );
});

test('[PAY-25] a reward names the license that earned it; sales of a creator without a referrer reward nobody', () => {
  const events = [sold(1, 'creator-1', 10_000), sold(2, 'creator-2', 25_000)];
  expect([...folded(rewards, events)]).toEqual([
    [
      'license-2',
      {
        license_id: 'license-2',
        referrer_id: 'creator-1',
        referred_user_id: 'creator-2',
        title: 'Harbour',
        license_type: 'one_time',
        price_cents: 25_000,
        reward_cents: 1_250,
        earned_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  ]);
  expect([...folded(rewardTotals, events).keys()]).toEqual(['creator-2']);
  const { fields = {} } = rewardTotals.indexes;
  const [total] = folded(rewardTotals, events).values();
  expect(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(total!)])).toEqual([
    ['referrer_id', 'creator-1'],
    ['latest_at', '2026-11-21T10:00:00.000Z'],
  ]);
});

const referred = (number: number, status: 'completed' | 'pending') =>
  referralRecorded.of({
    referral_id: `referral-${number}`,
    referrer_id: 'creator-1',
    referred_user_id: `new-${number}`,
    referral_code: '7K3M9XQ2',
    conversion_type: 'signup',
    source: 'signup',
    arrival: 'url',
    status,
    held_for: status === 'pending' ? 'phone' : null,
    created_at: '2026-11-21T10:00:00.000Z',
  });
const about = (number: number) => ({
  referral_id: `referral-${number}`,
  referrer_id: 'creator-1',
  referred_user_id: `new-${number}`,
  reason: 'They share an office line.',
});

test('[PAY-26] the feed has each referral once it counts, and each reward, newest first', () => {
  const events = [
    referred(1, 'completed'),
    referred(2, 'pending'),
    referred(3, 'pending'),
    sold(1, 'creator-2', 10_000),
    referralApproved.of(about(2)),
    referralRejected.of(about(3)),
  ];
  const dashboard = folded(creatorDashboard, events).get('creator-1');
  expect(dashboard?.referral_news).toEqual([
    { id: 'referral-2', at: '2026-11-21T10:00:00.000Z', reward: null },
    {
      id: 'license-1',
      at: '2026-11-21T10:00:00.000Z',
      reward: { title: 'Harbour', license_type: 'one_time', reward_cents: 500 },
    },
    { id: 'referral-1', at: '2026-11-21T10:00:00.000Z', reward: null },
  ]);
  expect(dashboard).toMatchObject({ reward_cents: 500, sales: [] });
});

test('[PAY-26] the feed keeps the latest 20', () => {
  const events = Array.from({ length: 25 }, (_unused, number) => referred(number, 'completed'));
  const news = folded(creatorDashboard, events).get('creator-1')?.referral_news ?? [];
  expect(news.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_unused, index) => `referral-${24 - index}`));
});
