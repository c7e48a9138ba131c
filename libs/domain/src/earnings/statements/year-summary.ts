import { adderOf } from '../../money.ts';
import type { Cents } from '../../money.ts';
import type { LedgerLine } from '../ledger/creator-ledger.view.ts';
import { amountsOf } from './statement.ts';

export interface YearAmounts {
  /** Prices of sales, the part that isn't the creator's, and the part that is. */
  readonly gross_cents: Cents;
  readonly commission_cents: Cents;
  readonly net_cents: Cents;
  readonly reward_cents: Cents;
  /** From refunds and disputes; negative for what was taken away. */
  readonly reversed_cents: Cents;
  /** Payouts that arrived, less what banks returned. */
  readonly paid_cents: Cents;
}

export interface MonthOfYear extends YearAmounts {
  /** `yyyy-mm`, in UTC. */
  readonly month: string;
}

/** A payout, with the time it reached each status: ISO 8601. */
interface Paid {
  readonly amount_cents: Cents;
  readonly times: { readonly paid?: string; readonly returned?: string };
}

const none: YearAmounts = {
  gross_cents: 0,
  commission_cents: 0,
  net_cents: 0,
  reward_cents: 0,
  reversed_cents: 0,
  paid_cents: 0,
};

const plus = adderOf<YearAmounts>(none);

export const yearTotals = (months: readonly MonthOfYear[]): YearAmounts => months.reduce(plus, none);

const monthOf = (instant: string) => instant.slice(0, 'yyyy-mm'.length);

/** The figures for each month of a year, added up line by line. */
export class YearSummary {
  readonly #months: Map<string, YearAmounts>;
  #latest: string;

  /** @param year four digits */
  constructor(year: string) {
    const months = Array.from({ length: 12 }, (_unused, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
    this.#months = new Map(months.map((month) => [month, none]));
    this.#latest = months[0]!;
  }

  /** Call it for the lines of the year's statement, in order. */
  addLine(line: LedgerLine) {
    // A line from the start of a month may have the time of another node whose clock is still in the month before.
    this.#latest = monthOf(line.at) > this.#latest ? monthOf(line.at) : this.#latest;
    const { earned_cents, reversed_cents } = amountsOf(line);
    const { kind, gross_cents, commission_cents } = line;
    const earned = kind === 'sale' ? { net_cents: earned_cents } : { reward_cents: earned_cents };
    this.#add(this.#latest, { gross_cents, commission_cents, reversed_cents, ...earned });
  }

  /** Takes any payout: it counts in the month it arrived and in the month it was returned. */
  addPayout({ amount_cents, times }: Paid) {
    if (times.paid) this.#add(monthOf(times.paid), { paid_cents: amount_cents });
    if (times.returned) this.#add(monthOf(times.returned), { paid_cents: -amount_cents });
  }

  get months(): readonly MonthOfYear[] {
    return [...this.#months].map(([month, amounts]) => ({ month, ...amounts }));
  }

  #add(month: string, amounts: Partial<YearAmounts>) {
    const before = this.#months.get(month);
    if (before) this.#months.set(month, plus(before, amounts));
  }
}
