import type { CreatorFigures } from '@tessera/contract/dashboards';
import { Grid } from '@chakra-ui/react';
import { Panel } from '../../ui/layout/panel.tsx';
import { UploadPrompt } from '../../uploads/public.ts';
import { LatestActivity } from './activity-feed.tsx';
import { BestSellers } from './best-sellers.tsx';
import { EarningsChart } from './earnings-chart.tsx';
import { hasFigures, isNewCreator } from './new-creator.ts';

interface BelowTheFoldProps {
  readonly dashboard: CreatorFigures;
  readonly now: number;
}

const NewCreator = ({ dashboard, now }: BelowTheFoldProps) => (
  <>
    <UploadPrompt sentence="You haven’t uploaded anything yet. Upload a photo or video, set your prices, and brands can license it right away." />
    {dashboard.referral_news.length > 0 && <LatestActivity dashboard={dashboard} now={now} />}
  </>
);

/** Everything below the first screen of the dashboard, loaded once the figures are there. */
export const BelowTheFold = ({ dashboard, now }: BelowTheFoldProps) => (
  <>
    {hasFigures(dashboard) && (
      <Panel>
        <EarningsChart days={dashboard.days} now={now} />
      </Panel>
    )}
    {isNewCreator(dashboard) ? (
      <NewCreator dashboard={dashboard} now={now} />
    ) : (
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '4', md: '6' }}>
        <LatestActivity dashboard={dashboard} now={now} />
        <BestSellers />
      </Grid>
    )}
  </>
);
