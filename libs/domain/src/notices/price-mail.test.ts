import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { given } from '../kernel/given.test-kit.ts';
import { priceDrops, priceMail, priceMailDue, priceMailNotSent, priceMailSent } from './price-mail.ts';
import type { PriceMailEvent } from './price-mail.ts';

const saved = (content_id: string, from_cents: number | null, saved_at = '2026-11-20') => ({
  content_id,
  from_cents,
  saved_at,
});
const costing = (prices: Readonly<Record<string, number>>) => (id: string) => prices[id] ?? null;
const record = (day: string, outcome: 'sent' | 'refused' = 'sent') =>
  ({
    kind: 'record',
    account_id: 'brand-1',
    day,
    prices: [{ content_id: 'quay', from_cents: 4_000 }],
    outcome,
  }) as const;

test('[GAL-11] an item that costs less than when it was saved is a price drop; a rise, or an item no longer for sale, is not', () => {
  const items = [saved('quay', 5_000), saved('dawn', 5_000), saved('gone', 5_000), saved('unpriced', null)];
  expect(priceDrops(items, {}, costing({ quay: 4_000, dawn: 6_000, unpriced: 100 }))).toEqual([
    { content_id: 'quay', from_cents: 4_000, known_cents: 5_000 },
  ]);
});

test('[GAL-11] an item on several boards is listed once, compared with its price when it was last saved', () => {
  const items = [saved('quay', 5_000, '2026-11-20'), saved('quay', 3_000, '2026-11-22')];
  expect(priceDrops(items, {}, costing({ quay: 4_000 }))).toEqual([]);
  expect(priceDrops(items, {}, costing({ quay: 2_000 }))).toHaveLength(1);
});

test('[GAL-11] each price drop is mailed once: the next is compared with the mailed price', () => {
  const price = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(price, fc.array(price, { maxLength: 12 }), (first, prices) => {
      let history: readonly PriceMailEvent[] = [];
      let lowest = first;
      for (const [at, now] of prices.entries()) {
        const { mailed } = history.reduce(priceMail.evolve, priceMail.initial);
        const fallen = priceDrops([saved('quay', first)], mailed, costing({ quay: now }));
        expect(fallen).toHaveLength(now < lowest ? 1 : 0);
        lowest = Math.min(lowest, now);
        if (fallen.length === 0) continue;
        const sent = { account_id: 'brand-1', day: `2026-11-${10 + at}`, prices: fallen };
        history = [...history, priceMailSent.of(sent)];
      }
    }),
  );
});

test('[GAL-11] there is at most one email a day, whatever its outcome', () => {
  const { kind: _kind, outcome: _outcome, ...told } = record('2026-11-25');
  expect(given(priceMail).when(record('2026-11-25'))).toEqual([priceMailSent.of(told)]);
  const refused = [priceMailNotSent.of({ ...told, reason: 'refused' })];
  expect(given(priceMail).when(record('2026-11-25', 'refused'))).toEqual(refused);
  expect(given(priceMail, refused).when(record('2026-11-25'))).toEqual([]);
  expect(given(priceMail, refused).when(record('2026-11-26'))).toHaveLength(1);
});

test('[GAL-11][HOU-06] an email about lower prices is due once, until its outcome is recorded', () => {
  const announce = { kind: 'announce', account_id: 'brand-1', day: '2026-11-25' } as const;
  const due = priceMailDue.of({ account_id: 'brand-1', day: '2026-11-25' });
  expect(given(priceMail).when(announce)).toEqual([due]);
  expect(given(priceMail, [due]).when({ ...announce, day: '2026-11-26' })).toEqual([]);
  const { kind: _kind, outcome: _outcome, ...told } = record('2026-11-25');
  const settled = [due, priceMailSent.of(told)];
  expect(given(priceMail, settled).when(announce)).toEqual([]);
  expect(given(priceMail, settled).when({ ...announce, day: '2026-11-26' })).toHaveLength(1);
});
