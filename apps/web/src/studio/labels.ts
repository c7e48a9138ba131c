import type { LicenseType } from '@tessera/domain/license-types';
import { formatLocalDay, formatUtcDay } from '../kernel/dates.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
/** Formats a time of today as '2:05 PM', and an earlier one as its day in UTC, as in the agreement of what was sold. */
export const formatWhen = (instant: string, now: number) => {
  const isToday = formatLocalDay(instant) === formatLocalDay(new Date(now).toISOString());
  return isToday ? clock.format(Date.parse(instant)) : `${formatUtcDay(instant)} (UTC)`;
};

/** The license types, as named in a sentence about a sale. */
export const licenseNouns: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time license',
  six_month: 'Six-month license',
  perpetual: 'Perpetual license',
};
