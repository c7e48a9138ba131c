import { periodOf, periodTitles } from '@tessera/domain/earnings/dashboard/figures';
import type { PeriodName } from '@tessera/domain/earnings/dashboard/figures';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';
import { dayOf } from '@tessera/domain/ledger';

export const spanTitles = { ...periodTitles, own: 'Custom' } as const;
export type Span = keyof typeof spanTitles;

const isPeriod = (name: string | null): name is PeriodName => name !== null && name in periodTitles;

/** The period in the page's address: a named one or custom dates; the last 30 days by default. */
export const periodInUrl = (search: URLSearchParams, nowMs: number): StatementDays & { readonly span: Span } => {
  const [from, to, named] = [search.get('from'), search.get('to'), search.get('days')];
  if (from && to) return { span: 'own', from, to };
  const span = isPeriod(named) ? named : '30d';
  return { span, ...periodOf(span, dayOf(new Date(nowMs).toISOString())) };
};
