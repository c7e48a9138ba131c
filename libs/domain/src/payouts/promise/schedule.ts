import { isOpenRun } from '../runs/payout-run.ts';
import type { PayoutRunState } from '../runs/payout-run.ts';

/** The days on which runs may be prepared, as the operator names them, in the order of a week. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** At what time of such a day, in UTC. */
const runHour = 9;
const dayMs = 86_400_000;

/**
 * The most days between two runs: what becomes available right after one, nine days after its payment, is prepared by the
 * thirteenth, and two days are left to pay it by the fifteenth.
 */
export const daysBetweenRunsMax = 4;

/** The most days between two of these days, in every week. */
export const longestGap = (days: readonly Weekday[]): number => {
  const places = days.map((day) => weekdays.indexOf(day)).toSorted((one, other) => one - other);
  const gaps = places.map((place, index) => (places[index + 1] ?? (places[0] ?? 0) + weekdays.length) - place);
  return Math.max(0, ...gaps);
};

/** When a run was last to be prepared, as of an instant: ISO 8601. Null if no days are named. */
export const lastScheduled = (days: readonly Weekday[], now: string): string | null => {
  if (days.length === 0) return null;
  const at = new Date(now);
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), runHour);
  const candidates = weekdays.map((_day, back) => new Date(today - back * dayMs));
  const found = [...candidates, new Date(today - weekdays.length * dayMs)].find(
    (time) => time <= at && days.includes(weekdays[time.getUTCDay()]!),
  );
  return found?.toISOString() ?? null;
};

/** Whether a run is to be prepared now: none is open, and none was started since the scheduled time. */
export const isRunScheduled = (state: PayoutRunState, scheduled: string | null): boolean => {
  const startedAt = state.status === 'none' ? '' : state.until.at;
  return scheduled !== null && !isOpenRun(state) && startedAt < scheduled;
};

/** Who started a run that was prepared by itself. */
export const startedBySchedule = 'schedule';
