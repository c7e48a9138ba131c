import type { LicenseType } from '@tessera/domain/license-types';
import { formatLocalDay } from '../kernel/dates.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
/** Formats a time of today as '2:05 PM', and an earlier one as a date. */
export const formatWhen = (instant: string, now: number) => {
  const day = formatLocalDay(instant);
  return day === formatLocalDay(new Date(now).toISOString()) ? clock.format(Date.parse(instant)) : day;
};

/** The license types, as named in a sentence about a sale. */
export const licenseNouns: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time license',
  six_month: 'Six-month license',
  perpetual: 'Perpetual license',
};
