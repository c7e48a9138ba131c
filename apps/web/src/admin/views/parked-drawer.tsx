import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ParkedRow, ViewRow } from '@tessera/contract/admin';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { EventDrawer } from '../events/event-drawer.tsx';
import { queryOf } from '../events/event-log.ts';
import { useQuery } from '../../kernel/reading/queries.ts';
import { isReplaying, readParked, retryParked } from './views.atoms.ts';
import { formatClock, formatExact } from '../format.ts';

/** Further events are shown once these have gone through. */
const shownMax = 200;

const sentences = {
  view: {
    what: 'These events couldn’t be folded into the view, or follow one in the same stream that couldn’t. All other events went through.',
    again:
      'Trying again rebuilds the view from the first event. The live view stays in use until the new one is ready.',
  },
  workflow: {
    what: 'These events couldn’t be delivered, or follow one in the same stream that couldn’t. All other events went through.',
    again: 'Trying again redelivers them in log order.',
  },
} as const;

/** The parked events, loaded again whenever their number changes. The old ones stay visible until then. */
const useParked = (view: string, count: number) => {
  const { data, status, refetch } = useQuery(['parked', view], () => readParked(view), { of: 'admin' });
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, count]);
  return { parked: status === 'success' ? data : status, reload: refetch };
};

const outcomeText = (left: number) => {
  if (left === 0) return 'All parked events went through.';
  return left === 1 ? '1 event is still parked.' : `${left.toLocaleString('en-US')} events are still parked.`;
};

/** Retries the parked events, shows the outcome in a toast, and returns the same text. */
const tryAgain = async (view: string): Promise<string> => {
  try {
    const left = await retryParked(view);
    if (left === 0) toast.success('Nothing is parked', outcomeText(left));
    else toast.error('Still parked', outcomeText(left));
    return outcomeText(left);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.error(error.title, error.message);
    return error.message;
  }
};

interface EntryProps {
  readonly row: ParkedRow;
  /** It is parked only because it follows a parked event in its stream. */
  readonly follows: boolean;
  readonly onOpen: (position: number) => void;
}

const Entry = ({ row, follows, onOpen }: EntryProps) => (
  <chakra.li py="4" borderTopWidth="1px" _first={{ borderTopWidth: 0, pt: 0 }}>
    <Flex justify="space-between" align="baseline" gap="4">
      <chakra.button
        type="button"
        minH="6"
        fontWeight="600"
        textAlign="start"
        cursor="pointer"
        textDecoration="underline"
        textDecorationColor="hairline.strong"
        textUnderlineOffset="3px"
        _hover={{ color: 'accent', textDecorationColor: 'accent' }}
        onClick={() => onOpen(row.position)}
      >
        {row.type}
        <chakra.span srOnly> at position {row.position.toLocaleString('en-US')}: show its details</chakra.span>
      </chakra.button>
      <Box aria-hidden flexShrink={0} fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums">
        #{row.position.toLocaleString('en-US')}
      </Box>
    </Flex>
    <Box mt="1" fontSize="sm" color={follows ? 'ink.muted' : 'trouble'} overflowWrap="anywhere">
      {row.error}
    </Box>
    <Flex mt="1.5" columnGap="3" rowGap="0.5" wrap="wrap" justify="space-between" fontSize="xs" color="ink.muted">
      <Box fontFamily="mono" overflowWrap="anywhere">
        {row.stream}
      </Box>
      <chakra.time dateTime={row.at} title={formatExact(row.at)} fontVariantNumeric="tabular-nums">
        {formatClock(row.at)}
      </chakra.time>
    </Flex>
  </chakra.li>
);

interface EntriesProps {
  readonly rows: readonly ParkedRow[];
  readonly onOpen: (position: number) => void;
}

const Entries = ({ rows, onOpen }: EntriesProps) => (
  <>
    <chakra.ol listStyleType="none">
      {rows.slice(0, shownMax).map((row) => {
        const first = rows.find(({ stream }) => stream === row.stream);
        return <Entry key={row.position} row={row} follows={first !== row} onOpen={onOpen} />;
      })}
    </chakra.ol>
    {rows.length > shownMax && (
      <Box fontSize="sm" color="ink.muted">
        Showing the first {shownMax} of {rows.length.toLocaleString('en-US')}.
      </Box>
    )}
  </>
);

interface ParkedDrawerProps {
  readonly status: ViewRow;
  readonly onClose: () => void;
  /** Where the focus goes once nothing is parked anymore: the button that opened the drawer disappears then. */
  readonly focusWhenEmpty: () => HTMLElement | null;
}

/** The parked events of a view or workflow, with their errors and a button to retry them. */
export const ParkedDrawer = ({ status, onClose, focusWhenEmpty }: ParkedDrawerProps) => {
  const { view, kind } = status;
  const { parked, reload } = useParked(view, status.parked);
  const [isTrying, setTrying] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState('');
  const isEmpty = typeof parked !== 'string' && parked.length === 0;
  const isReplayed = isReplaying(status) && !isEmpty;
  const retry = async () => {
    setTrying(true);
    setOutcome('');
    setOutcome(await tryAgain(view).finally(() => setTrying(false)));
    await reload();
  };
  const press = () => {
    if (isEmpty) onClose();
    else if (!isTrying && !isReplayed) void retry();
  };
  return (
    <DetailDrawer
      title={`Parked events of ${view}`}
      subtitle={isEmpty ? undefined : sentences[kind].what}
      actions={
        // A single button that is never `disabled`, so that it keeps the focus while it waits and when it is done.
        <Button aria-disabled={isTrying || isReplayed} aria-busy={isTrying} onClick={press}>
          {isTrying ? 'Trying again…' : isReplayed ? 'Being replayed…' : isEmpty ? 'Close' : 'Try again'}
        </Button>
      }
      onClose={onClose}
      {...(isEmpty && { focusAfter: focusWhenEmpty })}
    >
      {/* Screen readers don't announce the toast, which is outside the dialog. */}
      <chakra.div srOnly role="status">
        {outcome}
      </chakra.div>
      {parked === 'pending' && <Skeleton h="240px" aria-label="Loading parked events" />}
      {parked === 'error' && (
        <Box role="alert">The parked events could not be loaded. Please close this and try again.</Box>
      )}
      {isEmpty && <EmptyState sentence="Nothing is parked. Every event went through." />}
      {typeof parked !== 'string' && !isEmpty && (
        <Stack gap="5">
          <Entries rows={parked} onOpen={setOpened} />
          <Box borderTopWidth="1px" pt="5" fontSize="sm" color="ink.muted">
            {sentences[kind].again}
          </Box>
        </Stack>
      )}
      {opened !== null && (
        <EventDrawer
          position={opened}
          onClose={() => setOpened(null)}
          onCorrelation={(correlation) =>
            void navigate(`${paths.admin.events}?${queryOf({ type: '', stream: '', correlation })}`)
          }
        />
      )}
    </DetailDrawer>
  );
};
