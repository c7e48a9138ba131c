import { Box, Flex, chakra } from '@chakra-ui/react';
import type { RefundRow } from '@tessera/contract/refunds';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/utc-day.tsx';
import { Cell, Head, Heads, Table } from '../../ui/table/table.tsx';

export const titles: Readonly<Record<RefundStatus, string>> = {
  requested: 'Requests',
  started: 'On their way',
  refunded: 'Refunded',
  declined: 'Declined',
  failed: 'Failed',
};

const since: Readonly<Record<RefundStatus, string>> = {
  requested: 'Asked (UTC)',
  started: 'Started (UTC)',
  refunded: 'Refunded (UTC)',
  declined: 'Declined (UTC)',
  failed: 'Failed (UTC)',
};

/** Whose words a reason is. */
const speakers: Readonly<Record<RefundStatus, string>> = {
  requested: 'Why the brand asks',
  started: 'Reason',
  refunded: 'Reason',
  declined: 'Why it was declined',
  failed: 'What the gateway said',
};

const isOver = ({ price_money, refunded_money, status }: RefundRow) =>
  status === 'started' || refunded_money.amount_cents >= price_money.amount_cents;

interface EntryProps {
  readonly row: RefundRow;
  readonly onRefund: () => void;
  readonly onDecline: () => void;
}

const Entry = ({ row, onRefund, onDecline }: EntryProps) => (
  <tr>
    <Cell as="th" scope="row" fontWeight="400" textAlign="start" minW={{ md: '180px' }}>
      <chakra.span
        asChild
        fontWeight="500"
        overflowWrap="anywhere"
        textDecoration="underline"
        textUnderlineOffset="3px"
      >
        <Link to={paths.admin.eventsOf(`refund-${row.license_id}`)} aria-label={`${row.title}: show the events`}>
          {row.title}
        </Link>
      </chakra.span>
      <Box fontSize="xs" color="ink.muted">
        {licenseTypeTitles[row.license_type]} by {row.creator_name}
      </Box>
    </Cell>
    <Cell data-label="Brand" overflowWrap="anywhere">
      {row.brand_name}
    </Cell>
    <Cell data-label={speakers[row.status]} overflowWrap="anywhere" maxW={{ md: '280px' }}>
      <Box textAlign={{ base: 'end', md: 'start' }}>{row.reason ?? '–'}</Box>
    </Cell>
    <Cell data-label={since[row.status]} whiteSpace="nowrap">
      <UtcDay instant={row.requested_at ?? row.changed_at} />
    </Cell>
    <Cell data-label="Price" numeric>
      <Money cents={row.price_money.amount_cents} />
    </Cell>
    <Cell data-label="Refunded so far" numeric>
      <Box textAlign="end">
        <Money cents={row.refunded_money.amount_cents} />
        {row.status === 'started' && row.amount_money && (
          <Box fontSize="xs" color="ink.muted" whiteSpace="nowrap">
            +<Money cents={row.amount_money.amount_cents} /> on its way
          </Box>
        )}
      </Box>
    </Cell>
    <Cell data-part="action">
      <Flex gap="2" justify={{ md: 'flex-end' }}>
        {!isOver(row) && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Refund ${row.title} to ${row.brand_name}`}
            onClick={onRefund}
          >
            Refund…
          </Button>
        )}
        {row.status === 'requested' && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Decline the refund of ${row.title} to ${row.brand_name}`}
            onClick={onDecline}
          >
            Decline…
          </Button>
        )}
      </Flex>
    </Cell>
  </tr>
);

interface RefundTableProps {
  readonly status: RefundStatus;
  readonly rows: readonly RefundRow[];
  readonly onRefund: (licenseId: string) => void;
  readonly onDecline: (row: RefundRow) => void;
}

export const RefundTable = ({ status, rows, onRefund, onDecline }: RefundTableProps) => (
  <Table label={`Refunds: ${titles[status]}`}>
    <Heads columns={['License', 'Brand', speakers[status], since[status]]} numeric={['Price', 'Refunded so far']}>
      <Head scope="col">
        <chakra.span srOnly>Decision</chakra.span>
      </Head>
    </Heads>
    {rows.map((row) => (
      <tbody key={row.license_id}>
        <Entry row={row} onRefund={() => onRefund(row.license_id)} onDecline={() => onDecline(row)} />
      </tbody>
    ))}
  </Table>
);
