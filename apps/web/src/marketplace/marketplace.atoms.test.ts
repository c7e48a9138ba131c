import { waitFor } from '@testing-library/react';
import type { ContentRow } from '@tessera/contract/content';
import type { LiveMessage } from '@tessera/contract/kernel/live';
import { everybody } from '@tessera/domain/content/row';
import { createStore } from 'jotai';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import type { Asked } from '../testing/server.test-kit.ts';
import { pass, settled } from '../testing/user.test-kit.ts';
import { emptyFilter } from './filters/filter.ts';
import type { Filter } from './filters/filter.ts';
import { followMarketplaceAtom, showAtom, showMoreAtom, wallAtomOf } from './marketplace.atoms.ts';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const content = 'GET /api/marketplace';
const lastRead = () => server.asked().at(-1)?.path;

const receive = (message: LiveMessage) => liveServer.push('marketplace', everybody, message);
/** The connection was lost, and returns when the log has reached this position. */
const reconnect = async (position: number) => {
  liveServer.answer('marketplace', everybody, { position, value: null });
  await liveServer.reconnect();
};

const { sample: _marked, ...published } = samples[0] as MarketItem;
/** A row published at this hour. */
const row = (id: string, hour: number, title = id): ContentRow => ({
  ...published,
  id,
  title,
  created_at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
});
const answer = (position: number, items: readonly ContentRow[], next_cursor: string | null = null) => ({
  items,
  tags: [],
  next_cursor,
  position,
  fallback: null,
});

const all = wallAtomOf(emptyFilter);

let unfollow = () => {};
afterEach(() => unfollow());

/** A store that follows the marketplace. */
const follow = async () => {
  const store = createStore();
  unfollow = store.set(followMarketplaceAtom);
  await waitFor(() => expect(liveServer.watched()).toEqual([`marketplace/${everybody}`]));
  return store;
};

/** Opens a wall that was read at position 10, with harbour above meadow. */
const open = async (next_cursor: string | null = null, filter: Filter = emptyFilter) => {
  server.answerOnce(content, answer(10, [row('harbour', 9), row('meadow', 8)], next_cursor));
  const store = await follow();
  await store.set(showAtom, filter);
  const wallAtom = wallAtomOf(filter);
  return {
    store,
    wall: () => {
      const { items, newItems } = store.get(wallAtom);
      return { items: items.map(({ title }) => title), news: newItems.map(({ title }) => title) };
    },
    gone: () => [...store.get(wallAtom).gone],
    show: () => store.set(showAtom, filter),
    again: () => store.set(showAtom, filter, { refresh: true }),
    more: () => store.set(showMoreAtom),
    state: () => store.get(wallAtom).moreStatus,
  };
};

test('items published while the connection was lost are announced, and nothing moves on the wall', async () => {
  const { wall } = await open();
  server.answerOnce(content, answer(14, [row('island', 10), row('harbour', 9, 'harbour, cut'), row('meadow', 8)]));
  await reconnect(14);
  await waitFor(() => expect(wall()).toEqual({ items: ['harbour, cut', 'meadow'], news: ['island'] }));
});

test('nothing is read when the connection returns without anything new', async () => {
  await open();
  await reconnect(10);
  expect(server.asked()).toHaveLength(1);
});

test('an item published while the list is loading is not missed', async () => {
  const late = server.hold(content);
  server.answerOnce(content, answer(12, [row('island', 10), row('harbour', 9)]));
  const store = await follow();
  const shown = store.set(showAtom, emptyFilter);
  await receive({ position: 12, value: row('island', 10) });
  await late.answer(answer(10, [row('harbour', 9)]));
  await shown;
  expect(store.get(all).newItems.map(({ id }) => id)).toEqual(['island']);
});

test('a change that arrives while missed changes are read is not overwritten by an older answer', async () => {
  const { wall } = await open();
  const late = server.hold(content);
  server.answerOnce(content, answer(15, [row('harbour', 9, 'harbour at noon'), row('meadow', 8)]));
  await reconnect(14);
  await receive({ position: 15, value: row('harbour', 9, 'harbour at noon') });
  await late.answer(answer(14, [row('harbour', 9, 'harbour'), row('meadow', 8)]));
  await waitFor(() => expect(server.asked()).toHaveLength(3));
  await waitFor(() => expect(wall().items).toEqual(['harbour at noon', 'meadow']));
});

