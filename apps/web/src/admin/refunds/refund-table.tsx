import { Box, Flex } from '@chakra-ui/react';
import type { RefundRow } from '@tessera/contract/money/refunds';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { asTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { EventsLink } from '../events-link.tsx';

export const titles: Readonly<Record<RefundStatus, string>> = {
  requested: 'Requests',
  started: 'On their way',
  refunded: 'Refunded',
  declined: 'Declined',
  failed: 'Failed',
  returned: 'Returned by the bank',
};

const dateHeads: Readonly<Record<RefundStatus, string>> = {
  requested: 'Requested (UTC)',
  started: 'Started (UTC)',
  refunded: 'Refunded (UTC)',
  declined: 'Declined (UTC)',
  failed: 'Failed (UTC)',
  returned: 'Returned (UTC)',
};

/** The heading of the reason column, which depends on who gave the reason. */
const reasonHeads: Readonly<Record<RefundStatus, string>> = {
  requested: 'The brand’s reason',
  started: 'Reason',
  refunded: 'Reason',
  declined: 'Why it was declined',
  failed: 'The gateway’s reason',
  returned: 'The gateway’s reason',
};

const isOver = ({ price_money, refunded_money, status }: RefundRow) =>
  status === 'started' || status === 'returned' || refunded_money.amount_cents >= price_money.amount_cents;

export const columnsOf = (
  status: RefundStatus,
  onRefund: (licenseId: string) => void,
  onDecline: (row: RefundRow) => void,
  onRepaid: (row: RefundRow) => void,
): readonly Column<RefundRow>[] => [
  {
    head: 'License',
    kind: 'name',
    css: { [asTable('many')]: { minW: '180px' } },
    cell: ({ license_id, title, license_type, creator_name }) => (
      <>
        <EventsLink of={`refund-${license_id}`} name={title} />
        <Box fontSize="xs" color="ink.muted">
          {licenseTypeTitles[license_type]} by {creator_name}
        </Box>
      </>
    ),
  },
  { head: 'Brand', overflowWrap: 'anywhere', cell: ({ brand_name }) => brand_name },
  {
    head: reasonHeads[status],
    overflowWrap: 'anywhere',
    css: { [asTable('many')]: { maxW: '280px' } },
    cell: ({ reason }) => reason ?? '–',
  },
  {
    head: dateHeads[status],
    whiteSpace: 'nowrap',
    cell: ({ requested_at, changed_at }) => <UtcDay instant={requested_at ?? changed_at} />,
  },
  { head: 'Price', kind: 'figure', cell: ({ price_money }) => <Money cents={price_money.amount_cents} /> },
  {
    head: 'Refunded so far',
    kind: 'figure',
    cell: ({ refunded_money, amount_money }) => (
      <Box textAlign="end">
        <Money cents={refunded_money.amount_cents} />
        {(status === 'started' || status === 'returned') && amount_money && (
          <Box fontSize="xs" color="ink.muted" whiteSpace="nowrap">
            +<Money cents={amount_money.amount_cents} /> {status === 'started' ? 'on its way' : 'returned'}
          </Box>
        )}
      </Box>
    ),
  },
  {
    head: 'Decision',
    kind: 'action',
    cell: (row) => (
      <Flex gap="2" css={{ [asTable('many')]: { flexWrap: 'wrap' } }}>
        {!isOver(row) && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Refund ${row.title} to ${row.brand_name}`}
            onClick={() => onRefund(row.license_id)}
          >
            Refund…
          </Button>
        )}
        {status === 'returned' && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Record how the refund of ${row.title} was paid to ${row.brand_name}`}
            onClick={() => onRepaid(row)}
          >
            Paid another way…
          </Button>
        )}
        {status === 'requested' && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Decline the refund of ${row.title} to ${row.brand_name}`}
            onClick={() => onDecline(row)}
          >
            Decline…
          </Button>
        )}
      </Flex>
    ),
  },
];
