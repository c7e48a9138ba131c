import { defineFailure, isFailure } from '../../kernel/failure.ts';
import type { Failure } from '../../kernel/failure.ts';
import { dayOf, daysLater } from '../../ledger.ts';
import type { Cents } from '../../money.ts';
import type { LedgerLine, LineKind } from '../ledger/creator-ledger.view.ts';

export const statementDaysMax = 366;

export const noSuchDay = defineFailure(
  'no_such_day',
  'No such day',
  'Write each day like 2026-12-07, with year, month and day.',
);
export const rangeBackward = defineFailure(
  'range_backward',
  'Check the days',
  'The first day is after the last. Choose a first day that comes before it.',
);
export const rangeTooLong = defineFailure(
  'range_too_long',
  'Too many days',
  `A statement covers ${statementDaysMax} days at most. Choose a shorter period, or one statement for each year.`,
);

/** `yyyy-mm-dd` in UTC; both days are included. */
export interface StatementDays {
  readonly from: string;
  readonly to: string;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/u;
const isDay = (day: string) => {
  if (!dayPattern.test(day)) return false;
  const time = Date.parse(day);
  return !Number.isNaN(time) && dayOf(new Date(time).toISOString()) === day;
};

const lastOfMonth = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month, 0)).toISOString());
};

/** Days that are left out are those of the current month. @param today `yyyy-mm-dd` */
export const statementDays = (query: Partial<StatementDays>, today: string): StatementDays | Failure => {
  const from = query.from ?? `${(query.to ?? today).slice(0, 'yyyy-mm'.length)}-01`;
  if (!isDay(from)) return noSuchDay();
  const to = query.to ?? lastOfMonth(from);
  if (!isDay(to)) return noSuchDay();
  if (to < from) return rangeBackward();
  return to >= daysLater(from, statementDaysMax) ? rangeTooLong() : { from, to };
};

export const daysOfYear = (year: string): StatementDays | null => {
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  return isFailure(statementDays(days, days.from)) ? null : days;
};

export const lineKindTitles: Readonly<Record<LineKind, string>> = {
  sale: 'Sale',
  reward: 'Referral reward',
  refund: 'Refund',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  payout: 'Payout',
  payout_failed: 'Payout failed',
  payout_canceled: 'Payout canceled',
  payout_returned: 'Payout returned',
};

/**
 * The columns for a line's amount: exactly one of them has it. It is negative if refunds and disputes take it away, or
 * if a payout leaves.
 */
export const amountsOf = ({ kind, amount_cents }: Pick<LedgerLine, 'kind' | 'amount_cents'>) => {
  const none = { earned_cents: 0, reversed_cents: 0, payout_cents: 0 };
  switch (kind) {
    case 'sale':
    case 'reward':
      return { ...none, earned_cents: amount_cents };
    case 'refund':
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return { ...none, reversed_cents: amount_cents };
    default:
      return { ...none, payout_cents: amount_cents };
  }
};

/**
 * Where a day begins among a creator's lines: at the first line in the log that was recorded on that day or later. `first`
 * are the earliest of these by time, in any order: the clocks of several nodes may differ slightly, and lines of one
 * payment have the same time. This way each line is in exactly one statement, and the opening balance is the one before
 * the statement's first line.
 */
export const beginningOf = (first: readonly LedgerLine[]): LedgerLine | null =>
  first.reduce<LedgerLine | null>(
    (earliest, line) => (earliest && earliest.position < line.position ? earliest : line),
    null,
  );

/** The day and the name of the balance at the end of a statement: what hasn't happened yet isn't dated. */
export const endOf = ({ to }: Pick<StatementDays, 'to'>, today: string) =>
  to < today ? { day: to, title: 'Closing balance' } : { day: today, title: 'Balance so far' };

/** What was owed to the creator just before a line. */
export const balanceBefore = ({ balance_cents, amount_cents }: LedgerLine): Cents => balance_cents - amount_cents;
