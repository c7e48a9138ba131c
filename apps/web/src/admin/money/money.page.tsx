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
import { useMoneyOverview, watchMoneyAtom } from './money.atoms.ts';
import { ReconciliationPanel } from './reconciliation.tsx';
import { RangeChoice } from './range-choice.tsx';
import { rangeInUrl } from './range.ts';
import { CurrentBalances } from './current-balances.tsx';

const Figures = ({ overview, today }: { overview: MoneyOverview; today: string }) => {
  const total = totalOf(overview.days);
  return (
    <>
      <Panel>
        <MoneyChart range={overview} days={overview.days} total={total} />
      </Panel>
      <FiguresTable figures={total} />
      <CurrentBalances balances={balancesAt(overview.accounts, today)} />
    </>
  );
};

const Books = () => {
  const now = useAtomValue(nowAtom);
  const [search, setSearch] = useSearchParams();
  const range = rangeInUrl(search, now);
  const { data, error } = useMoneyOverview(range);
  useAtomValue(watchMoneyAtom);
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <RangeChoice range={range} onChange={(next) => setSearch(next, { replace: true })} />
      {error && <Notice>{error.message}</Notice>}
      {!data && !error && <Skeleton h="500px" borderRadius="media" role="status" aria-label="Loading the figures" />}
      {data && <Figures overview={data} today={dayOf(new Date(now).toISOString())} />}
      <ReconciliationPanel />
    </Stack>
  );
};

/** The operator's books: the money that moved in a period, where it is now, and the reconciliation. */
export const AdminMoneyPage = () => (
  <AdminLayout title="Money" intro="Every figure is a sum of ledger entries. Days are in UTC.">
    <Books />
  </AdminLayout>
);

export { AdminMoneyPage as Component };
