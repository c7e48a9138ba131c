import { defineFailure, isFailure } from '../../kernel/failure.ts';
import type { Failure } from '../../kernel/failure.ts';
import { dayOf, daysLater } from '../../ledger.ts';
import { adderOf } from '../../money.ts';
import type { Cents } from '../../money.ts';
import { rangeTooLong, statementDays } from '../statements/statement.ts';
import type { StatementDays } from '../statements/statement.ts';

/** The named periods that a creator can choose. */
export const periodTitles = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
} as const;
export type PeriodName = keyof typeof periodTitles;

const daysOf: Readonly<Record<Exclude<PeriodName, '12m'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const dayMs = 86_400_000;

export const figuresTooLong = defineFailure(
  'figures_too_long',
  'Too many days',
  'Figures cover 366 days at most. Choose a shorter period.',
);

/** The same day a year earlier; February 28 for February 29. */
const yearBefore = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year - 1, month - 1, Math.min(date, lastOfMonth))).toISOString());
};

/** The days up to and including today. @param today `yyyy-mm-dd` in UTC */
export const periodOf = (name: PeriodName, today: string): StatementDays => ({
  from: name === '12m' ? daysLater(yearBefore(today), 1) : daysLater(today, 1 - daysOf[name]),
  to: today,
});

/** How many days a period has, including its first and last. */
export const daysIn = ({ from, to }: StatementDays): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Each day, oldest first. */
export const eachDay = (period: StatementDays): readonly string[] =>
  Array.from({ length: daysIn(period) }, (_unused, index) => daysLater(period.from, index));

/** The period of the same length just before this one, for comparison. */
export const periodBefore = (period: StatementDays): StatementDays => {
  const to = daysLater(period.from, -1);
  return { from: daysLater(to, 1 - daysIn(period)), to };
};

/** The requested period; the last 30 days if no days are given. @param today `yyyy-mm-dd` in UTC */
export const requestedPeriod = (query: Partial<StatementDays>, today: string): StatementDays | Failure => {
  const to = query.to ?? today;
  const from = query.from ?? (query.to === undefined ? periodOf('30d', today).from : undefined);
  const days = statementDays({ ...(from !== undefined && { from }), to }, today);
  return isFailure(days) && days.failure === rangeTooLong().failure ? figuresTooLong() : days;
};

/** What happened in a period. */
export interface Figures {
  readonly licenses: number;
  /** The sum of license prices. */
  readonly gross_cents: Cents;
  /** From own sales, after the commission. */
  readonly net_cents: Cents;
  readonly reward_cents: Cents;
  /** From refunds and disputes, whenever the sale was; negative for what was taken away. */
  readonly reversed_cents: Cents;
  /** How often items were viewed. */
  readonly views: number;
  /** How often items were added to a cart. */
  readonly carts: number;
}

export interface DayFigures extends Figures {
  /** `yyyy-mm-dd`, in UTC. */
  readonly day: string;
}

export const noFigures: Figures = {
  licenses: 0,
  gross_cents: 0,
  net_cents: 0,
  reward_cents: 0,
  reversed_cents: 0,
  views: 0,
  carts: 0,
};

export const plusFigures = adderOf<Figures>(noFigures);

export const sumOfFigures = (days: readonly Figures[]): Figures => days.reduce(plusFigures, noFigures);

/** How much a creator's balance grew, payouts aside; the same as in the statement for these days. */
export const earnedCents = ({ net_cents, reward_cents, reversed_cents }: Figures): Cents =>
  net_cents + reward_cents + reversed_cents;

/** Every day of a period, oldest first, including days on which nothing happened. */
export const filledDays = (known: readonly DayFigures[], period: StatementDays): readonly DayFigures[] => {
  const byDay = new Map(known.map((figures) => [figures.day, figures]));
  return eachDay(period).map((day) => byDay.get(day) ?? { day, ...noFigures });
};
