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
import { RepaidDialog } from './repaid-dialog.tsx';
import { LicenseLookup } from './license-lookup.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { columnsOf, titles } from './refund-table.tsx';
import { refunds } from './refunds.atoms.ts';

const nothing: Readonly<Record<RefundStatus, string>> = {
  requested: 'No open requests. Requests stay here until you refund or decline them.',
  started: 'No refunds are on their way to the bank.',
  refunded: 'Nothing has been refunded yet.',
  declined: 'No requests have been declined.',
  failed: 'No refunds have failed.',
  returned: 'No bank has returned a refund.',
};

/** Refund requests, and refunds by status. */
export const AdminRefundsPage = () => {
  const filter = useFilter('status', optionsOf(titles), 'requested');
  const status = filter.value;
  const [address, setAddress] = useSearchParams();
  const licenseInUrl = address.get('license');
  const [chosen, setChosen] = useState<string | null>(null);
  const refunding = chosen ?? licenseInUrl;
  const [declining, setDeclining] = useState<RefundRow | null>(null);
  const [repaid, setRepaid] = useState<RefundRow | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setChosen(null);
    if (licenseInUrl !== null) setAddress({}, { replace: true });
  };
  return (
    <AdminLayout
      title="Refunds"
      intro="Brands can request a refund within 14 days of a purchase. You can refund any license, in full or in part. A refund takes back everyone’s share of the price."
    >
      <Stack gap="4">
        <Flex gap="4" justify="space-between" align={{ md: 'flex-end' }} direction={{ base: 'column', md: 'row' }}>
          <Box w="56">
            <Choice label="Status" {...filter} />
          </Box>
          <Box flex={{ md: '0 1 32rem' }}>
            <LicenseLookup onNumber={setChosen} />
          </Box>
        </Flex>
        <Box ref={place} tabIndex={-1} outline="none">
          <ListTable
            of={refunds}
            path={`/api/admin/refunds?status=${status}`}
            noun="refunds"
            nothing={nothing[status]}
            label={`Refunds: ${titles[status]}`}
            columns={columnsOf(status, setChosen, setDeclining, setRepaid)}
            rowKey="license_id"
          />
        </Box>
        {refunding !== null && (
          <RefundDialog licenseId={refunding} onClose={close} focusWhenDone={() => place.current} />
        )}
        {repaid && <RepaidDialog row={repaid} onClose={() => setRepaid(null)} focusWhenDone={() => place.current} />}
        {declining && (
          <DeclineDialog row={declining} onClose={() => setDeclining(null)} focusWhenDone={() => place.current} />
        )}
      </Stack>
    </AdminLayout>
  );
};

export { AdminRefundsPage as Component };
