import { dayOf, daysLater } from '@tessera/domain/ledger';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';

/** The named periods of a statement, and custom dates. */
export const spanTitles = {
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
  own: 'Custom',
} as const;
export type Span = keyof typeof spanTitles;

const monthOf = (day: string): StatementDays => {
  const from = `${day.slice(0, 'yyyy-mm'.length)}-01`;
  const inNextMonth = daysLater(from, 31);
  return { from, to: daysLater(`${inNextMonth.slice(0, 'yyyy-mm'.length)}-01`, -1) };
};
const yearOf = (year: number): StatementDays => ({ from: `${year}-01-01`, to: `${year}-12-31` });

const daysOf = (span: Exclude<Span, 'own'>, today: string): StatementDays => {
  const year = Number(today.slice(0, 'yyyy'.length));
  switch (span) {
    case 'this_month':
      return monthOf(today);
    case 'last_month':
      return monthOf(daysLater(monthOf(today).from, -1));
    case 'this_year':
      return yearOf(year);
    default:
      return yearOf(year - 1);
  }
};

const isNamed = (span: string | null): span is Exclude<Span, 'own'> =>
  span !== null && span !== 'own' && span in spanTitles;

/** The period in the page's query string: a named one or custom dates; this month by default. */
export const statementPeriodInUrl = (
  search: URLSearchParams,
  nowMs: number,
): StatementDays & { readonly span: Span } => {
  const today = dayOf(new Date(nowMs).toISOString());
  const [from, to, named] = [search.get('from'), search.get('to'), search.get('days')];
  if (from && to) return { span: 'own', from, to };
  const span = isNamed(named) ? named : 'this_month';
  return { span, ...daysOf(span, today) };
};
