import type { EventDetails } from '@tessera/contract/admin';
import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { useQuery } from '../../kernel/reading/queries.ts';
import { readEvent } from './events.atoms.ts';
import { formatClock, formatExact } from '../format.ts';

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <chakra.dt color="ink.muted">{term}</chakra.dt>
    <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      {children}
    </chakra.dd>
  </>
);

const Json = ({ title, value }: { title: string; value: unknown }) => (
  <Box as="section" mt="6">
    <chakra.h3 fontSize="sm" fontWeight="600" mb="2">
      {title}
    </chakra.h3>
    <chakra.pre
      tabIndex={0}
      fontFamily="mono"
      fontSize="xs"
      lineHeight="1.6"
      bg="sunken"
      borderRadius="control"
      p="4"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
    >
      {JSON.stringify(value, null, 2)}
    </chakra.pre>
  </Box>
);

const Details = ({ event, onCorrelation }: { event: EventDetails; onCorrelation: (correlation: string) => void }) => (
  <>
    <chakra.dl display="grid" gridTemplateColumns="112px minmax(0, 1fr)" columnGap="4" rowGap="2" fontSize="sm">
      <Fact term="Recorded">
        <time dateTime={event.recorded_at} title={formatExact(event.recorded_at)}>
          {formatClock(event.recorded_at)}
        </time>
      </Fact>
      <Fact term="Type">
        {event.type}, version {event.version}
      </Fact>
      <Fact term="Position">{event.position.toLocaleString('en-US')}</Fact>
      <Fact term="Stream">
        {event.stream}, revision {event.revision.toLocaleString('en-US')}
      </Fact>
      <Fact term="Actor">{event.actor}</Fact>
      <Fact term="Correlation">{event.correlation}</Fact>
      <Fact term="Event ID">{event.id}</Fact>
    </chakra.dl>
    <Button variant="secondary" size="sm" mt="4" onClick={() => onCorrelation(event.correlation)}>
      Show all events of this correlation
    </Button>
    <Json title="Payload" value={event.data} />
    <Json title="Metadata" value={event.metadata} />
  </>
);

interface EventDrawerProps {
  readonly position: number;
  readonly onClose: () => void;
  readonly onCorrelation: (correlation: string) => void;
}

/** Everything recorded in one event. The server has masked its personal fields. */
export const EventDrawer = ({ position, onClose, onCorrelation }: EventDrawerProps) => {
  const { data: event, status } = useQuery(['event', position], () => readEvent(position), { of: 'admin' });
  return (
    <DetailDrawer title={event?.sentence ?? `Event ${position}`} onClose={onClose}>
      {status === 'pending' && <Skeleton h="400px" />}
      {status === 'error' && <Box role="alert">This event could not be loaded. Please close this and try again.</Box>}
      {event && <Details event={event} onCorrelation={onCorrelation} />}
    </DetailDrawer>
  );
};
