import type { CreatorFigures } from '@tessera/contract/dashboards';
import { Grid, Stack } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { splitPolicy } from '@tessera/domain/earnings/split';
import { formatUsd } from '@tessera/domain/money';
import { PayoutDue } from '../../earnings/public.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { userIdAtom } from '../../kernel/reading/queries.ts';
import { Figure } from '../../ui/facts/figure.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { creatorDashboardAtom } from './dashboard.atoms.ts';
import { hasFigures } from './new-creator.ts';
import { totalsOf } from './earnings-days.ts';
import { FirstSteps } from './first-steps.tsx';
import { Performance } from './performance.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const BelowTheFold = lazyPart(async () => ({ default: (await import('./below-the-fold.tsx')).BelowTheFold }));

const weekMs = 7 * 86_400_000;
const percentOf = (basisPoints: number) => `${basisPoints / 100}%`;

const lastWeekOf = (dashboard: CreatorFigures, now: number) =>
  totalsOf(dashboard.days.filter((day) => Date.parse(day.day) > now - weekMs));

const columns = { base: '1fr 1fr', lg: 'repeat(3, 1fr)' };

const Figures = ({ dashboard, now }: { dashboard: CreatorFigures; now: number }) => {
  const week = lastWeekOf(dashboard, now);
  return (
    <Grid templateColumns={columns} gap={{ base: '3', md: '4' }}>
      <Figure label="Total content" value={dashboard.total_content} hint="On sale in the marketplace" />
      <Figure label="Total licenses" value={dashboard.total_licenses} hint={`+${week.licenses} in 7 days`} />
      <Figure
        label="Total earnings"
        value={dashboard.gross_cents}
        format={formatUsd}
        hint={`+${formatUsd(week.gross_cents)} in 7 days`}
      />
      <Figure
        label="Net earnings"
        value={dashboard.net_cents}
        format={formatUsd}
        hint={`Yours after the ${percentOf(splitPolicy.commissionBasisPoints)} commission and refunds`}
      />
      <Figure
        label="Referral rewards"
        value={dashboard.reward_cents}
        format={formatUsd}
        hint={`${percentOf(splitPolicy.referralBasisPoints)} of what the creators you referred sell`}
      />
      <PayoutDue />
    </Grid>
  );
};

const figureNames = ['content', 'licenses', 'gross', 'net', 'rewards', 'due'];

const gap = { base: '4', md: '6' };

const Loading = () => (
  <Stack gap={gap} role="status" aria-label="Loading your figures">
    <Grid templateColumns={columns} gap={{ base: '3', md: '4' }}>
      {figureNames.map((name) => (
        <Skeleton key={name} h={{ base: '108px', md: '121px' }} borderRadius="media" />
      ))}
    </Grid>
    <Skeleton h="500px" borderRadius="media" />
  </Stack>
);

const Known = ({ dashboard }: { dashboard: CreatorFigures }) => {
  const now = useAtomValue(nowAtom);
  return (
    <>
      <Figures dashboard={dashboard} now={now} />
      {hasFigures(dashboard) && <Performance />}
      <Suspense fallback={<Skeleton h="500px" borderRadius="media" />}>
        <BelowTheFold dashboard={dashboard} now={now} />
      </Suspense>
    </>
  );
};

/** The creator's current figures, which follow the live view. */
export const Overview = () => {
  const creatorId = useAtomValue(userIdAtom);
  const dashboard = useAtomValue(creatorDashboardAtom);
  return (
    <Stack gap={gap}>
      {creatorId && <FirstSteps creatorId={creatorId} dashboard={dashboard} />}
      {dashboard ? <Known dashboard={dashboard} /> : <Loading />}
    </Stack>
  );
};
