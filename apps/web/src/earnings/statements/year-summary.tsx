import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { MonthRow, YearAnswer } from '@tessera/contract/money/earnings';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Choice } from '../../ui/controls/choice.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { Cell, HeaderRow, Table, asCards } from '../../ui/table/table.tsx';
import { moneyQueryAtom } from '../balance.atoms.ts';
import { DownloadButtons } from '../download-buttons.tsx';

const yearsOffered = 5;
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

type Amounts = Omit<MonthRow, 'month'>;
const columns = ['Gross', 'Commission', 'Net', 'Rewards', 'Refunds', 'Paid out'].map(
  (head) => ({ head, kind: 'figure' }) as const,
);
/** In column order. */
const amountsOf = (of: Amounts) => [
  of.gross_cents,
  0 - of.commission_cents,
  of.net_cents,
  of.reward_cents,
  of.reversed_cents,
  of.paid_cents,
];

const isEmpty = (of: Amounts) => amountsOf(of).every((cents) => cents === 0);

/** Where each month is a card, empty months are hidden. */
const onlyInTable = { [asCards('many')]: { display: 'none!' } };

const Row = ({ name, of, isTotal = false }: { name: string; of: Amounts; isTotal?: boolean }) => (
  <chakra.tbody {...(isEmpty(of) && { css: onlyInTable })}>
    <chakra.tr {...(isTotal && { fontWeight: '600' })}>
      <Cell as="th" scope="row" textAlign="start" fontWeight={isTotal ? '600' : '500'}>
        {name}
      </Cell>
      {amountsOf(of).map((cents, index) => (
        <Cell
          key={columns[index]?.head}
          data-label={columns[index]?.head}
          numeric
          {...(cents === 0 && { color: 'ink.muted' })}
        >
          <Money cents={cents} />
        </Cell>
      ))}
    </chakra.tr>
  </chakra.tbody>
);

const Months = ({ summary: { year, months, total } }: { summary: YearAnswer }) => (
  <Table label={`Summary of ${year}`} columns="many">
    <HeaderRow columns={[{ head: 'Month' }, ...columns]} />
    {months.map((month) => (
      <Row key={month.month} name={monthName.format(Date.parse(month.month))} of={month} />
    ))}
    <Row name={`All of ${year}`} of={total} isTotal />
  </Table>
);

interface YearProps {
  readonly year: string;
  /** Four digits. */
  readonly thisYear: string;
  readonly onChoose: (year: string) => void;
}

/** The latest years, plus the one that is shown. */
const yearOptions = (thisYear: string, year: string) => {
  const latest = Array.from({ length: yearsOffered }, (_, ago) => String(Number(thisYear) - ago));
  return latest.includes(year) ? latest : [...latest, year];
};

/** What was earned, reversed and paid in a year, month by month. */
export const YearSummary = ({ year, thisYear, onChoose }: YearProps) => {
  const path = `/api/earnings/years/${encodeURIComponent(year)}`;
  const { data, error, refetch } = useAtomValue(useMemo(() => moneyQueryAtom<YearAnswer>(path), [path]));
  const summary = data?.year === year ? data : undefined;
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <Flex gap="4" wrap="wrap" justify="space-between">
        <Box w="44">
          <Choice
            label="Year"
            value={year}
            options={yearOptions(thisYear, year).map((each) => ({ value: each, label: each }))}
            onChange={onChoose}
          />
        </Box>
        <Flex gap="3">
          <DownloadButtons what={`the summary of ${year}`} path={`${path}/summary`} filename={`year-${year}`} />
        </Flex>
      </Flex>
      {!summary && error && <ReadFailed words="The summary could not be loaded" onTryAgain={() => void refetch()} />}
      {!summary && !error && <Skeleton h="600px" borderRadius="media" role="status" aria-label="Loading the summary" />}
      {summary &&
        (isEmpty(summary.total) ? <EmptyState sentence={`No activity in ${year}.`} /> : <Months summary={summary} />)}
    </Stack>
  );
};
