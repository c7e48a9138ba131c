import { dayOf, daysLater } from '@tessera/domain/ledger';

/** The first and the last day, as `yyyy-mm-dd` in UTC. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const lengths = ['30', '7', '90'] as const;
export type RangeLength = (typeof lengths)[number];

const isLength = (value: string | null): value is RangeLength => lengths.some((length) => length === value);

/** The date range in the page's query string: a number of days up to today, or custom dates. */
export const rangeInUrl = (
  search: URLSearchParams,
  now: number,
): DayRange & { readonly length: RangeLength | 'own' } => {
  const today = dayOf(new Date(now).toISOString());
  const from = search.get('from');
  const to = search.get('to');
  if (from && to) return { length: 'own', from, to };
  const days = search.get('days');
  const length = isLength(days) ? days : lengths[0];
  return { length, from: daysLater(today, 1 - Number(length)), to: today };
};

/** How many days a range has; 0 if it is empty or invalid. */
export const daysIn = ({ from, to }: DayRange) => {
  const dayMs = 86_400_000;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1) || 0;
};
