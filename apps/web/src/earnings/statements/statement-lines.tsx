import { Box, Flex, Grid, Stack, chakra } from '@chakra-ui/react';
import type { StatementLine, StatementPage } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';
import { dayOf } from '@tessera/domain/ledger';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Figure } from '../../ui/facts/figure.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { Cell, HeaderRow, Rows, Table } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { ApiError } from '../../kernel/send.ts';
import { Files } from '../download-buttons.tsx';
import { More } from '../show-more.tsx';
import { useMovedPages } from '../money-pages.ts';
import { Subject } from '../words.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';

/** Nothing where there is no such amount. */
const amount = (head: string, centsOf: (row: StatementLine) => number): Column<StatementLine> => ({
  head,
  kind: 'figure',
  cell: (row) => centsOf(row) !== 0 && <Money cents={centsOf(row)} />,
});

const columns: readonly Column<StatementLine>[] = [
  { head: 'Date', whiteSpace: 'nowrap', cell: ({ at }) => <UtcDay instant={at} /> },
  {
    head: 'Movement',
    cell: (row) =>
      row.payout_id === null ? (
        <Subject of={row} />
      ) : (
        <TextLink to={paths.creator.payout(row.payout_id)} color="accent" display="block">
          <Subject of={row} />
        </TextLink>
      ),
  },
  amount('Gross', ({ gross_cents }) => gross_cents),
  amount('Commission', ({ commission_cents }) => 0 - commission_cents),
  amount('Net or reward', ({ earned_cents }) => earned_cents),
  amount('Refund', ({ reversed_cents }) => reversed_cents),
  amount('Payout', ({ payout_cents }) => payout_cents),
  { head: 'Balance', kind: 'figure', fontWeight: '500', cell: ({ balance_cents }) => <Money cents={balance_cents} /> },
];

const BalanceRow = ({ day, title, cents }: { day: string; title: string; cents: number }) => (
  <tbody>
    <chakra.tr fontWeight="600">
      <Cell data-label="Date" whiteSpace="nowrap">
        <time dateTime={day}>{formatDay(day)}</time>
      </Cell>
      <Cell data-label="Movement" colSpan={columns.length - 2}>
        {title}
      </Cell>
      <Cell data-label="Balance" numeric>
        <Money cents={cents} />
      </Cell>
    </chakra.tr>
  </tbody>
);

const Lines = ({
  first,
  rows,
  isWhole,
}: {
  first: StatementPage;
  rows: readonly StatementLine[];
  isWhole: boolean;
}) => (
  <Table label="Statement">
    <HeaderRow columns={columns} />
    <BalanceRow day={first.from} title="Opening balance" cents={first.opening_cents} />
    <Rows columns={columns} rows={rows} rowKey="id" />
    {isWhole && <BalanceRow day={first.to} title="Closing balance" cents={first.closing_cents} />}
  </Table>
);

const Balances = ({ of: { opening_cents, closing_cents, from, to } }: { of: StatementPage }) => {
  const today = dayOf(new Date(useAtomValue(nowAtom)).toISOString());
  return (
    <Grid templateColumns={{ base: '1fr 1fr', md: 'repeat(3, 1fr)' }} gap={{ base: '3', md: '4' }}>
      <Figure label="Opening balance" value={opening_cents} format={formatUsd} hint={`Before ${formatDay(from)}`} />
      <Figure
        label="Closing balance"
        value={closing_cents}
        format={formatUsd}
        hint={to < today ? `After ${formatDay(to)}` : 'So far'}
      />
      <Box gridColumn={{ base: 'span 2', md: 'auto' }}>
        <Figure
          label="Change"
          value={closing_cents - opening_cents}
          format={formatUsd}
          hint="What these days added to what you’re owed"
        />
      </Box>
    </Grid>
  );
};

interface StatementProps {
  readonly from: string;
  readonly to: string;
  /** What chooses other days. */
  readonly children: ReactNode;
}

/** What moved a creator’s money within some days, with what was owed before, after each movement, and at the end. */
export const Statement = ({ from, to, children }: StatementProps) => {
  const query = new URLSearchParams({ from, to }).toString();
  const path = '/api/earnings/statement';
  const list = useMovedPages<StatementPage>(`${path}?${query}`);
  const { pages, error, hasMore } = list;
  const { head, readAgain } = useListHead(list.again);
  // The latest page knows the latest closing balance.
  const first = pages?.[0];
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
  return (
    <Stack ref={head} tabIndex={-1} outline="0" gap={{ base: '4', md: '6' }}>
      <Flex gap="4" wrap="wrap" justify="space-between" align="flex-end">
        {children}
        <Flex gap="3">
          <Files what="this statement" path={path} query={query} filename={`statement-${from}-${to}`} />
        </Flex>
      </Flex>
      {isRefused && <Notice title={error.title}>{error.message}</Notice>}
      {error && !isRefused && <ReadFailed words="The statement could not be read" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="480px" borderRadius="media" role="status" aria-label="Loading the statement" />}
      {first && <Balances of={first} />}
      {first && rows.length > 0 && <Lines first={first} rows={rows} isWhole={!hasMore} />}
      {first && rows.length === 0 && (
        <EmptyState sentence={`Nothing moved from ${formatDay(first.from)} to ${formatDay(first.to)}.`} />
      )}
      <More of={list} what="Further lines" />
    </Stack>
  );
};
