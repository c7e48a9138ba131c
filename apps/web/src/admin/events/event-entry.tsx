import { Box, Flex, chakra } from '@chakra-ui/react';
import { memo } from 'react';
import type { EventSummary } from '@tessera/contract/admin';
import { formatClock, formatExact, shortId } from '../format.ts';

const CorrelationButton = chakra('button', {
  base: {
    fontFamily: 'mono',
    fontSize: 'xs',
    color: 'ink.muted',
    cursor: 'pointer',
    minH: '6',
    textDecoration: 'underline',
    textDecorationColor: 'hairline.strong',
    textUnderlineOffset: '3px',
    _hover: { color: 'accent' },
  },
});

interface EventEntryProps {
  readonly event: EventSummary;
  readonly onOpen: (position: number) => void;
  readonly onCorrelation: (correlation: string) => void;
}

/** One event of the log, with a button that shows all events of its correlation. */
export const EventEntry = memo(({ event, onOpen, onCorrelation }: EventEntryProps) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '1fr', md: '168px minmax(0, 1fr) auto' }}
    columnGap="5"
    rowGap="0.5"
    alignItems="baseline"
    px={{ base: '4', md: '5' }}
    py="3"
    borderTopWidth="1px"
    _first={{ borderTopWidth: 0 }}
    _hover={{ bg: 'sunken' }}
  >
    <chakra.time
      dateTime={event.recorded_at}
      title={formatExact(event.recorded_at)}
      fontSize="xs"
      color="ink.muted"
      fontVariantNumeric="tabular-nums"
    >
      {formatClock(event.recorded_at)}
    </chakra.time>
    <Box minW="0">
      <chakra.button
        type="button"
        textAlign="start"
        cursor="pointer"
        _hover={{ color: 'accent' }}
        onClick={() => onOpen(event.position)}
      >
        {event.sentence}
      </chakra.button>
      <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
        {event.type}
      </Box>
    </Box>
    <Flex gap="3" align="baseline" fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums">
      <span>#{event.position.toLocaleString('en-US')}</span>
      <CorrelationButton
        type="button"
        title={`Show all events of ${event.correlation}`}
        aria-label={`Show all events of correlation ${shortId(event.correlation)}`}
        onClick={() => onCorrelation(event.correlation)}
      >
        {shortId(event.correlation)}
      </CorrelationButton>
    </Flex>
  </chakra.li>
));
