import { Box, Stack, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatMinute } from '@tessera/domain/days';
import { formatExactly } from '../../kernel/dates.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';

/** To the minute, in UTC; the reader's own time on hover. */
export const Minute = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatExactly(time)}>
    {formatMinute(time)}
  </time>
);

/** By name, with the way to what the log has of their payouts. */
export const Creator = ({ name, id }: { name: string | null; id: string }) => (
  <chakra.span asChild fontWeight="500" overflowWrap="anywhere" textDecoration="underline" textUnderlineOffset="3px">
    <Link to={paths.admin.eventsOf(`payout-${id}`)} aria-label={`${nameOf(name)}: show the events`}>
      {nameOf(name)}
    </Link>
  </chakra.span>
);

export const nameOf = (name: string | null) => name ?? 'Deleted account';

interface RowsProps<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly hasFailed: boolean;
  readonly more: { readonly isOnItsWay: boolean; readonly read: () => void } | null;
  /** What is read, as in 'Loading the payouts'. */
  readonly what: string;
  readonly nothing: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list as it stands: on its way, unreadable, empty, or its rows with the way to more. */
export const Rows = <Row,>({ rows, hasFailed, more, what, nothing, children }: RowsProps<Row>) => (
  <Stack gap="4">
    {hasFailed && (
      <Box role="alert" color="trouble">
        The {what} could not be read. Please reload the page.
      </Box>
    )}
    {!rows && !hasFailed && (
      <Skeleton h="180px" borderRadius="media" role="status" aria-label={`Loading the ${what}`} />
    )}
    {rows?.length === 0 && <EmptyState sentence={nothing} />}
    {rows && rows.length > 0 && children(rows)}
    {more && (
      <Button
        variant="secondary"
        alignSelf="center"
        loading={more.isOnItsWay}
        loadingText="Loading…"
        onClick={more.read}
        aria-label={`Show more ${what}`}
      >
        Show more
      </Button>
    )}
  </Stack>
);
