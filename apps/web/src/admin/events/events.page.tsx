import { Box, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { EventEntry } from './event-entry.tsx';
import { EventFilters } from './event-filters.tsx';
import { filterOf, queryOf } from './event-log.ts';
import type { EventFilter } from './event-log.ts';
import { arrivedEventsAtom, eventListAtom, olderEventsAtom, openEventsAtom, showArrivedAtom } from './events.atoms.ts';

/** This close to the top of the page, new events may be put on top without disturbing the reader. */
const topPx = 160;

/** Near the top of the page, new events are shown immediately; further down, they wait behind a button. */
const useArrivals = () => {
  const arrived = useAtomValue(arrivedEventsAtom);
  const showArrived = useSetAtom(showArrivedAtom);
  useEffect(() => {
    if (arrived.length > 0 && window.scrollY < topPx) showArrived();
  }, [arrived, showArrived]);
  const show = () => {
    showArrived();
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
          {plural(waiting, 'new event')}
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
        The event log could not be loaded. Please reload the page.
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

/** The event log as plain sentences, newest first. */
export const AdminEventsPage = () => (
  <AdminLayout title="Events" intro="Everything that has ever happened here, newest first. Personal fields are masked.">
    <Log />
  </AdminLayout>
);

export { AdminEventsPage as Component };
