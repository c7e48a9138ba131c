import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../kernel/failure.ts';
import { dayOf, daysLater } from '../../ledger.ts';
import { creatorMonthKeys } from './creator-months.view.ts';
import { daysIn, eachDay, filledDays, noFigures, requestedPeriod, periodBefore, periodOf } from './figures.ts';
import type { PeriodName } from './figures.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => daysLater('1990-01-01', days));
const anyPeriod = fc.tuple(anyDay, fc.nat({ max: 365 })).map(([from, more]) => ({ from, to: daysLater(from, more) }));

test.each([
  ['7d', '2026-03-02', '2026-02-24', 7],
  ['30d', '2026-11-25', '2026-10-27', 30],
  ['90d', '2026-11-25', '2026-08-28', 90],
  ['12m', '2026-11-25', '2025-11-26', 365],
  // This span includes a leap day.
  ['12m', '2024-12-31', '2024-01-01', 366],
  ['12m', '2024-02-29', '2023-03-01', 366],
] as const)('[GAL-13] %s up to %s begin on %s', (name: PeriodName, today, from, days) => {
  const period = periodOf(name, today);
  expect(period).toEqual({ from, to: today });
  expect(daysIn(period)).toBe(days);
});

test('[GAL-13] consecutive periods back from any day have the same length, without gaps or overlaps', () => {
  fc.assert(
    fc.property(anyPeriod, (latest) => {
      const before = periodBefore(latest);
      const days = [...eachDay(periodBefore(before)), ...eachDay(before), ...eachDay(latest)];
      expect(daysIn(before)).toBe(daysIn(latest));
      expect(days).toEqual(Array.from({ length: days.length }, (_unused, index) => daysLater(days[0]!, index)));
      expect(days.at(-1)).toBe(latest.to);
    }),
  );
});

test('[GAL-13] every day of a period is in one of the months that are read for it', () => {
  fc.assert(
    fc.property(anyPeriod, (period) => {
      const keys = creatorMonthKeys('creator-1', period);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toEqual([...new Set(eachDay(period).map((day) => `creator-1/${day.slice(0, 7)}`))]);
      expect(filledDays([], period).map(({ day }) => dayOf(day))).toEqual(eachDay(period));
    }),
  );
});

test('[GAL-13] figures of days outside a period are left out', () => {
  const known = ['2026-11-01', '2026-11-03'].map((day) => ({ ...noFigures, day, licenses: 2 }));
  expect(filledDays(known, { from: '2026-11-02', to: '2026-11-03' })).toEqual([
    { ...noFigures, day: '2026-11-02' },
    { ...noFigures, day: '2026-11-03', licenses: 2 },
  ]);
});

test.each([
  [{}, { from: '2026-10-27', to: '2026-11-25' }],
  [{ from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-25' }],
  [{ to: '2026-10-09' }, { from: '2026-10-01', to: '2026-10-09' }],
  [
    { from: '2025-11-25', to: '2026-11-25' },
    { from: '2025-11-25', to: '2026-11-25' },
  ],
])('[GAL-13] the days of the query %j on November 25', (asked, days) => {
  expect(requestedPeriod(asked, '2026-11-25')).toEqual(days);
});

test.each([
  [{ from: '2026-02-30' }, 'no_such_day'],
  [{ from: '2026-12-01' }, 'range_backward'],
  [{ from: '2025-11-24', to: '2026-11-25' }, 'figures_too_long'],
])('[GAL-13] the query %j is refused with the reason', (asked, name) => {
  const refused = requestedPeriod(asked, '2026-11-25');
  expect(isFailure(refused) && refused.failure).toBe(name);
});
