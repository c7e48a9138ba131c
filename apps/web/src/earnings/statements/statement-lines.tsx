import { Box, Flex, Grid, Stack, chakra } from '@chakra-ui/react';
import type { StatementLine, StatementPage } from '@tessera/contract/money/earnings';
import { formatDay } from '@tessera/domain/days';
import { dayOf } from '@tessera/domain/ledger';
import { endOf } from '@tessera/domain/earnings/statements/statement';
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
import { DownloadButtons } from '../download-buttons.tsx';
import { ShowMore } from '../show-more.tsx';
import { useMoneyPages } from '../money-pages.ts';
import { LineDescription } from '../line-description.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';

/** A column of amounts, empty where the amount is zero. */
const amountColumn = (head: string, centsOf: (row: StatementLine) => number): Column<StatementLine> => ({
  head,
  kind: 'figure',
  cell: (row) => centsOf(row) !== 0 && <Money cents={centsOf(row)} />,
});

const columns: readonly Column<StatementLine>[] = [
  { head: 'Date', whiteSpace: 'nowrap', cell: ({ at }) => <UtcDay instant={at} /> },
  {
    head: 'Description',
    cell: (row) =>
      row.payout_id === null ? (
        <LineDescription of={row} />
      ) : (
        <TextLink to={paths.creator.payout(row.payout_id)} color="accent" display="block">
          <LineDescription of={row} />
        </TextLink>
      ),
  },
  amountColumn('Gross', ({ gross_cents }) => gross_cents),
  amountColumn('Commission', ({ commission_cents }) => 0 - commission_cents),
  amountColumn('Net or reward', ({ earned_cents }) => earned_cents),
  amountColumn('Refund', ({ reversed_cents }) => reversed_cents),
  amountColumn('Payout', ({ payout_cents }) => payout_cents),
  { head: 'Balance', kind: 'figure', fontWeight: '500', cell: ({ balance_cents }) => <Money cents={balance_cents} /> },
];

const BalanceRow = ({ day, title, cents }: { day: string; title: string; cents: number }) => (
  <tbody>
    <chakra.tr fontWeight="600">
      <Cell data-label="Date" whiteSpace="nowrap">
        <time dateTime={day}>{formatDay(day)}</time>
      </Cell>
      <Cell data-label="Description" colSpan={columns.length - 2}>
        {title}
      </Cell>
      <Cell data-label="Balance" numeric>
        <Money cents={cents} />
      </Cell>
    </chakra.tr>
  </tbody>
);

const useToday = () => dayOf(new Date(useAtomValue(nowAtom)).toISOString());

const Lines = ({
  first,
  rows,
  isComplete,
}: {
  first: StatementPage;
  rows: readonly StatementLine[];
  isComplete: boolean;
}) => {
  const end = endOf(first, useToday());
  return (
    <Table label="Statement" columns="many">
      <HeaderRow columns={columns} />
      <BalanceRow day={first.from} title="Opening balance" cents={first.opening_cents} />
      <Rows columns={columns} rows={rows} rowKey="id" />
      {isComplete && <BalanceRow {...end} cents={first.closing_cents} />}
    </Table>
  );
};

const Balances = ({ of: { opening_cents, closing_cents, from, to } }: { of: StatementPage }) => {
  const today = useToday();
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
          hint="How much your balance changed in this period"
        />
      </Box>
    </Grid>
  );
};

interface StatementProps {
  readonly from: string;
  readonly to: string;
  /** The controls that choose the period. */
  readonly children: ReactNode;
}

/** The movements of a creator’s money in a period, with the balance before, after each movement, and at the end. */
export const Statement = ({ from, to, children }: StatementProps) => {
  const query = new URLSearchParams({ from, to }).toString();
  const path = '/api/earnings/statement';
  const list = useMoneyPages<StatementPage>(`${path}?${query}`);
  const { pages, error, hasMore } = list;
  const { head, readAgain } = useListHead(list.reload);
  // After a reload, the first page has the current closing balance.
  const first = pages?.[0];
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
  return (
    <Stack ref={head} tabIndex={-1} outline="0" gap={{ base: '4', md: '6' }}>
      <Flex gap="4" wrap="wrap" justify="space-between" align="flex-end">
        {children}
        {!isRefused && (
          <Flex gap="3">
            <DownloadButtons what="this statement" path={path} query={query} filename={`statement-${from}-${to}`} />
          </Flex>
        )}
      </Flex>
      {isRefused && <Notice title={error.title}>{error.message}</Notice>}
      {error && !isRefused && <ReadFailed words="The statement could not be loaded" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="480px" borderRadius="media" role="status" aria-label="Loading the statement" />}
      {first && <Balances of={first} />}
      {first && rows.length > 0 && <Lines first={first} rows={rows} isComplete={!hasMore} />}
      {first && rows.length === 0 && (
        <EmptyState sentence={`No activity from ${formatDay(first.from)} to ${formatDay(first.to)}.`} />
      )}
      <ShowMore of={list} what="More lines" />
    </Stack>
  );
};
