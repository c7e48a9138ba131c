import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { EventSummary } from '@tessera/contract/admin';
import { createStore } from 'jotai';
import { arrivedEventsAtom, eventListAtom, openEventsAtom } from './events.atoms.ts';

const server = vi.hoisted(() => ({
  read: vi.fn<(address: string) => Promise<unknown>>(),
  receive: (_message: unknown): void => undefined,
}));
vi.mock('../../kernel/send.ts', () => ({ get: server.read }));
vi.mock('../admin-session.atoms.ts', () => ({
  adminLive: undefined,
  asAdmin: (call: (options: object) => unknown) => call({}),
}));
vi.mock('../../kernel/reading/live.ts', () => ({
  watch: (_view: string, _key: string, onMessage: (message: unknown) => void) => {
    server.receive = onMessage;
    return () => undefined;
  },
}));

const receive = (message: LiveMessage) => server.receive(message);
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

/** A list that shows events 3, 2 and 1. */
const open = async () => {
  server.read.mockReset();
  server.read.mockResolvedValueOnce(page([3, 2, 1]));
  const store = createStore();
  store.sub(arrivedEventsAtom, () => undefined);
  await store.set(openEventsAtom, everything);
  return {
    arrived: () => store.get(arrivedEventsAtom).map(({ position }) => position),
    shown: () => store.get(eventListAtom).items.map(({ position }) => position),
  };
};

it('events that happened while the connection was down are loaded and arrive like all others', async () => {
  const { arrived, shown } = await open();
  receive({ position: 6, value: { items: [event(6)] } });
  server.read.mockResolvedValueOnce(page([6, 5, 4, 3, 2, 1]));
  receive({ position: 6, value: { items: [] } });
  await vi.waitFor(() => expect(arrived()).toEqual([6, 5, 4]));
  expect(shown()).toEqual([3, 2, 1]);
});

it('if nothing happened meanwhile, a reconnect loads nothing', async () => {
  await open();
  receive({ position: 3, value: { items: [] } });
  expect(server.read).toHaveBeenCalledTimes(1);
});

it('when more was missed than can be put on top, the list starts over, without a gap', async () => {
  const { arrived, shown } = await open();
  server.read.mockResolvedValueOnce(page([902, 901, 900], 'further'));
  receive({ position: 902, value: { items: [] } });
  await vi.waitFor(() => expect(shown()).toEqual([902, 901, 900]));
  expect(arrived()).toEqual([]);
});

it('a list that could not be loaded is loaded as soon as the connection is back', async () => {
  server.read.mockReset();
  server.read.mockRejectedValueOnce(new Error('no connection'));
  const store = createStore();
  store.sub(arrivedEventsAtom, () => undefined);
  await store.set(openEventsAtom, everything);
  expect(store.get(eventListAtom).status).toBe('failed');
  server.read.mockResolvedValueOnce(page([3, 2, 1]));
  receive({ position: 3, value: { items: [] } });
  await vi.waitFor(() => expect(store.get(eventListAtom).items).toHaveLength(3));
});
