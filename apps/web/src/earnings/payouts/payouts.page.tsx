import { Box, Grid, Stack } from '@chakra-ui/react';
import type { Balance } from '@tessera/contract/money/earnings';
import { useAtomValue } from 'jotai';
import { FileText } from 'lucide-react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { balanceQueryAtom } from '../balance.atoms.ts';
import { PayoutList } from './payout-list.tsx';
import { BalanceFigures, DueDates, EarnedTotal } from './balance-panels.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

const gap = { base: '4', md: '6' };

const BalanceOverview = ({ balance }: { balance: Balance }) => (
  <Stack gap={gap}>
    {balance.waiting && <WaitingNotice waiting={balance.waiting} />}
    <BalanceFigures balance={balance} />
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start" gap={gap}>
      <DueDates balance={balance} />
      <EarnedTotal balance={balance} />
    </Grid>
  </Stack>
);

/** A creator’s balance and payouts, which follow the ledger live. */
export const PayoutsPage = () => {
  const { data: balance, error, refetch } = useAtomValue(balanceQueryAtom);
  return (
    <Page title="Payouts">
      <PageHeading
        intro={
          <>
            <Box mb="2">What you’ve earned, where it is now, and what has been paid. Days are in UTC.</Box>
            <LiveDot />
          </>
        }
        actions={
          <ButtonLink to={paths.creator.statement} variant="secondary">
            <FileText size={16} strokeWidth={1.5} aria-hidden /> Statements
          </ButtonLink>
        }
      >
        Payouts
      </PageHeading>
      <Stack gap={{ base: '8', md: '10' }}>
        {balance && <BalanceOverview balance={balance} />}
        {!balance && error && <ReadFailed words="Your balance could not be loaded" onTryAgain={() => void refetch()} />}
        {!balance && !error && (
          <Skeleton h="340px" borderRadius="media" role="status" aria-label="Loading your balance" />
        )}
        <PayoutList />
      </Stack>
    </Page>
  );
};

export { PayoutsPage as Component };
