import { expect, test } from 'vitest';
import { contentPublished, contentRelisted, contentWithdrawn } from '../../content/content-events.ts';
import { photo } from '../../content/photo.test-kit.ts';
import type { DomainEvent, RecordedEvent } from '../../kernel/event.ts';
import { given } from '../../kernel/given.test-kit.ts';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import type { View } from '../../kernel/view.ts';
import { licenseGranted } from '../../licensing/license.ts';
import type { LicenseGrantedData } from '../../licensing/license.ts';
import { creatorDashboard, emptyDashboard } from './creator-dashboard.view.ts';
import type { CreatorDashboard } from './creator-dashboard.view.ts';
import { licenseRefunded } from '../../refunds/refund.ts';
import { earning } from '../earning.ts';
import { earningDisputed, earningPosted } from '../earning-events.ts';
import type { PostEarning } from '../earning.ts';
import type { DisputeStep } from '../earning-events.ts';
import { noParts } from '../parts.ts';
import { postEarning } from '../post-earning.workflow.ts';
import { splitOf } from '../split.ts';

/** Paid for and started at the same moment: see `folded`. */
const sold = (license_id: string, start_date: string, referrer_id: string | null = null, cents = 10_000) =>
  licenseGranted.of({
    license_id,
    order_id: 'order-1',
    item: { content_id: 'photo', title: 'Harbour', description: '', media_url: 'a.webp', media_type: 'image' },
    creator_id: 'creator-1',
    creator_name: 'Carla Creator',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id,
    license_type: 'one_time',
    quantity: 1,
    price_cents: cents,
    split: splitOf(cents, referrer_id !== null),
    start_date,
    end_date: null,
    basis: null,
    gateway: 'sandbox',
    withheld_reward: null,
  } satisfies LicenseGrantedData);

const folded = <Document>(view: View<Document>, ...events: readonly DomainEvent[]) => {
  const documents = new Map<string, Document>();
  for (const event of recorded(events)) {
    const { start_date = event.recordedAt } = event.data as { readonly start_date?: string };
    foldInto(view, documents, { ...event, recordedAt: start_date });
  }
  return documents;
};
const dashboardOf = (creator: string, ...events: readonly DomainEvent[]) =>
  folded<CreatorDashboard>(creatorDashboard, ...events).get(creator);

const noon = (day: string) => `${day}T12:00:00.000Z`;
/** Days of a year, counted from January 1. */
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

test('a sale is listed with its item and its brand, and adds to the figures of the day it was paid for', () => {
  expect(dashboardOf('creator-1', sold('license-1', '2026-11-21T23:59:59.999Z'))).toEqual({
    ...emptyDashboard('creator-1'),
    total_licenses: 1,
    gross_cents: 10_000,
    net_cents: 8_000,
    days: [{ day: '2026-11-21', licenses: 1, gross_cents: 10_000, net_cents: 8_000, reward_cents: 0 }],
    sales: [
      {
        license_id: 'license-1',
        content_id: 'photo',
        title: 'Harbour',
        media_url: 'a.webp',
        brand_name: 'Acme',
        license_type: 'one_time',
        price_cents: 10_000,
        net_cents: 8_000,
        sold_at: '2026-11-21T23:59:59.999Z',
        refunded_cents: 0,
        dispute: null,
      },
    ],
  });
});

test('[PAY-20] [PAY-24] a sale says how much was refunded, and the state of its dispute', () => {
  const ids = { license_id: 'license-1', creator_id: 'creator-1', order_id: 'order-1', brand_id: 'brand-1' };
  const refunded = (refund_number: number, amount_cents: number, refunded_cents: number) =>
    licenseRefunded.of({
      ...ids,
      refund_number,
      amount_cents,
      refunded_cents,
      price_cents: 10_000,
      is_whole: refunded_cents === 10_000,
      gateway: 'sandbox',
      reference: `re-${refund_number}`,
    });
  const disputed = (step: DisputeStep) =>
    earningDisputed.of({
      ...ids,
      referrer_id: null,
      dispute_id: 'dp-1',
      dispute_revision: null,
      step,
      amount_cents: 10_000,
      parts: noParts,
      postings: [],
      payout_due_on: null,
    });
  const since = (...events: readonly DomainEvent[]) => {
    const sales = [sold('license-1', noon('2026-11-21')), sold('license-2', noon('2026-11-22'))];
    const dashboard = dashboardOf('creator-1', ...sales, ...events);
    return dashboard?.sales.map(({ refunded_cents, dispute }) => [refunded_cents, dispute]);
  };
  expect(since(refunded(1, 4_000, 4_000))).toEqual([
    [0, null],
    [4_000, null],
  ]);
  expect(since(refunded(1, 4_000, 4_000), refunded(2, 6_000, 10_000))).toEqual([
    [0, null],
    [10_000, null],
  ]);
  expect(since(disputed('opened'), disputed('won'))).toEqual([
    [0, null],
    [0, 'won'],
  ]);
});