test('a change to an item below the loaded ones is not announced; a new item from a node with a slower clock is', async () => {
  const { wall } = await open('further');
  await receive({ position: 11, value: row('far below', 3) });
  expect(wall()).toEqual({ items: ['harbour', 'meadow'], news: [] });
  // The clock of the node that published it is behind that of harbour's node.
  await receive({ position: 12, value: { ...row('pier', 9), created_at: '2026-11-20T08:59:59.000Z' } });
  expect(wall().news).toEqual(['pier']);
});

test('a change that the list already includes is not applied again', async () => {
  const { wall } = await open();
  await receive({ position: 9, value: row('harbour', 9, 'harbour before the cut') });
  expect(wall().items).toEqual(['harbour', 'meadow']);
});

test('the wall stays as it is if the list can’t be read again', async () => {
  const { wall } = await open();
  server.lose(content);
  await reconnect(14);
  // It was tried twice.
  await waitFor(() => expect(server.asked()).toHaveLength(3));
  expect(wall()).toEqual({ items: ['harbour', 'meadow'], news: [] });
});

test('an item that leaves keeps its place, and is restored when it comes back', async () => {
  const { wall, gone } = await open();
  await receive({ position: 11, value: null, removed: 'harbour' });
  expect(wall().items).toEqual(['harbour', 'meadow']);
  expect(gone()).toEqual(['harbour']);
  expect(server.asked()).toHaveLength(1);
  await receive({ position: 12, value: row('harbour', 9, 'harbour again') });
  expect(wall().items).toEqual(['harbour again', 'meadow']);
  expect(gone()).toEqual([]);
});

test('a new item that leaves before it was shown is no longer announced', async () => {
  const { wall } = await open();
  await receive({ position: 11, value: row('island', 10) });
  expect(wall().news).toEqual(['island']);
  await receive({ position: 12, value: null, removed: 'island' });
  expect(wall().news).toEqual([]);
});

test('a removal that the list already includes changes nothing', async () => {
  const { gone } = await open();
  await receive({ position: 9, value: null, removed: 'harbour' });
  expect(gone()).toEqual([]);
});

test('an item that left while the connection was lost is marked; one that merely no longer matches is not', async () => {
  const { wall, gone } = await open();
  server.answerOnce(content, answer(14, [row('island', 10)]));
  server.refuse('GET /api/content/harbour', 404, { code: 'not_found', title: 'Not found' });
  server.answer('GET /api/content/*', {});
  await reconnect(14);
  await waitFor(() => expect(gone()).toEqual(['harbour']));
  expect(wall()).toEqual({ items: ['harbour', 'meadow'], news: ['island'] });
});

test('an item below the end of the answer is not considered gone', async () => {
  const { wall, gone } = await open();
  server.answerOnce(content, answer(14, [row('island', 10), row('harbour', 9)], 'further'));
  await reconnect(14);
  await waitFor(() => expect(wall().news).toEqual(['island']));
  expect(gone()).toEqual([]);
  expect(server.asked()).toHaveLength(2);
});

test('a refresh removes items that left', async () => {
  const { wall, gone, again } = await open();
  await receive({ position: 11, value: null, removed: 'harbour' });
  server.answerOnce(content, answer(11, [row('meadow', 8)]));
  await again();
  expect(wall().items).toEqual(['meadow']);
  expect(gone()).toEqual([]);
});

test('the next page is added below and moves nothing; an item that slid to the next page is shown once', async () => {
  const { wall, more } = await open('further');
  server.answerOnce(content, answer(10, [row('meadow', 8), row('orchard', 7)]));
  await more();
  expect(lastRead()).toBe('/api/marketplace?limit=24&cursor=further');
  expect(wall().items).toEqual(['harbour', 'meadow', 'orchard']);
  await more();
  expect(server.asked()).toHaveLength(2);
});

