import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { formatMinute } from '@tessera/domain/days';
import { formatExactly } from '../../kernel/dates.ts';
import { paths } from '../../paths.ts';

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