test('a creator without sales has an empty dashboard', () => {
  expect(emptyDashboard('creator-1')).toEqual({
    creator_id: 'creator-1',
    total_content: 0,
    total_licenses: 0,
    gross_cents: 0,
    net_cents: 0,
    reward_cents: 0,
    days: [],
    sales: [],
    referral_news: [],
  });
});

test('a reward counts on the referrer’s own dashboard, but the sale itself doesn’t', () => {
  const first = sold('license-1', noon('2026-11-21'), 'creator-2');
  const second = sold('license-2', noon('2026-11-21'), 'creator-2');
  expect(dashboardOf('creator-2', first, second)).toEqual({
    ...emptyDashboard('creator-2'),
    reward_cents: 1_000,
    days: [{ day: '2026-11-21', licenses: 0, gross_cents: 0, net_cents: 0, reward_cents: 1_000 }],
    referral_news: ['license-2', 'license-1'].map((id) => ({
      id,
      at: noon('2026-11-21'),
      reward: { title: 'Harbour', license_type: 'one_time', reward_cents: 500 },
    })),
  });
});

test('days are unique and in order, whatever the order of their sales', () => {
  const days = ['2026-11-21', '2026-11-19', '2026-11-21', '2026-11-20'];
  const dashboard = dashboardOf('creator-1', ...days.map((day, index) => sold(`license-${index}`, noon(day))));
  expect(
    dashboard?.days.map(({ day, licenses, gross_cents, net_cents }) => [day, licenses, gross_cents, net_cents]),
  ).toEqual([
    ['2026-11-19', 1, 10_000, 8_000],
    ['2026-11-20', 1, 10_000, 8_000],
    ['2026-11-21', 2, 20_000, 16_000],
  ]);
});

test('the dashboard keeps the latest 90 days and the latest 20 sales, and sums over all time', () => {
  const count = 100;
  const sales = Array.from({ length: count }, (_unused, index) => sold(`license-${index}`, noon(dayOf(index))));
  const dashboard = dashboardOf('creator-1', ...sales);
  expect(dashboard).toMatchObject({ total_licenses: count, gross_cents: count * 10_000 });
  expect(dashboard?.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 90 }, (_unused, index) => dayOf(count - 90 + index)),
  );
  expect(dashboard?.sales.map(({ license_id }) => license_id)).toEqual(
    Array.from({ length: 20 }, (_unused, index) => `license-${count - 1 - index}`),
  );
});

test('items for sale are counted as they are published, withdrawn and relisted', () => {
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  const [published, withdrawn, relisted] = [
    contentPublished.of(photo),
    contentWithdrawn.of(ids),
    contentRelisted.of(photo),
  ];
  const count = (...events: readonly DomainEvent[]) => dashboardOf('creator-1', ...events)?.total_content;
  expect(count(published)).toBe(1);
  expect(count(published, published, withdrawn)).toBe(1);
  expect(count(published, withdrawn, relisted)).toBe(1);
  expect([count(withdrawn), count(relisted)]).toEqual([undefined, undefined]);
});

const reactionsTo = (granted: DomainEvent) =>
  postEarning.handlers.get('LicenseGranted')?.(recorded([granted])[0] as RecordedEvent) ?? [];

test('[LEGAL-06] a license’s incoming cash is posted to its creator, its referrer and the platform', () => {
  const [reaction] = reactionsTo(sold('license-1', noon('2026-11-21'), 'creator-2'));
  expect(reaction).toMatchObject({ category: 'earning', id: 'license-1', command: { kind: 'post' } });
  expect(given(earning).state()).toEqual({ status: 'none' });
  expect(given(earning).when(reaction?.command as PostEarning)).toEqual([
    earningPosted.of({
      license_id: 'license-1',
      order_id: 'order-1',
      creator_id: 'creator-1',
      referrer_id: 'creator-2',
      postings: [
        { account: 'cash:sandbox', amount_cents: 10_000 },
        { account: 'creator:creator-1:pending', amount_cents: -8_000 },
        { account: 'creator:creator-2:pending', amount_cents: -500 },
        { account: 'platform', amount_cents: -1_500 },
      ],
      payout_due_on: '2026-11-30',
      pay_by_on: '2026-12-06',
    }),
  ]);
});

test('there are no postings of zero', () => {
  const command = reactionsTo(sold('license-1', noon('2026-11-21'), 'creator-2', 1))[0]?.command as PostEarning;
  expect(given(earning).when(command)).toMatchObject([
    {
      data: {
        postings: [
          { account: 'cash:sandbox', amount_cents: 1 },
          { account: 'creator:creator-1:pending', amount_cents: -1 },
        ],
      },
    },
  ]);
});
