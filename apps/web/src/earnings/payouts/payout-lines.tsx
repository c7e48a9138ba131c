import { Stack, chakra } from '@chakra-ui/react';
import type { PayoutDetail, PayoutLinePage, PayoutRow } from '@tessera/contract/money/earnings';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { Cell, HeaderRow, Rows, Table, asCards, asTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { ShowMore } from '../show-more.tsx';
import { useMoneyPages } from '../money-pages.ts';
import { LineDescription } from '../line-description.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

interface PaidLine {
  readonly id: string;
  readonly at: string;
  readonly what: ReactNode;
  readonly amount_cents: number;
}

const columns: readonly Column<PaidLine>[] = [
  { head: 'Date', whiteSpace: 'nowrap', cell: ({ at }) => <UtcDay instant={at} /> },
  { head: 'Description', cell: ({ what }) => what },
  { head: 'Amount', kind: 'figure', cell: ({ amount_cents }) => <Money cents={amount_cents} /> },
];

const earlierPayout = ({ id, steps, amount_cents }: PayoutRow): PaidLine => ({
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
      <Cell data-label="Payout" css={{ [asTable('few')]: { '&::before': { content: 'attr(data-label)' } } }}>
        <chakra.span css={{ [asTable('few')]: { display: 'none' } }}>
          <Money cents={cents} />
        </chakra.span>
      </Cell>
      <Cell numeric css={{ [asCards('few')]: { display: 'none' } }}>
        <Money cents={cents} />
      </Cell>
    </chakra.tr>
  </tbody>
);

/** The lines that add up to a payout: earlier payouts that came back, sales, rewards and reversals. */
export const PayoutLines = ({ payout: { id, takes_over, amount_cents } }: { payout: PayoutDetail }) => {
  const list = useMoneyPages<PayoutLinePage>(`/api/earnings/payouts/${encodeURIComponent(id)}/lines`);
  const { pages, error, hasMore } = list;
  const { head, readAgain } = useListHead(list.reload);
  const lines =
    pages?.flatMap(({ items }) => items.map((row) => ({ ...row, what: <LineDescription of={row} /> }))) ?? [];
  return (
    <Stack as="section" ref={head} tabIndex={-1} outline="0" gap="4" aria-labelledby="lines" minW={0}>
      <Heading id="lines">What this payout covers</Heading>
      {error && <ReadFailed words="The lines could not be loaded" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="240px" borderRadius="media" role="status" aria-label="Loading the lines" />}
      {pages && (
        <Table label="What this payout covers" columns="few">
          <HeaderRow columns={columns} />
          <Rows columns={columns} rows={[...takes_over.map(earlierPayout), ...lines]} rowKey="id" />
          {!hasMore && <Total cents={amount_cents} />}
        </Table>
      )}
      <ShowMore of={list} what="More lines" />
    </Stack>
  );
};
