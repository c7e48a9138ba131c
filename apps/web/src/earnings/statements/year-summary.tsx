import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { MonthRow, YearAnswer } from '@tessera/contract/money/earnings';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { Choice } from '../../ui/controls/choice.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { Cell, HeaderRow, Table } from '../../ui/table/table.tsx';
import { movedReading } from '../balance.atoms.ts';
import { Files } from '../download-buttons.tsx';

const yearsOffered = 5;
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

type Amounts = Omit<MonthRow, 'month'>;
const columns = ['Gross', 'Commission', 'Net', 'Rewards', 'Refunds', 'Paid out'].map(
  (head) => ({ head, kind: 'figure' }) as const,
);
/** In the order of their columns. */
const amountsOf = (of: Amounts) => [
  of.gross_cents,
  0 - of.commission_cents,
  of.net_cents,
  of.reward_cents,
  of.reversed_cents,
  of.paid_cents,
];

const isEmpty = (of: Amounts) => amountsOf(of).every((cents) => cents === 0);

/** On a phone, where each is a card, months with nothing in them are left out. */
const Row = ({ name, of, isTotal = false }: { name: string; of: Amounts; isTotal?: boolean }) => (
  <chakra.tbody {...(isEmpty(of) && { hideBelow: 'md' })}>
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
  <Table label={`Summary of ${year}`}>
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

/** The latest years, and the one that is shown. */
const offered = (thisYear: string, year: string) => {
  const latest = Array.from({ length: yearsOffered }, (_, ago) => String(Number(thisYear) - ago));
  return latest.includes(year) ? latest : [...latest, year];
};

/** What a year brought, was taken back and paid, month by month. */
export const YearSummary = ({ year, thisYear, onChoose }: YearProps) => {
  const path = `/api/earnings/years/${encodeURIComponent(year)}`;
  const { data, error, refetch } = useAtomValue(useMemo(() => movedReading<YearAnswer>(path), [path]));
  const summary = data?.year === year ? data : undefined;
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <Flex gap="4" wrap="wrap" justify="space-between">
        <Box w="44">
          <Choice
            label="Year"
            value={year}
            options={offered(thisYear, year).map((each) => ({ value: each, label: each }))}
            onChange={onChoose}
          />
        </Box>
        <Flex gap="3">
          <Files what={`the summary of ${year}`} path={`${path}/summary`} filename={`year-${year}`} />
        </Flex>
      </Flex>
      {!summary && error && <ReadFailed words="The summary could not be read" onTryAgain={() => void refetch()} />}
      {!summary && !error && <Skeleton h="600px" borderRadius="media" role="status" aria-label="Loading the summary" />}
      {summary &&
        (isEmpty(summary.total) ? <EmptyState sentence={`Nothing moved in ${year}.`} /> : <Months summary={summary} />)}
    </Stack>
  );
};
