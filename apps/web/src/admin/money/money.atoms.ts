import type { MoneyOverview } from '@tessera/contract/money/books';
import type { MoneyDay } from '@tessera/domain/books/money-days.view';
import type { LedgerAccount } from '@tessera/domain/earnings/ledger/ledger.view';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import type { LiveMessage } from '../../kernel/reading/live-connection.ts';
import { queries, useQuery } from '../../kernel/reading/queries.ts';
import { get as read } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';
import type { DayRange } from './range.ts';

const path = '/api/admin/money';
const boards = ['admin', path];

/** What the server says of the days from one to another, both among them, and of the ledger as it stands. */
export const useMoneyBoard = ({ from, to }: DayRange) =>
  useQuery<MoneyOverview>(
    [path, from, to],
    () => asAdmin((options) => read<MoneyOverview>(`${path}?${new URLSearchParams({ from, to })}`, options)),
    { of: 'admin' },
  );

const withDay = (board: MoneyOverview, day: MoneyDay): MoneyOverview => {
  if (day.day < board.from || day.day > board.to) return board;
  return { ...board, days: [...board.days.filter((each) => each.day !== day.day), day] };
};

const withAccount = (board: MoneyOverview, account: LedgerAccount): MoneyOverview => ({
  ...board,
  accounts: [...board.accounts.filter((each) => each.account !== account.account), account],
});

const follow = <Value>(view: string, put: (board: MoneyOverview, value: Value) => MoneyOverview) => {
  const onMessage = ({ position, value }: LiveMessage) => {
    if (value === null) return void queries.invalidateQueries({ queryKey: boards });
    queries.setQueriesData<MoneyOverview>({ queryKey: boards }, (board) =>
      board && position > board.position ? put(board, value as Value) : board,
    );
  };
  return watch(view, 'all', onMessage, { over: adminLive, ofMany: true });
};

/** While it is mounted, each movement of money changes what is shown. */
export const watchMoneyAtom = atom(null);
watchMoneyAtom.onMount = () => {
  const unwatch = [follow('money-days', withDay), follow('earnings-ledger', withAccount)];
  return () => {
    for (const each of unwatch) each();
  };
};
