import type { DayOfSales } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { dayOf } from '@tessera/domain/ledger';
import { daysUpTo } from '../../ui/chart/days.ts';
import type { ChartDay } from '../../ui/chart/days.ts';

export const chartDays = 30;

export type EarningsDay = ChartDay<DayOfSales>;
export type Totals = Omit<DayOfSales, 'day'>;

const nothing: Totals = { licenses: 0, gross_cents: 0, net_cents: 0, reward_cents: 0 };

/** The last `chartDays` days in UTC, oldest first and today last, with zeros for days without earnings. */
export const lastDays = (days: readonly DayOfSales[], now: number): readonly EarningsDay[] =>
  daysUpTo(days, dayOf(new Date(now).toISOString()), chartDays, nothing);

export const totalsOf = (days: readonly DayOfSales[]): Totals =>
  days.reduce<Totals>(
    (total, day) => ({
      licenses: total.licenses + day.licenses,
      gross_cents: total.gross_cents + day.gross_cents,
      net_cents: total.net_cents + day.net_cents,
      reward_cents: total.reward_cents + day.reward_cents,
    }),
    nothing,
  );
