import { Box, Stack, chakra } from '@chakra-ui/react';
import type { PayoutPage, PayoutRow } from '@tessera/contract/earnings';
import { payoutWindowDays } from '@tessera/domain/earnings/split';
import { paymentMethodTitles } from '@tessera/domain/payouts/words';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/utc-day.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { Cell, Heads, Table } from '../../ui/table/table.tsx';
import { More } from '../more.tsx';
import { useMovedPages } from '../moved-pages.ts';
import { PayoutBadge } from '../words.tsx';

const Entry = ({ row: { id, status, amount_cents, method, destination, steps } }: { row: PayoutRow }) => (
  <tbody>
    <tr>
      <Cell data-label="Payout">
        <chakra.span asChild color="accent" fontWeight="500" textDecoration="underline" textUnderlineOffset="3px">
          <Link to={paths.creator.payout(id)}>
            Payout of <UtcDay instant={steps[0]?.at ?? ''} />
          </Link>
        </chakra.span>
      </Cell>
      <Cell data-label="To">
        <chakra.span textAlign={{ base: 'end', md: 'start' }} overflowWrap="anywhere">
          {destination ?? paymentMethodTitles[method]}
        </chakra.span>
      </Cell>
      <Cell data-label="Status">
        <PayoutBadge status={status} />
      </Cell>
      <Cell data-label="Since" whiteSpace="nowrap">
        <UtcDay instant={steps.at(-1)?.at ?? ''} />
      </Cell>
      <Cell data-label="Amount" numeric fontWeight="600">
        <Money cents={amount_cents} />
      </Cell>
    </tr>
  </tbody>
);

/** All payouts, newest first; each moves on here as it does there. */
export const PayoutList = () => {
  const list = useMovedPages<PayoutPage>('/api/earnings/payouts');
  const { pages, error } = list;
  const { head, readAgain } = useListHead(list.again);
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  return (
    <Stack as="section" ref={head} tabIndex={-1} outline="0" gap="4" aria-labelledby="payouts">
      <chakra.h2 id="payouts" fontSize="lg" fontWeight="600">
        Your payouts
      </chakra.h2>
      {error && <ReadFailed words="Your payouts could not be read" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="160px" borderRadius="media" role="status" aria-label="Loading your payouts" />}
      {pages && rows.length === 0 && (
        <EmptyState
          sentence={`No payouts yet. Each sale falls due ${payoutWindowDays} days after it, and is then part of the next payout.`}
          action={
            <Button asChild variant="secondary">
              <Link to={paths.creator.licenses}>See what I’ve sold</Link>
            </Button>
          }
        />
      )}
      {rows.length > 0 && (
        <Box>
          <Table label="Your payouts">
            <Heads columns={['Payout', 'To', 'Status', 'Since']} numeric={['Amount']} />
            {rows.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </Table>
        </Box>
      )}
      <More of={list} what="Further payouts" />
    </Stack>
  );
};
