import type { LicenseType } from '@tessera/domain/license-types';
import type { Cents } from '@tessera/domain/money';
import { formatDay } from '../kernel/dates.ts';

const utcDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const utcDayShort = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const wholeUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
  notation: 'compact',
});

/** A `yyyy-mm-dd` day of UTC: 'Fri, Nov 20, 2026'. */
export const formatWeekday = (day: string) => utcDay.format(Date.parse(day));
export const formatDayShort = (day: string) => utcDayShort.format(Date.parse(day));

/** Today's as '2:05 PM', older ones as a date. */
export const formatWhen = (instant: string, now: number) => {
  const day = formatDay(instant);
  return day === formatDay(new Date(now).toISOString()) ? clock.format(Date.parse(instant)) : day;
};

/** For an axis: '$250', '$1.2K'. */
export const formatWholeUsd = (cents: Cents) => wholeUsd.format(cents / 100);

/** As a sentence about a sale names it. */
export const licenseNouns: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time license',
  six_month: 'Six-month license',
  perpetual: 'Perpetual license',
};
