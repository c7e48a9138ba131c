import { Box, Flex, Stack } from '@chakra-ui/react';
import type { InfiniteData } from '@tanstack/query-core';
import type { RefundPage, RefundRow } from '@tessera/contract/refunds';
import { refundStatuses } from '@tessera/domain/refunds/refunds.view';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListStates } from '../list-states.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { LicenseNumber } from './license-number.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundTable, titles } from './refund-table.tsx';
import { refundListAtoms, watchRefundsAtom } from './refunds.atoms.ts';

const nothing: Readonly<Record<RefundStatus, string>> = {
  requested: 'No brand is waiting. Requests stand here until you refund or decline them.',
  started: 'No refund is on its way to the bank.',
  refunded: 'Nothing has been refunded yet.',
  declined: 'No request has been declined.',
  failed: 'No refund has failed.',
};

const isStatus = (value: string | null): value is RefundStatus => refundStatuses.some((status) => status === value);

interface RefundsProps {
  readonly status: RefundStatus;
  readonly onStatus: (status: RefundStatus) => void;
}

const Refunds = ({ status, onStatus }: RefundsProps) => {
  const list = useAtomValue(refundListAtoms[status]);
  useAtomValue(watchRefundsAtom);
  const [refunded, setRefunded] = useState<string | null>(null);
  const [declined, setDeclined] = useState<RefundRow | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = (list.data as InfiniteData<RefundPage> | undefined)?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="4">
      <Flex gap="4" justify="space-between" align={{ md: 'flex-end' }} direction={{ base: 'column', md: 'row' }}>
        <Box w="56">
          <Choice label="Which refunds" value={status} options={optionsOf(titles)} onChange={onStatus} />
        </Box>
        <Box flex={{ md: '0 1 32rem' }}>
          <LicenseNumber onNumber={setRefunded} />
        </Box>
      </Flex>
      <Box ref={place} tabIndex={-1} outline="none">
        <ListStates list={list} count={rows?.length} noun="refunds" nothing={nothing[status]}>
          {rows && <RefundTable status={status} rows={rows} onRefund={setRefunded} onDecline={setDeclined} />}
        </ListStates>
      </Box>
      {refunded !== null && (
        <RefundDialog licenseId={refunded} onClose={() => setRefunded(null)} placeWhenMade={() => place.current} />
      )}
      {declined && (
        <DeclineDialog row={declined} onClose={() => setDeclined(null)} placeWhenDone={() => place.current} />
      )}
    </Stack>
  );
};

/** What brands ask to have back, and what went back to them. */
export const AdminRefundsPage = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('status');
  const status = isStatus(asked) ? asked : 'requested';
  return (
    <AdminLayout title="Refunds">
      <PageHeading
        intro={
          <Flex direction="column" gap="2">
            Brands may ask within 14 days of a purchase; you may refund any license, whole or in part. Each refund takes
            back what everyone had of the price.
            <LiveDot />
          </Flex>
        }
      >
        Refunds
      </PageHeading>
      <Refunds
        status={status}
        onStatus={(value) => setSearch(value === 'requested' ? {} : { status: value }, { replace: true })}
      />
    </AdminLayout>
  );
};
