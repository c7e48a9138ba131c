import { Flex, Stack, chakra } from '@chakra-ui/react';
import type { PayoutRunRow } from '@tessera/contract/payout-runs';
import { useAtomValue } from 'jotai';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { Holds } from './holds.tsx';
import { addresses, usePages, watchPayoutsAtom } from './payouts.atoms.ts';
import { PrepareRun } from './prepare-run.tsx';
import { RunList } from './run-list.tsx';
import { isOpen } from './words.ts';

const Payouts = () => {
  const runs = usePages<PayoutRunRow>(addresses.runs);
  useAtomValue(watchPayoutsAtom);
  return (
    <Stack gap={{ base: '8', md: '10' }}>
      <PrepareRun open={runs.rows?.find(isOpen)} />
      <chakra.section aria-labelledby="runs">
        <chakra.h2 id="runs" fontSize="lg" fontWeight="600" mb="4">
          Runs
        </chakra.h2>
        <RunList {...runs} />
      </chakra.section>
      <Holds />
    </Stack>
  );
};

/** Where the operator pays creators: what is due, the runs so far, and who is on hold. */
export const AdminPayoutsPage = () => (
  <AdminLayout title="Payouts">
    <PageHeading
      intro={
        <Flex direction="column" gap="2">
          Prepare a run, look it over, send it, and record what the bank says.
          <LiveDot />
        </Flex>
      }
    >
      Payouts
    </PageHeading>
    <Payouts />
  </AdminLayout>
);
