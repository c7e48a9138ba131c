import { Box } from '@chakra-ui/react';
import type { NotificationRow } from '@tessera/contract/notifications';
import { useAtomValue } from 'jotai';
import { formatAgo, formatExactly } from '../kernel/dates.ts';
import { nowAtom } from '../kernel/now.atoms.ts';
import { sentenceOf } from './notification-text.ts';

const minuteMs = 60_000;

/** A notification's sentence and time, with a filled marker while it is unread. */
export const NotificationSummary = ({ row }: { row: NotificationRow }) => {
  const now = useAtomValue(nowAtom);
  return (
    <Box display="grid" gridTemplateColumns="10px minmax(0, 1fr)" columnGap="3" fontSize="sm" lineHeight="1.5">
      <Box
        boxSize="2.5"
        mt="1.5"
        borderRadius="2px"
        borderWidth="1px"
        borderColor={row.read ? 'hairline.strong' : 'accent'}
        bg={row.read ? 'transparent' : 'accent'}
        aria-hidden
      />
      <Box overflowWrap="anywhere" whiteSpace="normal">
        {!row.read && <Box srOnly>Unread: </Box>}
        <Box as="span" fontWeight={row.read ? '400' : '500'} color={row.read ? 'ink.muted' : 'ink'}>
          {sentenceOf(row, now)}
        </Box>
        <Box color="ink.muted" fontSize="xs" mt="0.5" fontVariantNumeric="tabular-nums">
          <time dateTime={row.at} title={formatExactly(row.at)}>
            {now - Date.parse(row.at) < minuteMs ? 'Just now' : formatAgo(row.at, now)}
          </time>
        </Box>
      </Box>
    </Box>
  );
};
