import type { LicenseType } from '@tessera/domain/license-types';
import { formatDay } from '../kernel/dates.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
/** Today's as '2:05 PM', older ones as a date. */
export const formatWhen = (instant: string, now: number) => {
  const day = formatDay(instant);
  return day === formatDay(new Date(now).toISOString()) ? clock.format(Date.parse(instant)) : day;
};

/** As a sentence about a sale names it. */
export const licenseNouns: Readonly<Record<LicenseType, string>> = {
  one_time: 'One-time license',
  six_month: 'Six-month license',
  perpetual: 'Perpetual license',
};
