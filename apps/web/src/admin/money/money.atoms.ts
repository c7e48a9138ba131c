import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { MoneyOverview } from '@tessera/contract/money/books';
import type { MoneyDay } from '@tessera/domain/books/money-days.view';
import type { LedgerAccount } from '@tessera/domain/earnings/ledger/ledger.view';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import { queries, useQuery } from '../../kernel/reading/queries.ts';
import { get as read } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';
import type { DayRange } from './range.ts';

const path = '/api/admin/money';
const overviewsKey = ['admin', path];

/** The money of the days from the first to the last, inclusive, and the current ledger. */
export const useMoneyOverview = ({ from, to }: DayRange) =>
  useQuery<MoneyOverview>(
    [path, from, to],
    () => asAdmin((options) => read<MoneyOverview>(`${path}?${new URLSearchParams({ from, to })}`, options)),
    { of: 'admin' },
  );

const withDay = (overview: MoneyOverview, day: MoneyDay): MoneyOverview => {
  if (day.day < overview.from || day.day > overview.to) return overview;
  return { ...overview, days: [...overview.days.filter((each) => each.day !== day.day), day] };
};

const withAccount = (overview: MoneyOverview, account: LedgerAccount): MoneyOverview => ({
  ...overview,
  accounts: [...overview.accounts.filter((each) => each.account !== account.account), account],
});

const follow = <Value>(view: string, update: (overview: MoneyOverview, value: Value) => MoneyOverview) => {
  const onMessage = ({ position, value }: LiveMessage) => {
    if (value === null) return void queries.invalidateQueries({ queryKey: overviewsKey });
    queries.setQueriesData<MoneyOverview>({ queryKey: overviewsKey }, (overview) =>
      overview && position > overview.position ? update(overview, value as Value) : overview,
    );
  };
  return watch(view, 'all', onMessage, { over: adminLive, ofMany: true });
};

/** While it is mounted, the shown figures follow every movement of money. */
export const watchMoneyAtom = atom(null);
watchMoneyAtom.onMount = () => {
  const unwatch = [follow('money-days', withDay), follow('earnings-ledger', withAccount)];
  return () => {
    for (const each of unwatch) each();
  };
};
