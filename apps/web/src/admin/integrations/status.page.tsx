import { Box, Grid, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { AutomationPanel } from './automation-panel.tsx';
import { IntegrationPanel } from './integration-panel.tsx';
import { deploymentAtom, requestDeploymentAtom } from './integrations.atoms.ts';
import type { DeploymentState } from './integrations.atoms.ts';

const badges = {
  checking: { label: 'Checking…', tone: 'neutral' },
  idle: { label: 'Needs deploy', tone: 'waiting' },
  deploying: { label: 'Deploying…', tone: 'neutral' },
  success: { label: 'Deployed', tone: 'positive' },
  error: { label: 'Error', tone: 'trouble' },
} as const;

const Facts = ({ state }: { state: DeploymentState }) => {
  switch (state.status) {
    case 'idle':
    case 'success':
      return (
        <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="1" fontSize="sm">
          <chakra.dt color="ink.muted">Version</chakra.dt>
          <chakra.dd fontVariantNumeric="tabular-nums">{state.version}</chakra.dd>
          <chakra.dt color="ink.muted">Checkout host</chakra.dt>
          <chakra.dd>{state.checkoutHost}</chakra.dd>
        </chakra.dl>
      );
    case 'error':
      return (
        <Box role="alert" color="trouble" fontSize="sm">
          {state.message}
        </Box>
      );
    default:
      return null;
  }
};

const StorePanel = () => {
  const state = useAtomValue(deploymentAtom);
  const request = useSetAtom(requestDeploymentAtom);
  useEffect(() => {
    request('status-check').catch(() => undefined);
  }, [request]);
  const run = () =>
    void request('deploy').then(
      () => toast.success('Deployed', 'The checkout works with the configured gateway.'),
      (error: unknown) => toast.error('Deployment Failed', error instanceof ApiError ? error.message : String(error)),
    );
  const { label, tone } = badges[state.status];
  return (
    <IntegrationPanel
      title="Store integration"
      badge={
        <Box role="status">
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </Box>
      }
    >
      <Facts state={state} />
      <Button
        alignSelf="flex-start"
        onClick={run}
        disabled={state.status === 'checking'}
        loading={state.status === 'deploying'}
        loadingText="Deploying…"
      >
        Deploy
      </Button>
    </IntegrationPanel>
  );
};

const Instructions = () => (
  <Box as="section" aria-label="Setup instructions" maxW="prose" mt="8">
    <chakra.h2 fontFamily="display" fontSize="xl">
      Setup instructions
    </chakra.h2>
    <chakra.ol mt="3" ps="5" listStyleType="decimal" display="grid" gap="2" color="ink.muted">
      <li>
        Choose the payment gateway with <chakra.code fontFamily="mono">PAYMENTS</chakra.code> and restart the server.
      </li>
      <li>Press Deploy: the server checks that the gateway is ready, and records the outcome in the event log.</li>
      <li>If you use the automation service, connect it with its team ID. You can then create more admins.</li>
    </chakra.ol>
  </Box>
);

/** The status of the integrations, and how to set them up. */
export const AdminStatusPage = () => (
  <AdminLayout title="Integrations">
    <PageHeading intro="The external services that the marketplace uses.">Integration status</PageHeading>
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="5" alignItems="start">
      <StorePanel />
      <AutomationPanel />
    </Grid>
    <Instructions />
  </AdminLayout>
);

export { AdminStatusPage as Component };
