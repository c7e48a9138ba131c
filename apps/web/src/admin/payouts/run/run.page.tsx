import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { isUnknown } from '../../../kernel/reading/queries.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { LiveDot } from '../../../ui/layout/live-dot.tsx';
import { Notice } from '../../../ui/layout/notice.tsx';
import { PageHeading } from '../../../ui/layout/page.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { AdminLayout } from '../../admin-layout.tsx';
import { LeftOut } from './left-out.tsx';
import { useRun } from '../payouts.atoms.ts';
import { RunTasks } from './run-tasks.tsx';
import { RunPayouts } from './run-payouts.tsx';
import { RunActions } from './run-actions.tsx';
import { RunTotals } from './run-totals.tsx';
import { runStatusBadges } from '../labels.ts';

const Heading = ({ run }: { run: PayoutRunDetails }) => {
  const { title, tone } = runStatusBadges[run.status];
  return (
    <PageHeading
      intro={
        <Flex gap="3" align="center" wrap="wrap" aria-live="polite">
          <StatusBadge tone={tone}>{title}</StatusBadge>
          <LiveDot />
        </Flex>
      }
      actions={<RunActions run={run} />}
    >
      Payout run from {formatDay(run.started_at)}
    </PageHeading>
  );
};

const Run = ({ id }: { id: string }) => {
  const { data: run, error } = useRun(id);
  if (isUnknown(error)) {
    const back = <ButtonLink to={paths.admin.payouts}>See all runs</ButtonLink>;
    return <EmptyState sentence="There’s no such payout run." action={back} />;
  }
  if (!run && error) return <Notice>{error.message}</Notice>;
  if (!run) return <Skeleton h="500px" borderRadius="media" role="status" aria-label="Loading the payout run" />;
  return (
    <>
      <Heading run={run} />
      <Stack gap={{ base: '8', md: '10' }}>
        <RunTotals run={run} />
        <RunTasks run={run} />
        <RunPayouts run={run} />
        <LeftOut run={run} />
      </Stack>
    </>
  );
};

/** One payout run: its totals, what is left to do, its payouts, and who is left out. */
export const AdminPayoutRunPage = () => {
  const { run = '' } = useParams();
  return (
    <AdminLayout title="Payout run">
      <Box mb="4">
        <chakra.span
          asChild
          display="inline-flex"
          alignItems="center"
          gap="2"
          minH="11"
          fontSize="sm"
          color="ink.muted"
          _hover={{ color: 'ink' }}
        >
          <Link to={paths.admin.payouts}>
            <ArrowLeft size={18} strokeWidth={1.5} aria-hidden />
            All runs
          </Link>
        </chakra.span>
      </Box>
      <Run key={run} id={run} />
    </AdminLayout>
  );
};

export { AdminPayoutRunPage as Component };
