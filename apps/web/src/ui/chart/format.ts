import type { Cents } from '@tessera/domain/money';

const utcDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const utcDayShort = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const compactUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
  notation: 'compact',
});

/** A UTC day given as `yyyy-mm-dd`: 'Fri, Nov 20, 2026'. */
export const formatWeekday = (day: string) => utcDay.format(Date.parse(day));
export const formatDayShort = (day: string) => utcDayShort.format(Date.parse(day));

/** For an axis: '$250', '$1.2K'. */
export const formatCompactUsd = (cents: Cents) => compactUsd.format(cents / 100);
