import { Box, Stack, chakra } from '@chakra-ui/react';
import type { PayoutPage, PayoutRow } from '@tessera/contract/money/earnings';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { paymentMethodTitles } from '@tessera/domain/payouts/titles';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { useListHead } from '../../ui/table/use-list-head.ts';
import { RowsTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { ShowMore } from '../show-more.tsx';
import { useMoneyPages } from '../money-pages.ts';
import { PayoutBadge } from '../payout-badge.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

const columns: readonly Column<PayoutRow>[] = [
  {
    head: 'Payout',
    cell: ({ id, steps }) => (
      <TextLink to={paths.creator.payout(id)} color="accent" fontWeight="500">
        Payout from <UtcDay instant={steps[0]?.at ?? ''} />
      </TextLink>
    ),
  },
  {
    head: 'To',
    cell: ({ destination, method }) => (
      <chakra.span overflowWrap="anywhere">{destination ?? paymentMethodTitles[method]}</chakra.span>
    ),
  },
  { head: 'Status', cell: ({ status }) => <PayoutBadge status={status} /> },
  { head: 'Since', whiteSpace: 'nowrap', cell: ({ steps }) => <UtcDay instant={steps.at(-1)?.at ?? ''} /> },
  { head: 'Amount', kind: 'figure', fontWeight: '600', cell: ({ amount_cents }) => <Money cents={amount_cents} /> },
];

/** All payouts, newest first, with their live status. */
export const PayoutList = () => {
  const list = useMoneyPages<PayoutPage>('/api/earnings/payouts');
  const { pages, error } = list;
  const { head, readAgain } = useListHead(list.reload);
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  return (
    <Stack as="section" ref={head} tabIndex={-1} outline="0" gap="4" aria-labelledby="payouts">
      <Heading id="payouts">Your payouts</Heading>
      {error && <ReadFailed words="Your payouts could not be loaded" onTryAgain={readAgain} />}
      {!pages && !error && <Skeleton h="160px" borderRadius="media" role="status" aria-label="Loading your payouts" />}
      {pages && rows.length === 0 && (
        <EmptyState
          sentence={`No payouts yet. ${payoutPromise.available} and paid ${payoutPromise.within}.`}
          action={
            <ButtonLink to={paths.creator.licenses} variant="secondary">
              See what I’ve sold
            </ButtonLink>
          }
        />
      )}
      {rows.length > 0 && (
        <Box>
          <RowsTable label="Your payouts" columns={columns} rows={rows} rowKey="id" />
        </Box>
      )}
      <ShowMore of={list} what="More payouts" />
    </Stack>
  );
};
