import { Stack } from '@chakra-ui/react';
import type { MoneyOverview } from '@tessera/contract/money/books';
import { balancesAt } from '@tessera/domain/earnings/ledger/balances';
import { totalOf } from '@tessera/domain/books/money-days.view';
import { dayOf } from '@tessera/domain/ledger';
import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router-dom';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { MoneyChart } from './money-chart.tsx';
import { FiguresTable } from './money-figures.tsx';
import { useMoneyBoard, watchMoneyAtom } from './money.atoms.ts';
import { ReconciliationPanel } from './reconciliation.tsx';
import { RangeChoice } from './range-choice.tsx';
import { rangeIn } from './range.ts';
import { Standing } from './current-balances.tsx';

const Board = ({ board, today }: { board: MoneyOverview; today: string }) => {
  const total = totalOf(board.days);
  return (
    <>
      <Panel>
        <MoneyChart range={board} days={board.days} total={total} />
      </Panel>
      <FiguresTable figures={total} />
      <Standing standing={balancesAt(board.accounts, today)} />
    </>
  );
};

const Books = () => {
  const now = useAtomValue(nowAtom);
  const [search, setSearch] = useSearchParams();
  const range = rangeIn(search, now);
  const { data, error } = useMoneyBoard(range);
  useAtomValue(watchMoneyAtom);
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <RangeChoice range={range} onChange={(next) => setSearch(next, { replace: true })} />
      {error && <Notice>{error.message}</Notice>}
      {!data && !error && <Skeleton h="500px" borderRadius="media" role="status" aria-label="Loading the figures" />}
      {data && <Board board={data} today={dayOf(new Date(now).toISOString())} />}
      <ReconciliationPanel />
    </Stack>
  );
};

/** The operator's books: what happened to the money, and where it is. */
export const AdminMoneyPage = () => (
  <AdminLayout title="Money" intro="Each figure is a sum of entries in the ledger. Days are UTC.">
    <Books />
  </AdminLayout>
);
