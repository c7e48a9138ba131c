import { Box, Flex, Stack } from '@chakra-ui/react';
import type { RefundRow } from '@tessera/contract/money/refunds';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListTable } from '../list-table.tsx';
import { useFilter } from '../use-filter.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { LicenseNumber } from './license-lookup.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { columnsOf, titles } from './refund-table.tsx';
import { refunds } from './refunds.atoms.ts';

const nothing: Readonly<Record<RefundStatus, string>> = {
  requested: 'No brand is waiting. Requests stand here until you refund or decline them.',
  started: 'No refund is on its way to the bank.',
  refunded: 'Nothing has been refunded yet.',
  declined: 'No request has been declined.',
  failed: 'No refund has failed.',
};

/** What brands ask to have back, and what went back to them. */
export const AdminRefundsPage = () => {
  const filter = useFilter('status', optionsOf(titles), 'requested');
  const status = filter.value;
  const [address, setAddress] = useSearchParams();
  const named = address.get('license');
  const [chosen, setRefunded] = useState<string | null>(null);
  const refunded = chosen ?? named;
  const [declined, setDeclined] = useState<RefundRow | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setRefunded(null);
    if (named !== null) setAddress({}, { replace: true });
  };
  return (
    <AdminLayout
      title="Refunds"
      intro="Brands may ask within 14 days of a purchase; you may refund any license, whole or in part. Each refund takes back what everyone had of the price."
    >
      <Stack gap="4">
        <Flex gap="4" justify="space-between" align={{ md: 'flex-end' }} direction={{ base: 'column', md: 'row' }}>
          <Box w="56">
            <Choice label="Which refunds" {...filter} />
          </Box>
          <Box flex={{ md: '0 1 32rem' }}>
            <LicenseNumber onNumber={setRefunded} />
          </Box>
        </Flex>
        <Box ref={place} tabIndex={-1} outline="none">
          <ListTable
            of={refunds}
            path={`/api/admin/refunds?status=${status}`}
            noun="refunds"
            nothing={nothing[status]}
            label={`Refunds: ${titles[status]}`}
            columns={columnsOf(status, setRefunded, setDeclined)}
            rowKey="license_id"
          />
        </Box>
        {refunded !== null && <RefundDialog licenseId={refunded} onClose={close} placeWhenMade={() => place.current} />}
        {declined && (
          <DeclineDialog row={declined} onClose={() => setDeclined(null)} focusWhenDone={() => place.current} />
        )}
      </Stack>
    </AdminLayout>
  );
};
