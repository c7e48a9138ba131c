import { Stack, chakra } from '@chakra-ui/react';
import type { PayoutDetail, PayoutLine, PayoutLinePage, PayoutRow } from '@tessera/contract/earnings';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/utc-day.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { Cell, Heads, Table } from '../../ui/table/table.tsx';
import { More } from '../more.tsx';
import { useMovedPages } from '../moved-pages.ts';
import { Subject } from '../words.tsx';

const TakenOver = ({ row: { id, steps, amount_cents } }: { row: PayoutRow }) => (
  <tbody>
    <tr>
      <Cell data-label="Date" whiteSpace="nowrap">
        <UtcDay instant={steps[0]?.at ?? ''} />
      </Cell>
      <Cell data-label="What for">
        <chakra.span asChild color="accent" textDecoration="underline" textUnderlineOffset="3px" textAlign="start">
          <Link to={paths.creator.payout(id)}>Earlier payout that came back</Link>
        </chakra.span>
      </Cell>
      <Cell data-label="Amount" numeric>
        <Money cents={amount_cents} />
      </Cell>
    </tr>
  </tbody>
);

const Line = ({ row }: { row: PayoutLine }) => (
  <tbody>
    <tr>
      <Cell data-label="Date" whiteSpace="nowrap">
        <UtcDay instant={row.at} />
      </Cell>
      <Cell data-label="What for">
        <Subject of={row} />
      </Cell>
      <Cell data-label="Amount" numeric>
        <Money cents={row.amount_cents} />
      </Cell>
    </tr>
  </tbody>
);

const Total = ({ cents }: { cents: number }) => (
  <tbody>
    <chakra.tr fontWeight="600">
      <Cell />
      <Cell data-label="Payout" css={{ md: { '&::before': { content: 'attr(data-label)' } } }}>
        <chakra.span hideFrom="md">
          <Money cents={cents} />
        </chakra.span>
      </Cell>
      <Cell numeric hideBelow="md">
        <Money cents={cents} />
      </Cell>
    </chakra.tr>
  </tbody>
);

/** Line by line what a payout pays: earlier payouts that came back, sales, rewards and reversals; they add up to it. */
export const PayoutLines = ({ payout: { id, takes_over, amount_cents } }: { payout: PayoutDetail }) => {
  const list = useMovedPages<PayoutLinePage>(`/api/earnings/payouts/${encodeURIComponent(id)}/lines`);
  const { pages, error, hasMore } = list;
  const { head, readAgain } = useListHead(list.again);
  return (
    <Stack as="section" ref={head} tabIndex={-1} outline="0" gap="4" aria-labelledby="lines" minW={0}>
      <chakra.h2 id="lines" fontSize="lg" fontWeight="600">
        What it pays
      </chakra.h2>
      {error && <ReadFailed words="The lines could not be read" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="240px" borderRadius="media" role="status" aria-label="Loading the lines" />}
      {pages && (
        <Table label="What it pays">
          <Heads columns={['Date', 'What for']} numeric={['Amount']} />
          {takes_over.map((row) => (
            <TakenOver key={row.id} row={row} />
          ))}
          {pages.flatMap(({ items }) => items.map((row) => <Line key={row.id} row={row} />))}
          {!hasMore && <Total cents={amount_cents} />}
        </Table>
      )}
      <More of={list} what="Further lines" />
    </Stack>
  );
};
