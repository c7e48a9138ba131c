import { Stack, chakra } from '@chakra-ui/react';
import type { PayoutDetail, PayoutLinePage, PayoutRow } from '@tessera/contract/money/earnings';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { Cell, HeaderRow, Rows, Table } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { More } from '../show-more.tsx';
import { useMovedPages } from '../money-pages.ts';
import { Subject } from '../words.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

interface Paid {
  readonly id: string;
  readonly at: string;
  readonly what: ReactNode;
  readonly amount_cents: number;
}

const columns: readonly Column<Paid>[] = [
  { head: 'Date', whiteSpace: 'nowrap', cell: ({ at }) => <UtcDay instant={at} /> },
  { head: 'What for', cell: ({ what }) => what },
  { head: 'Amount', kind: 'figure', cell: ({ amount_cents }) => <Money cents={amount_cents} /> },
];

const takenOver = ({ id, steps, amount_cents }: PayoutRow): Paid => ({
  id,
  at: steps[0]?.at ?? '',
  what: (
    <TextLink to={paths.creator.payout(id)} color="accent" textAlign="start">
      Earlier payout that came back
    </TextLink>
  ),
  amount_cents,
});

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
  const lines = pages?.flatMap(({ items }) => items.map((row) => ({ ...row, what: <Subject of={row} /> }))) ?? [];
  return (
    <Stack as="section" ref={head} tabIndex={-1} outline="0" gap="4" aria-labelledby="lines" minW={0}>
      <Heading id="lines">What it pays</Heading>
      {error && <ReadFailed words="The lines could not be read" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="240px" borderRadius="media" role="status" aria-label="Loading the lines" />}
      {pages && (
        <Table label="What it pays">
          <HeaderRow columns={columns} />
          <Rows columns={columns} rows={[...takes_over.map(takenOver), ...lines]} rowKey="id" />
          {!hasMore && <Total cents={amount_cents} />}
        </Table>
      )}
      <More of={list} what="Further lines" />
    </Stack>
  );
};
