import type { LicenseType } from '@tessera/domain/license-types';
import type { Cents } from '@tessera/domain/money';

const utcDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const utcDayShort = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });
const wholeUsd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
  notation: 'compact',
});

/** A `yyyy-mm-dd` day of UTC: 'Fri 20 Nov 2026'. */
export const formatDay = (day: string) => utcDay.format(Date.parse(day)).replace(',', '');
export const formatDayShort = (day: string) => utcDayShort.format(Date.parse(day));

/** An instant in the reader's time zone: '20 Nov 2026'. */
export const formatDate = (instant: string) => date.format(Date.parse(instant));
/** With the time zone named, for a title on hover. */
export const formatExact = (instant: string) => exact.format(Date.parse(instant));
/** Today's as '14:05', older ones as a date. */
export const formatWhen = (instant: string, now: number) =>
  formatDate(instant) === date.format(now) ? clock.format(Date.parse(instant)) : formatDate(instant);

/** For an axis: '$250', '$1.2K'. */
export const formatWholeUsd = (cents: Cents) => wholeUsd.format(cents / 100);

/** As a sentence about a sale names it. */
export const licenseNouns: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time license',
  six_month: 'Six-month license',
  perpetual: 'Perpetual license',
};
