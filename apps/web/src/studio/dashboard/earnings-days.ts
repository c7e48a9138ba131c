import type { DayOfSales } from '@tessera/domain/earnings/creator-dashboard.view';
import type { Cents } from '@tessera/domain/money';

export const chartDays = 30;
const dayMs = 86_400_000;
const ticksWanted = 4;
/** The scale of a chart without earnings: enough for the axis to read as money. */
const emptyScaleCents: Cents = 10_000;

export interface EarningsDay extends DayOfSales {
  readonly weekend: boolean;
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The last `chartDays` days in UTC, oldest first and today last, with zeros where nothing was earned. */
export const lastDays = (days: readonly DayOfSales[], now: number): readonly EarningsDay[] => {
  const known = new Map(days.map((entry) => [entry.day, entry]));
  return Array.from({ length: chartDays }, (_, index) => {
    const day = isoDay(now - (chartDays - 1 - index) * dayMs);
    const nothing = { day, licenses: 0, gross_cents: 0, net_cents: 0, reward_cents: 0 };
    return { ...(known.get(day) ?? nothing), weekend: isWeekend(day) };
  });
};

export type Totals = Omit<DayOfSales, 'day'>;

export const totalsOf = (days: readonly DayOfSales[]): Totals =>
  days.reduce<Totals>(
    (total, day) => ({
      licenses: total.licenses + day.licenses,
      gross_cents: total.gross_cents + day.gross_cents,
      net_cents: total.net_cents + day.net_cents,
      reward_cents: total.reward_cents + day.reward_cents,
    }),
    { licenses: 0, gross_cents: 0, net_cents: 0, reward_cents: 0 },
  );

/** Round amounts from 0 upward in equal steps; the last is at or above `highest`. */
export const ticksUpTo = (highest: Cents): readonly Cents[] => {
  const wanted = (highest || emptyScaleCents) / ticksWanted;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= wanted) ?? wanted,
  );
  const count = Math.ceil((highest || emptyScaleCents) / step);
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step));
};
