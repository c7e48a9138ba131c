import { Box, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { EventEntry } from './event-entry.tsx';
import { EventFilters } from './event-filters.tsx';
import { filterOf, queryOf } from './event-log.ts';
import type { EventFilter } from './event-log.ts';
import { arrivedEventsAtom, eventListAtom, olderEventsAtom, openEventsAtom, takeArrivedAtom } from './events.atoms.ts';

/** So near the top of the page that new events may be put above what is read. */
const topPx = 160;

/** New events go straight on top while one is there; while one reads further down they wait behind a button. */
const useArrivals = () => {
  const arrived = useAtomValue(arrivedEventsAtom);
  const take = useSetAtom(takeArrivedAtom);
  useEffect(() => {
    if (arrived.length > 0 && window.scrollY < topPx) take();
  }, [arrived, take]);
  const show = () => {
    take();
    window.scrollTo({ top: 0 });
  };
  return { waiting: arrived.length, show };
};

const Arrivals = () => {
  const { waiting, show } = useArrivals();
  return (
    <Box position="sticky" top="4" zIndex="1" h="0" textAlign="center" role="status">
      {waiting > 0 && (
        <Button size="sm" onClick={show} boxShadow="raised">
          {waiting} new event{waiting === 1 ? '' : 's'}
        </Button>
      )}
    </Box>
  );
};

const EventList = ({
  onOpen,
  onCorrelation,
}: {
  onOpen: (position: number) => void;
  onCorrelation: (id: string) => void;
}) => {
  const { status, items, nextCursor } = useAtomValue(eventListAtom);
  const readOlder = useSetAtom(olderEventsAtom);
  if (status === 'loading') return <Skeleton h="480px" aria-label="Loading events" />;
  if (status === 'failed' && items.length === 0) {
    return (
      <Box role="alert" color="trouble">
        The event log could not be read. Please reload the page.
      </Box>
    );
  }
  if (items.length === 0) return <EmptyState sentence="No events match. Clear a filter to see more." />;
  return (
    <Stack gap="4">
      <chakra.ol listStyleType="none" bg="surface" borderWidth="1px" borderRadius="media" overflow="hidden">
        {items.map((event) => (
          <EventEntry key={event.position} event={event} onOpen={onOpen} onCorrelation={onCorrelation} />
        ))}
      </chakra.ol>
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" onClick={() => void readOlder()}>
          Show older events
        </Button>
      )}
    </Stack>
  );
};

const Log = () => {
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<number | null>(null);
  const open = useSetAtom(openEventsAtom);
  const query = queryOf(filterOf(search));
  useEffect(() => void open(filterOf(new URLSearchParams(query))), [open, query]);
  const show = (filter: Partial<EventFilter>) => setSearch(queryOf({ ...filterOf(search), ...filter }));
  return (
    <Stack gap="4">
      <EventFilters key={query} filter={filterOf(search)} onChange={show} />
      <Arrivals />
      <EventList onOpen={setOpened} onCorrelation={(correlation) => show({ type: '', stream: '', correlation })} />
      {opened !== null && (
        <EventDrawer
          position={opened}
          onClose={() => setOpened(null)}
          onCorrelation={(correlation) => {
            setOpened(null);
            show({ type: '', stream: '', correlation });
          }}
        />
      )}
    </Stack>
  );
};

/** Everything that ever happened, in plain sentences, newest first. */
export const AdminEventsPage = () => (
  <AdminLayout title="Events" intro="Everything that has ever happened here, newest first. Personal fields are masked.">
    <Log />
  </AdminLayout>
);
