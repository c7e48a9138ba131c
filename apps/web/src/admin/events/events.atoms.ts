import type { EventDetails, EventPage, EventSummary } from '@tessera/contract/admin';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import type { LiveMessage } from '../../kernel/reading/live-connection.ts';
import { get as read } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';
import { isIn, merged, queryOf } from './event-log.ts';
import type { EventFilter } from './event-log.ts';

const pageEvents = 50;
/** What arrives or was missed beyond these is no longer put on top: the list begins anew with the newest. */
const arrivalsMax = 500;

export interface EventList {
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly filter: EventFilter;
  readonly items: readonly EventSummary[];
  readonly nextCursor: string | null;
  /** Up to here the log was read: what comes later is told over the live connection. */
  readonly position: number;
}

const noFilter: EventFilter = { type: '', stream: '', correlation: '' };
const nothing = { status: 'loading', items: [], nextCursor: null, position: -1 } as const;
const shownAtom = atom<EventList>({ ...nothing, filter: noFilter });

export const eventListAtom = atom((get) => get(shownAtom));

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
/** The newest position up to which events may have happened without being told. */
const untoldAtom = atom(-1);

/** Reads what the live connection could not tell, as if it had just arrived. */
const readMissedAtom = atom(null, async (get, set) => {
  const before = get(shownAtom);
  if (before.status !== 'loaded' || get(untoldAtom) <= before.position) return;
  const page = await readPage(before.filter, null, arrivalsMax).catch(() => null);
  const now = get(shownAtom);
  if (!page || now.filter !== before.filter || now.status !== 'loaded' || page.position <= now.position) return;
  const shownUpTo = now.items[0]?.position ?? -1;
  const isWhole = page.next_cursor === null || page.items.some(({ position }) => position <= shownUpTo);
  set(shownAtom, isWhole ? { ...now, position: page.position } : listOf(before.filter, page));
  if (isWhole) set(arrivalsAtom, (arrived) => merged(page.items, arrived).slice(0, arrivalsMax));
});

/** Reads the newest page of what a filter lets through. An answer to an earlier filter is thrown away. */
export const openEventsAtom = atom(null, async (get, set, filter: EventFilter) => {
  const before = get(shownAtom);
  const same = before.status === 'loaded' && queryOf(before.filter) === queryOf(filter);
  set(shownAtom, same ? { ...before, filter } : { ...nothing, filter });
  try {
    const page = await readPage(filter, null);
    if (get(shownAtom).filter === filter) set(shownAtom, listOf(filter, page));
    await set(readMissedAtom);
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

/** What the live log tells: events, or, with none, only how far it has come. */
const liveLogAtom = atom(
  (get) => get(arrivalsAtom),
  (get, set, { position, value }: LiveMessage) => {
    const { items } = (value ?? { items: [] }) as { readonly items: readonly EventSummary[] };
    if (items.length > 0) set(arrivalsAtom, (before) => merged(items, before).slice(0, arrivalsMax));
    else {
      set(untoldAtom, (before) => Math.max(before, position));
      const { status, filter } = get(shownAtom);
      void (status === 'failed' ? set(openEventsAtom, filter) : set(readMissedAtom));
    }
  },
);
liveLogAtom.onMount = (receive) => watch('event-log', 'all', receive, { over: adminLive, ofMany: true });

/** What the live log brought, newest first, that the filter lets through and the list doesn't show yet. */
export const arrivedEventsAtom = atom((get): readonly EventSummary[] => {
  const { filter, items, status } = get(shownAtom);
  const arrivals = get(liveLogAtom);
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
