import fc from 'fast-check';
import { expect, test } from 'vitest';
import { views } from '../catalog.ts';
import { contentPublished } from '../content/content-events.ts';
import { ownContent } from '../content/own-content.view.ts';
import type { OwnContent } from '../content/own-content.view.ts';
import { photo } from '../content/photo.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import type { View } from '../kernel/view.ts';
import { dayOf, daysLater } from '../ledger.ts';
import { licenseGranted } from '../licensing/license.ts';
import { licenses } from '../licensing/licenses.view.ts';
import { dueMails } from '../notices/due-mails.view.ts';
import { endOfTerm } from '../licensing/term.ts';
import { creatorDashboard } from './dashboard/creator-dashboard.view.ts';
import type { CreatorDashboard } from './dashboard/creator-dashboard.view.ts';
import { creatorMonths } from './dashboard/creator-months.view.ts';
import type { CreatorMonth } from './dashboard/creator-months.view.ts';
import { earning } from './earning.ts';
import type { PostEarning } from './earning.ts';
import { postEarning } from './post-earning.workflow.ts';
import { rewards, rewardTotals } from './rewards.view.ts';
import type { Reward, RewardTotal } from './rewards.view.ts';
import { splitOf } from './split.ts';

interface Renewal {
  readonly cents: number;
  readonly isReferred: boolean;
  /** Days since the one before. */
  readonly later: number;
  /** In how many days its term starts. */
  readonly startsIn: number;
}

const [creator_id, referrer_id] = ['creator-1', 'creator-2'];
const item = { content_id: photo.content_id, title: 'Harbour', description: '', media_url: 'a.webp' } as const;
const noon = (day: string) => `${day}T12:00:00.000Z`;

const granted = ({ cents, isReferred }: Renewal, index: number, start_date: string) =>
  licenseGranted.of({
    license_id: `license-${index}`,
    order_id: `order-${index}`,
    item: { ...item, media_type: 'image' },
    creator_id,
    creator_name: 'Carla Creator',
    brand_id: 'brand-1',
    brand_name: 'Acme',
    referrer_id: isReferred ? referrer_id : null,
    license_type: 'six_month',
    quantity: 1,
    price_cents: cents,
    split: splitOf(cents, isReferred),
    start_date,
    end_date: endOfTerm('six_month', start_date),
    basis: { kind: 'renewal', license_id: `before-${index}` },
    gateway: 'sandbox',
    withheld_reward: null,
  });

/** What is recorded for a payment: the license, and its postings. */
const paidFor = (renewal: Renewal, index: number, paidAt: string, start_date: string) => {
  const license = granted(renewal, index, start_date);
  const [sale] = recorded([license], paidAt) as [RecordedEvent];
  const [reaction] = postEarning.handlers.get(sale.type)?.(sale) ?? [];
  return [license, ...(given(earning).when(reaction?.command as PostEarning) as readonly DomainEvent[])];
};

/** The same payments, whose terms start at once or as they were renewed. */
const historyOf = (renewals: readonly Renewal[], startsLater: boolean) => {
  let day = '2026-01-01';
  const events: RecordedEvent[] = [...recorded([contentPublished.of({ ...photo, creator_id })], noon(day))];
  for (const [index, renewal] of renewals.entries()) {
    day = daysLater(noon(day), renewal.later);
    const start = noon(daysLater(noon(day), startsLater ? renewal.startsIn : 0));
    events.push(...recorded(paidFor(renewal, index, noon(day), start), noon(day)));
  }
  return events.map((event, position) => ({ ...event, position }));
};

const folded = <Document>(view: View<Document>, events: readonly RecordedEvent[]) => {
  const documents = new Map<string, Document>();
  for (const event of events) foldInto(view, documents, event);
  return documents;
};

const renewals = fc.array(
  fc.record({
    cents: fc.integer({ min: 100, max: 1_000_000 }),
    isReferred: fc.boolean(),
    later: fc.nat(40),
    startsIn: fc.nat(180),
  }),
  { minLength: 1, maxLength: 25 },
);

/** What is about a license's term. */
const ofTerms: readonly string[] = [licenses.name, dueMails.name];

test('[HOU-12] no figure, list or chart of any view says when the term of a license starts', () => {
  fc.assert(
    fc.property(renewals, (all) => {
      const [now, later] = [historyOf(all, false), historyOf(all, true)];
      for (const view of views.filter(({ name }) => !ofTerms.includes(name)))
        expect([view.name, folded(view, later)]).toEqual([view.name, folded(view, now)]);
    }),
  );
});

test('[HOU-12] a renewal counts on the day it was paid for: per day, among the sales, the rewards and the item’s own', () => {
  fc.assert(
    fc.property(renewals, (all) => {
      const events = historyOf(all, true);
      const paid = events.filter(({ type }) => type === licenseGranted.type);
      const paidAt = paid.map(({ recordedAt }) => recordedAt);
      const dashboards = folded<CreatorDashboard>(creatorDashboard, events);
      const own = dashboards.get(creator_id)!;
      const byDay = (day: string) => paidAt.filter((at) => dayOf(at) === day).length;
      expect(own.days.map(({ day, licenses: count }) => [day, count])).toEqual(
        [...new Set(paidAt.map(dayOf))].map((day) => [day, byDay(day)]),
      );
      const months = [...folded<CreatorMonth>(creatorMonths, events).values()];
      const figures = (id: string) => months.filter((month) => month.creator_id === id).flatMap(({ days }) => days);
      for (const [id, { days }] of dashboards) expect(figures(id)).toMatchObject(days);
      expect(own.sales.map(({ sold_at }) => sold_at)).toEqual(paidAt.toReversed().slice(0, 20));
      expect(folded<OwnContent>(ownContent, events).get(photo.content_id)?.last_sold_at).toBe(paidAt.at(-1));
      const rewarded = paidAt.filter((_at, index) => all[index]?.isReferred);
      expect([...folded<Reward>(rewards, events).values()].map(({ earned_at }) => earned_at)).toEqual(rewarded);
      expect(folded<RewardTotal>(rewardTotals, events).get(creator_id)?.latest_at).toBe(rewarded.at(-1));
      const news = dashboards.get(referrer_id)?.referral_news.map(({ at }) => at);
      expect(news ?? []).toEqual(rewarded.toReversed().slice(0, 20));
    }),
  );
});
