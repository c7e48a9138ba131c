import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { Cell, Head, Table } from '../../ui/table/table.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ParkedDrawer } from './parked-drawer.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { ReplayProgress } from './replay-progress.tsx';
import { isReplaying, startReplay, viewStatusesAtom } from './views.atoms.ts';
import type { ViewRow as ViewStatus } from '@tessera/contract/admin';

const count = (value: number) => value.toLocaleString('en-US');

const states = {
  live: { tone: 'positive', words: 'Live' },
  'catching-up': { tone: 'waiting', words: 'Catching up' },
  replaying: { tone: 'accent', words: 'Replaying' },
} as const;

const Parked = ({ status, onOpen }: { status: ViewStatus; onOpen: () => void }) => {
  if (status.parked === 0) return 'None';
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="1"
      minH={{ base: '11', md: '8' }}
      ps="2.5"
      pe="1.5"
      borderRadius="sm"
      bg="trouble.tint"
      color="trouble"
      fontSize="xs"
      fontWeight="600"
      whiteSpace="nowrap"
      cursor="pointer"
      _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      aria-haspopup="dialog"
      aria-label={`${count(status.parked)} parked in ${status.view}: show them`}
      onClick={onOpen}
    >
      {count(status.parked)} parked
      <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
    </chakra.button>
  );
};

interface RowProps {
  readonly status: ViewStatus;
  readonly onReplay: () => void;
  readonly onParked: () => void;
}

const ViewRow = ({ status, onReplay, onParked }: RowProps) => {
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
          {status.kind === 'workflow' && (
            <Box fontWeight="400" fontSize="xs" color="ink.muted">
              Workflow
            </Box>
          )}
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
        <Cell numeric data-label="Parked" alignItems="center">
          <Parked status={status} onOpen={onParked} />
        </Cell>
        <Cell numeric data-part="action">
          {status.kind === 'view' && (
            <Button
              variant="secondary"
              size="sm"
              disabled={isReplaying(status)}
              aria-label={`Replay ${status.view}`}
              onClick={onReplay}
            >
              Replay
            </Button>
          )}
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

interface TableProps {
  readonly views: readonly ViewStatus[];
  readonly onReplay: (view: string) => void;
  readonly onParked: (view: string) => void;
}

const ViewTable = ({ views, onReplay, onParked }: TableProps) => (
  <Table label="Views and workflows">
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
      <ViewRow
        key={status.view}
        status={status}
        onReplay={() => onReplay(status.view)}
        onParked={() => onParked(status.view)}
      />
    ))}
  </Table>
);

const replay = async (view: string) => {
  try {
    await startReplay(view);
    toast.info('Replay started', `${view} is being rebuilt while the current one stays in use.`);
  } catch (error) {
    if (error instanceof ApiError) toast.error(error.title, error.message);
    else throw error;
  }
};

const Views = () => {
  const views = useAtomValue(viewStatusesAtom);
  const [asked, setAsked] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const status = views?.find(({ view }) => view === opened);
  const place = useRef<HTMLDivElement>(null);
  if (!views) return <Skeleton h="400px" aria-label="Loading views" />;
  const head = Math.max(0, ...views.map((status) => status.head));
  return (
    <>
      <Box mb="4" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        The log’s head is at position {count(head)}.
      </Box>
      <Box ref={place} tabIndex={-1} outline="none">
        <ViewTable views={views} onReplay={setAsked} onParked={setOpened} />
      </Box>
      {status && <ParkedDrawer status={status} onClose={() => setOpened(null)} placeWhenEmpty={() => place.current} />}
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

/** What reads the log: each view and workflow, how far it is, what it has set aside, and a way to fold a view again. */
export const AdminViewsPage = () => (
  <AdminLayout title="Views">
    <PageHeading
      intro={
        <Flex direction="column" gap="2">
          Every screen reads from a view, and every view is built from the event log. A replay rebuilds one from the
          first event. A workflow acts on events as they happen, so it is never replayed.
          <LiveDot />
        </Flex>
      }
    >
      Views
    </PageHeading>
    <Views />
  </AdminLayout>
);
