import { Box, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { withRefusalToast } from '../../kernel/refusal-toast.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { Cell, RowsTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ParkedDrawer } from './parked-drawer.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { ReplayProgress } from './replay-progress.tsx';
import { isReplaying, startReplay, viewStatusesAtom } from './views.atoms.ts';
import type { ViewRow as ViewStatus } from '@tessera/contract/admin';

const count = (value: number) => value.toLocaleString('en-US');

const states = {
  live: { tone: 'positive', label: 'Live' },
  'catching-up': { tone: 'waiting', label: 'Catching up' },
  replaying: { tone: 'accent', label: 'Replaying' },
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

const columnsOf = (
  onReplay: (view: string) => void,
  onParked: (view: string) => void,
): readonly Column<ViewStatus>[] => [
  {
    head: 'View',
    kind: 'name',
    fontWeight: '500',
    // No border between a view and its replay below it.
    css: { 'tr:has(+ tr) > &': { borderBottomWidth: 0 } },
    cell: ({ view, kind }) => (
      <>
        {view}
        {kind === 'workflow' && (
          <Box fontWeight="400" fontSize="xs" color="ink.muted">
            Workflow
          </Box>
        )}
      </>
    ),
  },
  {
    head: 'State',
    label: null,
    cell: ({ state }) => <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>,
  },
  { head: 'Position', kind: 'figure', cell: ({ position }) => count(position) },
  { head: 'Lag', kind: 'figure', cell: ({ lag }) => count(lag) },
  {
    head: 'Parked',
    kind: 'figure',
    alignItems: 'center',
    cell: (status) => <Parked status={status} onOpen={() => onParked(status.view)} />,
  },
  {
    head: 'Actions',
    kind: 'action',
    cell: (status) =>
      status.kind === 'view' && (
        <Button
          variant="secondary"
          size="sm"
          disabled={isReplaying(status)}
          aria-label={`Replay ${status.view}`}
          onClick={() => onReplay(status.view)}
        >
          Replay
        </Button>
      ),
  },
];

const replayOf = ({ view, replay }: ViewStatus) =>
  replay && (
    <tr>
      <Cell colSpan={6} pt="0" data-part="more">
        <ReplayProgress view={view} replay={replay} />
      </Cell>
    </tr>
  );

const replay = (view: string) =>
  withRefusalToast(async () => {
    await startReplay(view);
    toast.info('Replay started', `${view} is being rebuilt while the current one stays in use.`);
  });

const Views = () => {
  const views = useAtomValue(viewStatusesAtom);
  const [replaying, setReplaying] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const status = views?.find(({ view }) => view === opened);
  const place = useRef<HTMLDivElement>(null);
  if (!views) return <Skeleton h="400px" aria-label="Loading views" />;
  const head = Math.max(0, ...views.map((status) => status.head));
  return (
    <>
      <Box mb="4" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        The head of the log is at position {count(head)}.
      </Box>
      <Box ref={place} tabIndex={-1} outline="none">
        <RowsTable
          label="Views and workflows"
          columns={columnsOf(setReplaying, setOpened)}
          rows={views}
          rowKey="view"
          below={replayOf}
        />
      </Box>
      {status && <ParkedDrawer status={status} onClose={() => setOpened(null)} focusWhenEmpty={() => place.current} />}
      {replaying && (
        <ReplayDialog
          view={replaying}
          onClose={() => setReplaying(null)}
          onConfirm={() => {
            setReplaying(null);
            void replay(replaying);
          }}
        />
      )}
    </>
  );
};

/** Each view and workflow with its position and parked events, and a button to replay a view. */
export const AdminViewsPage = () => (
  <AdminLayout
    title="Views"
    intro="Every screen reads from a view, and every view is built from the event log. A replay rebuilds one from the first event. A workflow acts on events as they happen, so it is never replayed."
  >
    <Views />
  </AdminLayout>
);

export { AdminViewsPage as Component };
