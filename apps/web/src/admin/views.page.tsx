import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { ApiError } from '../kernel/send.ts';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { LiveDot } from '../ui/live-dot.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Cell, Head, Table } from '../ui/table.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { ReplayProgress } from './replay-progress.tsx';
import { isReplaying, startReplay, viewStatusesAtom } from './views.atoms.ts';
import type { ViewRow as ViewStatus } from '@tessera/domain/admin/wire';

const count = (value: number) => value.toLocaleString('en-US');

const states = {
  live: { tone: 'positive', words: 'Live' },
  'catching-up': { tone: 'waiting', words: 'Catching up' },
  replaying: { tone: 'accent', words: 'Replaying' },
} as const;

const ViewRow = ({ status, onReplay }: { status: ViewStatus; onReplay: () => void }) => {
  const { tone, words } = states[status.state];
  return (
    <tbody>
      <tr>
        <Cell
          as="th"
          scope="row"
          fontWeight="500"
          textAlign="start"
          css={status.replay ? { borderBottomWidth: 0 } : undefined}
        >
          {status.view}
        </Cell>
        <Cell>
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </Cell>
        <Cell numeric data-label="Position">
          {count(status.position)}
        </Cell>
        <Cell numeric data-label="Lag">
          {count(status.lag)}
        </Cell>
        <Cell numeric data-label="Parked">
          {status.parked > 0 ? <StatusBadge tone="trouble">{count(status.parked)} parked</StatusBadge> : 'None'}
        </Cell>
        <Cell numeric data-part="action">
          <Button
            variant="secondary"
            size="sm"
            disabled={isReplaying(status)}
            aria-label={`Replay ${status.view}`}
            onClick={onReplay}
          >
            Replay
          </Button>
        </Cell>
      </tr>
      {status.replay && (
        <tr>
          <Cell colSpan={6} pt="0" data-part="more">
            <ReplayProgress view={status.view} replay={status.replay} />
          </Cell>
        </tr>
      )}
    </tbody>
  );
};

const ViewTable = ({ views, onReplay }: { views: readonly ViewStatus[]; onReplay: (view: string) => void }) => (
  <Table label="Views">
    <thead>
      <tr>
        <Head scope="col">View</Head>
        <Head scope="col">State</Head>
        <Head scope="col" numeric>
          Position
        </Head>
        <Head scope="col" numeric>
          Lag
        </Head>
        <Head scope="col" numeric>
          Parked
        </Head>
        <Head scope="col">
          <chakra.span srOnly>Actions</chakra.span>
        </Head>
      </tr>
    </thead>
    {views.map((status) => (
      <ViewRow key={status.view} status={status} onReplay={() => onReplay(status.view)} />
    ))}
  </Table>
);

const replay = async (view: string) => {
  try {
    await startReplay(view);
    toast.info('Replay started', `${view} is being folded again beside the one in use.`);
  } catch (error) {
    if (error instanceof ApiError) toast.error(error.title, error.message);
    else throw error;
  }
};

const Views = () => {
  const views = useAtomValue(viewStatusesAtom);
  const [asked, setAsked] = useState<string | null>(null);
  if (!views) return <Skeleton h="400px" aria-label="Loading views" />;
  const head = Math.max(0, ...views.map((status) => status.head));
  return (
    <>
      <Box mb="4" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        The log’s head is at position {count(head)}.
      </Box>
      <ViewTable views={views} onReplay={setAsked} />
      {asked && (
        <ReplayDialog
          view={asked}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void replay(asked);
          }}
        />
      )}
    </>
  );
};

/** What the screens read from: each view, how far it has folded the log, and a way to fold it anew. */
export const AdminViewsPage = () => (
  <AdminLayout title="Views">
    <PageHeading
      intro={
        <Flex direction="column" gap="2">
          Every screen reads from a view, and every view is folded from the event log. A replay folds one again from the
          first event.
          <LiveDot />
        </Flex>
      }
    >
      Views
    </PageHeading>
    <Views />
  </AdminLayout>
);
