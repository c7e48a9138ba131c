import { waitFor } from '@testing-library/react';
import type { EventSummary } from '@tessera/contract/admin';
import { createStore } from 'jotai';
import { server } from '../../testing/server.test-kit.ts';
import { pass } from '../../testing/user.test-kit.ts';
import { pushToAdmin, signInAdmin } from '../admin-page.test-kit.tsx';
import { arrivedEventsAtom, eventListAtom, openEventsAtom } from './events.atoms.ts';

const events = 'GET /api/admin/events';
const receive = (position: number, ...items: readonly EventSummary[]) =>
  pushToAdmin('event-log', { position, value: { items } });
const event = (position: number): EventSummary => ({
  position,
  id: `event-${position}`,
  type: 'OrderPlaced',
  stream: 'order-1',
  revision: 0,
  recorded_at: '2026-11-20T14:05:00.000Z',
  actor: 'brand-1',
  correlation: 'purchase-1',
  sentence: 'Acme placed an order.',
});
const page = (positions: readonly number[], next_cursor: string | null = null) => ({
  items: positions.map(event),
  next_cursor,
  position: positions[0] ?? -1,
});
const everything = { type: '', stream: '', correlation: '' };

/** How long a read without a connection is retried. */
const retriesMs = 1_400;

/** A list of all events. */
const open = async () => {
  signInAdmin();
  const store = createStore();
  onTestFinished(store.sub(arrivedEventsAtom, () => undefined));
  const opened = store.set(openEventsAtom, everything);
  await pass(retriesMs);
  await opened;
  return {
    arrived: () => store.get(arrivedEventsAtom).map(({ position }) => position),
    shown: () => store.get(eventListAtom).items.map(({ position }) => position),
    status: () => store.get(eventListAtom).status,
  };
};

beforeEach(() => server.answer(events, page([3, 2, 1])));

it('events that happened while the connection was down are loaded and arrive like all others', async () => {
  const { arrived, shown } = await open();
  await receive(6, event(6));
  server.answer(events, page([6, 5, 4, 3, 2, 1]));
  await receive(6);
  await waitFor(() => expect(arrived()).toEqual([6, 5, 4]));
  expect(shown()).toEqual([3, 2, 1]);
});

it('if nothing happened meanwhile, a reconnect loads nothing', async () => {
  await open();
  await receive(3);
  expect(server.asked(events)).toHaveLength(1);
});

it('when more was missed than can be put on top, the list starts over, without a gap', async () => {
  const { arrived, shown } = await open();
  server.answer(events, page([902, 901, 900], 'further'));
  await receive(902);
  await waitFor(() => expect(shown()).toEqual([902, 901, 900]));
  expect(arrived()).toEqual([]);
});

it('a list that could not be loaded is loaded as soon as the connection is back', async () => {
  server.lose(events);
  const { shown, status } = await open();
  expect(status()).toBe('failed');
  server.answer(events, page([3, 2, 1]));
  await receive(3);
  await waitFor(() => expect(shown()).toHaveLength(3));
});
