import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { EventDetails, EventPage, EventSummary, LiveEvents } from '@tessera/contract/admin';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import { get as read } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';
import { matchesFilter, mergeEvents, queryOf } from './event-log.ts';
import type { EventFilter } from './event-log.ts';

const pageEvents = 50;
/** When more events than this arrive or were missed, the list starts over with the newest ones. */
const arrivalsMax = 500;

export interface EventList {
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly filter: EventFilter;
  readonly items: readonly EventSummary[];
  readonly nextCursor: string | null;
  /** The position up to which the log was loaded. Later events come over the live connection. */
  readonly position: number;
}

const noFilter: EventFilter = { type: '', stream: '', correlation: '' };
const initial = { status: 'loading', items: [], nextCursor: null, position: -1 } as const;
const listState = atom<EventList>({ ...initial, filter: noFilter });

export const eventListAtom = atom((get) => get(listState));

const address = (filter: EventFilter, cursor: string | null, limit: number) => {
  const query = new URLSearchParams(queryOf(filter));
  query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  return `/api/admin/events?${query}`;
};

const readPage = (filter: EventFilter, cursor: string | null, limit = pageEvents) =>
  asAdmin((options) => read<EventPage>(address(filter, cursor, limit), options));

const listOf = (filter: EventFilter, { items, next_cursor, position }: EventPage): EventList => ({
  status: 'loaded',
  filter,
  items,
  nextCursor: next_cursor,
  position,
});

const arrivalsAtom = atom<readonly EventSummary[]>([]);
/** The newest position up to which events may have been missed by the live connection. */
const missedUpToAtom = atom(-1);

/** Loads the events that the live connection missed, as if they had just arrived. */
const loadMissedAtom = atom(null, async (get, set) => {
  const before = get(listState);
  if (before.status !== 'loaded' || get(missedUpToAtom) <= before.position) return;
  const page = await readPage(before.filter, null, arrivalsMax).catch(() => null);
  const now = get(listState);
  if (!page || now.filter !== before.filter || now.status !== 'loaded' || page.position <= now.position) return;
  const shownUpTo = now.items[0]?.position ?? -1;
  const isComplete = page.next_cursor === null || page.items.some(({ position }) => position <= shownUpTo);
  set(listState, isComplete ? { ...now, position: page.position } : listOf(before.filter, page));
  if (isComplete) set(arrivalsAtom, (arrived) => mergeEvents(page.items, arrived).slice(0, arrivalsMax));
});

/** Loads the newest page of events that match a filter. A response for an earlier filter is discarded. */
export const openEventsAtom = atom(null, async (get, set, filter: EventFilter) => {
  const before = get(listState);
  const isSameFilter = before.status === 'loaded' && queryOf(before.filter) === queryOf(filter);
  set(listState, isSameFilter ? { ...before, filter } : { ...initial, filter });
  try {
    const page = await readPage(filter, null);
    if (get(listState).filter === filter) set(listState, listOf(filter, page));
    await set(loadMissedAtom);
  } catch {
    if (get(listState).filter === filter) set(listState, { ...get(listState), status: 'failed' });
  }
});

export const olderEventsAtom = atom(null, async (get, set) => {
  const { filter, nextCursor } = get(listState);
  try {
    const page = await readPage(filter, nextCursor);
    const now = get(listState);
    if (now.filter === filter)
      set(listState, { ...now, items: mergeEvents(now.items, page.items), nextCursor: page.next_cursor });
  } catch {
    if (get(listState).filter === filter) set(listState, { ...get(listState), status: 'failed' });
  }
});

/** Messages of the live log: events, or, without any, only the position that the log has reached. */
const liveLogAtom = atom(
  (get) => get(arrivalsAtom),
  (get, set, { position, value }: LiveMessage) => {
    const { items } = (value ?? { items: [] }) as LiveEvents;
    if (items.length > 0) set(arrivalsAtom, (before) => mergeEvents(items, before).slice(0, arrivalsMax));
    else {
      set(missedUpToAtom, (before) => Math.max(before, position));
      const { status, filter } = get(listState);
      void (status === 'failed' ? set(openEventsAtom, filter) : set(loadMissedAtom));
    }
  },
);
liveLogAtom.onMount = (receive) => watch('event-log', 'all', receive, { over: adminLive, ofMany: true });

/** Events from the live log that match the filter and aren't in the list yet, newest first. */
export const arrivedEventsAtom = atom((get): readonly EventSummary[] => {
  const { filter, items, status } = get(listState);
  const arrivals = get(liveLogAtom);
  if (status !== 'loaded') return [];
  const shownUpTo = items[0]?.position ?? -1;
  return arrivals.filter((event) => event.position > shownUpTo && matchesFilter(filter, event));
});

/** Puts the events that have arrived on top of the list. */
export const showArrivedAtom = atom(null, (get, set) => {
  const shown = get(listState);
  set(listState, { ...shown, items: mergeEvents(get(arrivedEventsAtom), shown.items) });
});

export const readEvent = (position: number): Promise<EventDetails> =>
  asAdmin((options) => read<EventDetails>(`/api/admin/events/${position}`, options));
