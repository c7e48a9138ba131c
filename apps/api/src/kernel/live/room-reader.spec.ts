import type { LiveMessage } from '@tessera/contract/kernel/live';
import { defineView } from '@tessera/domain/kernel/view';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Stored } from '../views/port.ts';
import type { Hint } from './other-nodes.ts';
import { RoomReader } from './room-reader.ts';

const anybody = () => true;
const dashboards = defineView<{ readonly sold: number }>({
  name: 'dashboards',
  version: 1,
  on: [],
  live: { mayWatch: anybody },
});
const market = defineView<{ readonly title: string }>({
  name: 'market',
  version: 1,
  on: [],
  live: { room: () => 'all', value: ({ title }) => title, mayWatch: anybody },
});
const views = new Map<string, AnyView>([dashboards, market].map((view) => [view.name, view]));

/** A store whose answers are held back until released, one by one. */
const slowStore = () => {
  const documents = new Map<string, Stored<unknown>>();
  const asked: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  let isAway = false;
  return {
    documents,
    asked,
    fail: () => (isAway = true),
    answer: async () => {
      waiting.shift()?.();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
    checkpoint: () => Promise.resolve(100),
    load: async (_view: string, keys: readonly string[]) => {
      asked.push(keys);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (isAway) throw new Error('The store is away');
      return new Map([...documents].filter(([key]) => keys.includes(key)));
    },
  };
};

const setUp = () => {
  const store = slowStore();
  const published: [view: string, room: string, message: LiveMessage][] = [];
  let dropped = 0;
  const reader = new RoomReader({
    views,
    store,
    publish: (...told) => published.push(told),
    onDropped: () => (dropped += 1),
  });
  return { store, reader, published, dropped: () => dropped };
};
const changedAt = (key: string, position: number): Hint => ({ view: 'dashboards', key, room: key, position });

it('[PROD-17] reads a document for its room, only once however many hints arrive while a read is under way', async () => {
  const { store, reader, published } = setUp();
  store.documents.set('ada', { key: 'ada', position: 1, document: { sold: 1 } });
  reader.changed([changedAt('ada', 1)]);
  for (let position = 2; position <= 1_000; position += 1) {
    reader.changed([changedAt('ada', position), changedAt(`creator ${position % 300}`, position)]);
  }
  expect(store.asked).toEqual([['ada']]);
  store.documents.set('ada', { key: 'ada', position: 1_000, document: { sold: 1_000 } });
  await store.answer();
  await store.answer();
  expect(store.asked.map((keys) => keys.length)).toEqual([1, 301]);
  expect(published).toEqual([
    ['dashboards', 'ada', { position: 1_000, value: { sold: 1_000 } }],
    ['dashboards', 'ada', { position: 1_000, value: { sold: 1_000 } }],
  ]);
});

it('a room with many documents gets a changed document’s row, and learns of deletions without a read', async () => {
  const { store, reader, published } = setUp();
  store.documents.set('item', { key: 'item', position: 7, document: { title: 'Dunes' } });
  reader.changed([
    { view: 'market', key: 'item', room: 'all', position: 7 },
    { view: 'market', key: 'old', room: 'all', position: 8, removed: true },
  ]);
  await store.answer();
  expect(store.asked).toEqual([['item']]);
  expect(published).toEqual([
    ['market', 'all', { position: 8, value: null, removed: 'old' }],
    ['market', 'all', { position: 7, value: 'Dunes' }],
  ]);
});

it('[PROD-17] hints are dropped, and that is reported, if there are too many or they can’t be read', async () => {
  const { store, reader, published, dropped } = setUp();
  reader.changed([changedAt('ada', 1)]);
  reader.changed(Array.from({ length: 10_001 }, (_unused, index) => changedAt(`creator ${index}`, index)));
  expect(dropped()).toBe(1);
  store.fail();
  await store.answer();
  expect([dropped(), published, store.asked.length]).toEqual([2, [], 1]);
});

it('[PROD-17] a refresh reads 500 documents at a time, and publishes only what is new', async () => {
  const { store, reader, published } = setUp();
  const rooms = Array.from({ length: 1_200 }, (_unused, index) => `creator ${index}`);
  for (const key of rooms.slice(0, 3)) store.documents.set(key, { key, position: 9, document: { sold: 2 } });
  const told = new Map([
    ...rooms.map((room) => [room, -1] as const),
    ['creator 0', 9] as const,
    ['creator 1', 8] as const,
  ]);
  const refreshed = reader.refresh('dashboards', rooms, told);
  for (let slice = 0; slice < 3; slice += 1) {
    await Promise.resolve();
    await store.answer();
  }
  await refreshed;
  expect(store.asked.map((keys) => keys.length)).toEqual([500, 500, 200]);
  expect(published.map(([, room, { position }]) => [room, position])).toEqual([
    ['creator 1', 9],
    ['creator 2', 9],
  ]);
  await reader.refresh('market', ['all'], new Map());
  expect(published.at(-1)).toEqual(['market', 'all', { position: 100, value: null }]);
});
