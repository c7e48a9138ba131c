import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import type { PayoutDetail } from '@tessera/contract/money/earnings';
import { formatUsd } from '@tessera/domain/money';
import { paymentMethodTitles } from '@tessera/domain/payouts/titles';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { isUnknown } from '../../kernel/reading/queries.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../shell/public.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Fact } from '../../ui/facts/fact.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { moneyQueryAtom } from '../balance.atoms.ts';
import { DownloadButtons } from '../download-buttons.tsx';
import { PayoutLines } from './payout-lines.tsx';
import { PayoutSteps } from './payout-steps.tsx';
import { AccountLink } from './waiting-notice.tsx';
import { BackToPayouts } from '../back-to-payouts.tsx';
import { PayoutBadge } from '../payout-badge.tsx';

const pathOf = (id: string) => `/api/earnings/payouts/${encodeURIComponent(id)}`;

const PayoutNotFound = () => (
  <MessagePage
    title="Payout"
    heading="Payout not found"
    actions={<ButtonLink to={paths.creator.payouts}>Go to my payouts</ButtonLink>}
  >
    <Box color="ink.muted" fontSize="lg" mt="4" textWrap="pretty">
      You don’t have a payout with this number.
    </Box>
  </MessagePage>
);

const backInBalance = 'The money went back to your balance for the next payout.';
const cameBack = { failed: 'This payout didn’t go through', returned: 'The bank returned this payout' } as const;

/** Why the payout was canceled, failed or returned, and what to do. */
const FailureNotice = ({ payout: { status, reason } }: { payout: PayoutDetail }) => {
  if (status === 'canceled') {
    return (
      <Notice tone="accent" title="This payout was canceled before it was sent">
        {backInBalance} There’s nothing you need to do.
      </Notice>
    );
  }
  if (status !== 'failed' && status !== 'returned') return null;
  return (
    <Notice title={cameBack[status]} action={<AccountLink>Check payout details</AccountLink>}>
      {reason && <Box mb="1">{/[.!?]$/u.test(reason) ? reason : `${reason}.`}</Box>}
      Check your payout details. {backInBalance}
    </Notice>
  );
};

const Facts = ({ payout: { id, amount_cents, method, destination, reference } }: { payout: PayoutDetail }) => (
  <chakra.dl css={{ '& > div:first-of-type': { borderTopWidth: 0, pt: 0 }, '& > div:last-of-type': { pb: 0 } }}>
    <Fact name="Amount">{formatUsd(amount_cents)}</Fact>
    <Fact name="Paid to">{destination ?? paymentMethodTitles[method]}</Fact>
    <Fact name="Reference">{reference ?? 'None yet'}</Fact>
    <Fact name="Payout number">{id}</Fact>
  </chakra.dl>
);

const Payout = ({ payout }: { payout: PayoutDetail }) => (
  <Grid gap={{ base: '6', md: '8' }}>
    <FailureNotice payout={payout} />
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      gap={{ base: '4', md: '6' }}
    >
      <Panel aria-label="About this payout">
        <Facts payout={payout} />
      </Panel>
      <Panel aria-label="Steps" aria-live="polite">
        <PayoutSteps payout={payout} />
      </Panel>
    </Grid>
    <PayoutLines payout={payout} />
  </Grid>
);

/** One payout for its creator: what it covers, where it goes, and its live status. */
export const PayoutPage = () => {
  const { payoutId = '' } = useParams();
  const { data, error, refetch } = useAtomValue(
    useMemo(() => moneyQueryAtom<PayoutDetail>(pathOf(payoutId)), [payoutId]),
  );
  const payout = data?.id === payoutId ? data : undefined;
  if (!payout && isUnknown(error)) return <PayoutNotFound />;
  return (
    <Page title="Payout">
      <BackToPayouts />
      <PageHeading
        intro={
          <Flex gap="3" align="center" wrap="wrap" minH="6">
            {payout && <PayoutBadge status={payout.status} />}
            <LiveDot />
          </Flex>
        }
        actions={
          payout && (
            <DownloadButtons what="this payout" path={`${pathOf(payoutId)}/payout`} filename={`payout-${payoutId}`} />
          )
        }
      >
        {payout ? `Payout of ${formatUsd(payout.amount_cents)}` : 'Payout'}
      </PageHeading>
      {payout && <Payout payout={payout} />}
      {!payout && error && <ReadFailed words="This payout could not be loaded" onTryAgain={() => void refetch()} />}
      {!payout && !error && <Skeleton h="420px" borderRadius="media" role="status" aria-label="Loading this payout" />}
    </Page>
  );
};

export { PayoutPage as Component };
