import { atom } from 'jotai';
import { watch } from '../kernel/live.ts';
import { get as read } from '../kernel/send.ts';
import { asAdmin } from './admin-session.atoms.ts';
import { isIn, merged, queryOf } from './event-log.ts';
import type { EventSummary } from '@tessera/domain/admin/wire';
import type { EventDetails, EventFilter } from './event-log.ts';

const pageEvents = 50;
/** More than these arriving unseen are read from the server again by a reload of the list. */
const arrivalsMax = 500;

interface Page {
  readonly items: readonly EventSummary[];
  readonly next_cursor: string | null;
}

export interface EventList {
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly filter: EventFilter;
  readonly items: readonly EventSummary[];
  readonly nextCursor: string | null;
}

const noFilter: EventFilter = { type: '', stream: '', correlation: '' };
const shownAtom = atom<EventList>({ status: 'loading', filter: noFilter, items: [], nextCursor: null });

export const eventListAtom = atom((get) => get(shownAtom));

const address = (filter: EventFilter, cursor: string | null) => {
  const query = new URLSearchParams(queryOf(filter));
  query.set('limit', String(pageEvents));
  if (cursor) query.set('cursor', cursor);
  return `/api/admin/events?${query}`;
};

const readPage = (filter: EventFilter, cursor: string | null) =>
  asAdmin((options) => read<Page>(address(filter, cursor), options));

/** Reads the newest page of what a filter lets through. An answer to an earlier filter is thrown away. */
export const openEventsAtom = atom(null, async (get, set, filter: EventFilter) => {
  const before = get(shownAtom);
  const same = before.status === 'loaded' && queryOf(before.filter) === queryOf(filter);
  set(shownAtom, same ? { ...before, filter } : { status: 'loading', filter, items: [], nextCursor: null });
  try {
    const page = await readPage(filter, null);
    if (get(shownAtom).filter === filter) {
      set(shownAtom, { status: 'loaded', filter, items: page.items, nextCursor: page.next_cursor });
    }
  } catch {
    if (get(shownAtom).filter === filter) set(shownAtom, { ...get(shownAtom), status: 'failed' });
  }
});

export const olderEventsAtom = atom(null, async (get, set) => {
  const { filter, nextCursor } = get(shownAtom);
  try {
    const page = await readPage(filter, nextCursor);
    const now = get(shownAtom);
    if (now.filter === filter)
      set(shownAtom, { ...now, items: merged(now.items, page.items), nextCursor: page.next_cursor });
  } catch {
    if (get(shownAtom).filter === filter) set(shownAtom, { ...get(shownAtom), status: 'failed' });
  }
});

const arrivalsAtom = atom<readonly EventSummary[]>([]);
arrivalsAtom.onMount = (set) =>
  watch(
    'event-log',
    'all',
    (message) => {
      const { items } = (message.value ?? { items: [] }) as { readonly items: readonly EventSummary[] };
      set((before) => merged(items, before).slice(0, arrivalsMax));
    },
    { admin: true },
  );

/** What the live log brought, newest first, that the filter lets through and the list doesn't show yet. */
export const arrivedEventsAtom = atom((get): readonly EventSummary[] => {
  const { filter, items, status } = get(shownAtom);
  const arrivals = get(arrivalsAtom);
  if (status !== 'loaded') return [];
  const shownUpTo = items[0]?.position ?? -1;
  return arrivals.filter((event) => event.position > shownUpTo && isIn(filter, event));
});

/** Puts what has arrived on top of the list. */
export const takeArrivedAtom = atom(null, (get, set) => {
  const shown = get(shownAtom);
  set(shownAtom, { ...shown, items: merged(get(arrivedEventsAtom), shown.items) });
});

export const readEvent = (position: number): Promise<EventDetails> =>
  asAdmin((options) => read<EventDetails>(`/api/admin/events/${position}`, options));