test('a page that can’t be read is reported as failed, and is requested again with the same cursor', async () => {
  const { wall, more, state } = await open('further');
  server.lose(content);
  const failing = more();
  await pass(500);
  await failing;
  expect(state()).toBe('failed');
  server.answer(content, answer(10, [row('orchard', 7)]));
  await more();
  expect(lastRead()).toBe('/api/marketplace?limit=24&cursor=further');
  expect(state()).toBe('idle');
  expect(wall().items).toEqual(['harbour', 'meadow', 'orchard']);
});

test('[MKT-40] the list is stale after five minutes: then as many items are read again, and nothing moves', async () => {
  const { wall, show, more } = await open('further');
  server.answerOnce(
    content,
    answer(
      10,
      Array.from({ length: 40 }, (_, index) => row(`orchard ${index}`, 7)),
    ),
  );
  await more();
  await pass(5 * 60_000 - 1);
  await show();
  expect(server.asked()).toHaveLength(2);
  await pass(1);
  server.answerOnce(
    content,
    answer(12, [row('island', 10), row('harbour', 9, 'harbour, cut'), row('meadow', 8)], 'further'),
  );
  await show();
  expect(lastRead()).toBe('/api/marketplace?limit=42');
  expect(wall().items.slice(0, 3)).toEqual(['harbour, cut', 'meadow', 'orchard 0']);
  expect(wall().items).toHaveLength(42);
  expect(wall().news).toEqual(['island']);
  await show();
  expect(server.asked()).toHaveLength(3);
});

test('[MKT-41] the list is not read again when the window gets the focus', async () => {
  await open();
  await pass(60 * 60_000);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(server.asked()).toHaveLength(1);
});

test('each filter has its own wall, which is unchanged when the visitor comes back to it', async () => {
  const { store, wall, show } = await open();
  const films = { ...emptyFilter, type: 'video' } as const;
  server.answerOnce(content, answer(10, [row('waves', 9)]));
  await store.set(showAtom, films);
  expect(lastRead()).toBe('/api/marketplace?type=video&limit=24');
  expect(store.get(wallAtomOf(films)).items.map(({ id }) => id)).toEqual(['waves']);
  await show();
  expect(wall().items).toEqual(['harbour', 'meadow']);
  expect(server.asked()).toHaveLength(2);
});

test.each([
  [60, 60],
  [3, 24],
  [900, 500],
])('a wall that had %i items before is read with a limit of %i', async (count, limit) => {
  server.answer(content, answer(10, [row('a', 3)]));
  await createStore().set(showAtom, emptyFilter, { count });
  expect(server.asked().map(({ path }) => path)).toEqual([`/api/marketplace?limit=${limit}`]);
});

test('sorted by price, an item is announced if it ranks above the loaded ones, however old it is', async () => {
  const priced = (id: string, hour: number, dollars: number): ContentRow => ({
    ...row(id, hour),
    offer_one_time: true,
    offer_six_month: false,
    offer_perpetual: false,
    one_time_price: dollars,
  });
  const cheapFirst = { ...emptyFilter, sort: 'price_asc' } as const;
  server.answerOnce(content, answer(10, [priced('harbour', 9, 20), priced('meadow', 8, 30)], 'further'));
  const store = await follow();
  await store.set(showAtom, cheapFirst);
  await receive({ position: 11, value: priced('palace', 10, 900) });
  await receive({ position: 12, value: priced('pebble', 3, 5) });
  expect(store.get(wallAtomOf(cheapFirst)).newItems.map(({ id }) => id)).toEqual(['pebble']);
});

test('[MKT-33] every item for sale can be reached page by page, in order', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => row(`item ${index}`, 9));
  server.answer(content, ({ path }: Asked) => {
    const query = new URL(path, 'http://shop.example').searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit'));
    return answer(10, rows.slice(from, to), to < rows.length ? String(to) : null);
  });
  const store = createStore();
  await store.set(showAtom, emptyFilter);
  while (store.get(all).nextCursor) await store.set(showMoreAtom);
  expect(store.get(all).items).toEqual(rows);
});
