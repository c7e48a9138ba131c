import { Box, Grid } from '@chakra-ui/react';
import { splitPolicy } from '@tessera/domain/earnings/split';
import type { ReferralMetrics } from '@tessera/domain/referrals/referrals.view';
import { useAtomValue, useSetAtom } from 'jotai';
import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Figure } from '../ui/facts/figure.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { CodeList } from './codes/code-list.tsx';
import { GenerateCode } from './codes/generate-code.tsx';
import { metricsAtom, pendingCodeChangeAtom, reloadOwnAtom } from './referrals.atoms.ts';
import { Tabs } from '../ui/layout/tabs.tsx';
import { lazyPart } from '../kernel/lazy-component.tsx';

// Loaded when their tab is opened, so that the codes don't wait for them.
const MyReferrals = lazyPart(async () => ({ default: (await import('./my-referrals.tsx')).MyReferrals }));
const Rewards = lazyPart(async () => ({ default: (await import('./rewards.tsx')).Rewards }));

const percent = `${splitPolicy.referralBasisPoints / 100}%`;
const columns = { base: '1fr 1fr', md: 'repeat(3, 1fr)' };
/** On a phone, the total is above the two figures that it consists of. */
const firstSpan = { base: 'span 2', md: 'auto' };
const figureHeight = { base: '106px', md: '122px' };
const gap = { base: '3', md: '4' };

const Metrics = ({ metrics }: { metrics: ReferralMetrics }) => (
  <Grid templateColumns={columns} gap={gap}>
    <Box gridColumn={firstSpan}>
      <Figure label="Total Referrals" value={metrics.total_referrals} hint="Creators who signed up with your codes" />
    </Box>
    <Figure
      label="Successful Conversions"
      value={metrics.successful_conversions}
      hint={`You earn ${percent} of their licenses`}
    />
    <Figure label="Pending Conversions" value={metrics.pending_conversions} hint="In review" />
  </Grid>
);

const Loading = () => (
  <Grid templateColumns={columns} gap={gap} role="status" aria-label="Loading your figures">
    <Skeleton h={figureHeight} borderRadius="media" gridColumn={firstSpan} />
    <Skeleton h={figureHeight} borderRadius="media" />
    <Skeleton h={figureHeight} borderRadius="media" />
  </Grid>
);

/** A creator's referral codes, referrals and rewards. The figures follow the live view. */
export const ReferralsPage = () => {
  const metrics = useAtomValue(metricsAtom);
  const reloadOwn = useSetAtom(reloadOwnAtom);
  const [search, setSearch] = useSearchParams();
  const pendingChange = useAtomValue(pendingCodeChangeAtom);
  useEffect(() => {
    if (pendingChange !== undefined) void reloadOwn(pendingChange);
  }, [reloadOwn, pendingChange]);
  const requested = search.get('tab');
  const tab = requested === 'referrals' || requested === 'rewards' ? requested : 'codes';
  return (
    <Page title="Referrals">
      <PageHeading
        intro={
          <>
            <Box mb="2">
              Invite other creators. You earn {percent} of every license they sell; it comes out of our commission, so
              they keep their full share.
            </Box>
            <LiveDot />
          </>
        }
      >
        Referrals
      </PageHeading>
      {metrics ? <Metrics metrics={metrics} /> : <Loading />}
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => setSearch(value === 'codes' ? {} : { tab: value }, { replace: true })}
        mt={{ base: '6', md: '8' }}
      >
        <Tabs.List>
          <Tabs.Trigger value="codes">Referral Codes</Tabs.Trigger>
          <Tabs.Trigger value="referrals">My Referrals</Tabs.Trigger>
          <Tabs.Trigger value="rewards">Rewards</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="codes">
          <GenerateCode />
          <CodeList />
        </Tabs.Content>
        <Tabs.Content value="referrals">
          <Suspense fallback={<LoadingScreen />}>
            <MyReferrals />
          </Suspense>
        </Tabs.Content>
        <Tabs.Content value="rewards">
          <Suspense fallback={<LoadingScreen />}>
            <Rewards />
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
};

export { ReferralsPage as Component };
