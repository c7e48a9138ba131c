import type { LicenseType } from '../license-types.ts';

export const licenseTermDays = 180;
export const dayMs = 86_400_000;

/** When a license ends: 180 days after its start, never for a perpetual one. Both are ISO 8601 instants. */
export const endOfTerm = (type: LicenseType, startDate: string): string | null =>
  type === 'perpetual' ? null : new Date(Date.parse(startDate) + licenseTermDays * dayMs).toISOString();

/** How far `now` may be behind: a page's clock ticks twice a minute, and isn't that of the server or the bank. */
const lagMs = 60_000;

/** Days until an instant, rounded up unless less than a minute is over; 0 once it has passed. `now` is in ms since 1970. */
export const daysUntil = (instant: string, now: number): number => {
  const leftMs = Date.parse(instant) - now;
  return leftMs <= 0 ? 0 : Math.max(1, Math.ceil((leftMs - lagMs) / dayMs));
};

/** Whether a license has ended; it is valid until just before its end. `now` is in ms since 1970. */
export const hasEnded = (endDate: string | null, now: number): boolean =>
  endDate !== null && now >= Date.parse(endDate);

/** The fields of a license that decide when it ends. */
export interface Ending {
  readonly end_date: string | null;
  readonly refunded_at: string | null;
}

/** When a license ends: with its term, or immediately with a full refund. Null for never. */
export const endOf = ({ end_date, refunded_at }: Ending): string | null =>
  refunded_at !== null && !hasEnded(end_date, Date.parse(refunded_at)) ? refunded_at : end_date;

const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** Formats an instant as 'MMMM dd, yyyy' in UTC; 'Invalid date' if it can't be parsed. */
export const formatAgreementDate = (instant: string): string => {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? 'Invalid date' : longDate.format(time);
};
