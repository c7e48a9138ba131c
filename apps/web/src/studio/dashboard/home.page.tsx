import type { CreatorFigures } from '@tessera/contract/dashboards';
import { Box, Grid, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatUsd } from '@tessera/domain/money';
import { profileAtom } from '../../accounts/public.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Figure } from '../../ui/facts/figure.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { creatorDashboardAtom } from './dashboard.atoms.ts';
import { totalsOf } from './earnings-days.ts';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { LatestActivity } from './activity-feed.tsx';

const thisMonthOf = (dashboard: CreatorFigures, now: number) => {
  const month = new Date(now).toISOString().slice(0, 7);
  return totalsOf(dashboard.days.filter((day) => day.day.startsWith(month)));
};

const Figures = ({ dashboard, now }: { dashboard: CreatorFigures; now: number }) => {
  const month = thisMonthOf(dashboard, now);
  return (
    <Grid templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} gap={{ base: '3', md: '4' }}>
      <Figure
        label="Net earnings"
        value={dashboard.net_cents}
        format={formatUsd}
        hint={`+${formatUsd(month.net_cents)} this month`}
      />
      <Figure label="Licenses this month" value={month.licenses} hint={`${dashboard.total_licenses} in total`} />
      <Figure
        label="Referral rewards"
        value={dashboard.reward_cents}
        format={formatUsd}
        hint={`+${formatUsd(month.reward_cents)} this month`}
      />
    </Grid>
  );
};

const NextStep = ({ to, title, text }: { to: string; title: string; text: string }) => (
  <chakra.li borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
    <chakra.span
      asChild
      display="flex"
      alignItems="center"
      gap="4"
      py="3"
      color="ink"
      textDecoration="none"
      css={{ '&:hover svg': { transform: 'translateX(3px)' }, '& svg': { transition: 'transform 120ms ease-out' } }}
    >
      <Link to={to}>
        <Box flex="1">
          <Box fontWeight="500">{title}</Box>
          <Box fontSize="sm" color="ink.muted">
            {text}
          </Box>
        </Box>
        <ArrowRight size={18} strokeWidth={1.5} aria-hidden />
      </Link>
    </chakra.span>
  </chakra.li>
);

const NextSteps = ({ dashboard }: { dashboard: CreatorFigures }) => (
  <chakra.ul listStyleType="none">
    <NextStep
      to={paths.creator.upload}
      title={dashboard.total_content === 0 ? 'Upload your first photo or video' : 'Upload new content'}
      text="Set a price for each license type, and brands see it right away."
    />
    <NextStep
      to={paths.creator.batchUpload}
      title="Upload a batch"
      text="Many photos or videos at once. Set prices for all of them, or one by one."
    />
    <NextStep
      to={paths.creator.referrals}
      title="Invite other creators"
      text="Earn 5% of every license sold by creators you refer."
    />
    {dashboard.total_content > 0 && (
      <NextStep
        to={`${paths.creator.dashboard}?tab=content`}
        title="Review your content"
        text="See what’s for sale, and at what prices."
      />
    )}
    {dashboard.total_licenses > 0 && (
      <NextStep
        to={paths.creator.licenses}
        title="Read your agreements"
        text="Every license you’ve sold, with its agreement."
      />
    )}
  </chakra.ul>
);

const Today = ({ dashboard }: { dashboard: CreatorFigures }) => {
  const now = useAtomValue(nowAtom);
  return (
    <Stack gap={{ base: '4', md: '6' }}>
      <Figures dashboard={dashboard} now={now} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap={{ base: '4', md: '6' }}
        alignItems="start"
      >
        <LatestActivity dashboard={dashboard} now={now} />
        <Panel>
          <Heading mb="2">What to do next</Heading>
          <NextSteps dashboard={dashboard} />
        </Panel>
      </Grid>
    </Stack>
  );
};

/** A creator's home page: the latest figures and activity, and what to do next. */
export const CreatorHomePage = () => {
  const name = useAtomValue(profileAtom)?.name;
  const dashboard = useAtomValue(creatorDashboardAtom);
  return (
    <Page title="Home">
      <PageHeading
        intro={<LiveDot />}
        actions={
          <ButtonLink to={paths.creator.dashboard} variant="secondary">
            Open dashboard
          </ButtonLink>
        }
      >
        {name ? `Hello, ${name}` : 'Hello'}
      </PageHeading>
      {dashboard ? <Today dashboard={dashboard} /> : <Skeleton h="480px" aria-label="Loading your figures" />}
    </Page>
  );
};

export { CreatorHomePage as Component };
