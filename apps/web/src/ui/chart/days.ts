import type { Cents } from '@tessera/domain/money';

const dayMs = 86_400_000;
const ticksWanted = 4;
/** The scale of an empty chart: high enough for the axis to show plausible amounts. */
const emptyScaleCents: Cents = 10_000;
const saturday = 6;
const sunday = 0;

interface Day {
  /** `yyyy-mm-dd`, UTC. */
  readonly day: string;
}

export type ChartDay<Known extends Day> = Known & { readonly weekend: boolean };

const isWeekend = (day: string) => [saturday, sunday].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The `count` days up to `last`, oldest first, with the known entry of each, or `nothing`. */
export const daysUpTo = <Known extends Day>(
  known: readonly Known[],
  last: string,
  count: number,
  nothing: Omit<Known, 'day'>,
): readonly ChartDay<Known>[] => {
  const byDay = new Map(known.map((entry) => [entry.day, entry]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(last) - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { ...(byDay.get(day) ?? ({ ...nothing, day } as Known)), weekend: isWeekend(day) };
  });
};

/** Round amounts from 0 up in equal steps; the last one is at or above `highest`. */
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
