import { Stack, chakra } from '@chakra-ui/react';
import type { PayoutRunRow } from '@tessera/contract/money/payout-runs';
import { AdminLayout } from '../admin-layout.tsx';
import { Holds } from './holds.tsx';
import { addresses, payouts } from './payouts.atoms.ts';
import { PrepareRun } from './prepare-run.tsx';
import { RunList } from './run-list.tsx';
import { isOpen } from './labels.ts';
import { Heading } from '../../ui/layout/panel.tsx';

const Payouts = () => {
  const { rows } = payouts.useList<PayoutRunRow>(addresses.runs);
  return (
    <Stack gap={{ base: '8', md: '10' }}>
      <PrepareRun open={rows?.find(isOpen)} />
      <chakra.section aria-labelledby="runs">
        <Heading id="runs" mb="4">
          Runs
        </Heading>
        <RunList />
      </chakra.section>
      <Holds />
    </Stack>
  );
};

/** Payouts to creators: what is due, the payout runs, and who is on hold. */
export const AdminPayoutsPage = () => (
  <AdminLayout title="Payouts" intro="Prepare a run, review it, send it, and record the bank’s results.">
    <Payouts />
  </AdminLayout>
);

export { AdminPayoutsPage as Component };
