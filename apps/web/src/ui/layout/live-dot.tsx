import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { liveStatusAtom } from '../../kernel/reading/live.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** The tile of the logo as a status light: 'Live', 'Reconnecting…' or the time of the data while offline. */
export const LiveDot = () => {
  const status = useAtomValue(liveStatusAtom);
  const [lastLive, setLastLive] = useState(() => new Date());
  useEffect(() => {
    if (status === 'live') return () => setLastLive(new Date());
    return undefined;
  }, [status]);
  const words = { live: 'Live', reconnecting: 'Reconnecting…', offline: `Offline: showing ${clock.format(lastLive)}` };
  const color = { live: 'accent', reconnecting: 'waiting', offline: 'trouble' };
  return (
    <Box
      as="span"
      role="status"
      display="inline-flex"
      alignItems="center"
      gap="2"
      fontSize="xs"
      color="ink.muted"
      whiteSpace="nowrap"
    >
      <Box
        as="span"
        aria-hidden
        boxSize="2"
        borderRadius="2px"
        bg={color[status]}
        animation={status === 'reconnecting' ? 'pulse 1.2s ease-in-out infinite' : undefined}
      />
      {words[status]}
    </Box>
  );
};
