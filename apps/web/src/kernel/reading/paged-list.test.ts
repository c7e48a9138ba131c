import { waitFor } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { store } from '../store.ts';
import { countText, pagedList } from './paged-list.ts';
import { queries } from './queries.ts';

interface Row {
  readonly id: string;
  readonly figure: number;
}

interface Page {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
  readonly position: number;
  readonly total?: number;
}

const readRows = 'GET /api/rows';
const row = (id: string, figure = 0): Row => ({ id, figure });
const page = (position: number, items: readonly Row[], next_cursor: string | null = null): Page => ({
  items,
  next_cursor,
  position,
});
const failed = vi.fn();
const open = (belongs: (row: Row) => boolean = () => true) => {
  const list = pagedList<Row>({ path: '/api/rows', belongs, onFailure: failed });
  onTestFinished(store.sub(list.listAtom, () => undefined));
  const receive = async (update: { readonly row: Row; readonly position: number }) => {
    store.set(list.receiveAtom, update);
    // The cache notifies its subscribers in a microtask.
    await Promise.resolve();
  };
  return { list, receive, shown: () => store.get(list.listAtom) };
};

const lastPath = () => server.asked(readRows).at(-1)?.path;

beforeEach(async () => {
  queries.clear();
  failed.mockReset();
  await signIn({ id: 'creator-1' });
});

it('each further page is added once; a failed one leaves the pages before it, and can be requested again', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(1, [row('a'), row('b')], 'next'));
  await store.set(list.openAtom, 'sort=title');
  expect(lastPath()).toBe('/api/rows?sort=title&limit=60');
  server.refuseOnce(readRows, 400);
  await store.set(list.moreAtom);
  expect(shown()).toMatchObject({ status: 'loaded', moreFailed: true, nextCursor: 'next' });
  expect(failed).toHaveBeenCalledTimes(1);
  server.answerOnce(readRows, page(2, [row('b'), row('c')]));
  await store.set(list.moreAtom);
  expect(lastPath()).toBe('/api/rows?sort=title&limit=200&cursor=next');
  expect(shown()).toMatchObject({ items: [row('a'), row('b'), row('c')], moreFailed: false, nextCursor: null });
});

it('an update received while an answer is on its way is not undone by that older answer', async () => {
  const { list, receive, shown } = open();
  server.answerOnce(readRows, page(1, [row('a')], 'next'));
  await store.set(list.openAtom, '');
  const held = server.hold(readRows);
  const reading = store.set(list.moreAtom);
  await receive({ row: row('b', 2), position: 9 });
  await held.answer(page(8, [row('b', 1)]));
  await reading;
  expect(shown().items).toEqual([row('a'), row('b', 2)]);
});

it('a change that is older than the answer changes nothing', async () => {
  const { list, receive, shown } = open();
  server.answerOnce(readRows, page(5, [row('a', 3)]));
  await store.set(list.openAtom, '');
  await receive({ row: row('a', 2), position: 5 });
  expect(shown().items).toEqual([row('a', 3)]);
});

it('a row that belongs further down is not announced', async () => {
  const { list, receive, shown } = open(({ figure }) => figure > 0);
  server.answerOnce(readRows, page(5, [row('a', 3)], 'next'));
  await store.set(list.openAtom, '');
  await receive({ row: row('deep', 0), position: 6 });
  await receive({ row: row('new', 1), position: 7 });
  await receive({ row: row('new', 2), position: 8 });
  expect(shown().newIds).toEqual(['new']);
});

it('missed changes are caught up in place: known rows change, unknown ones are announced', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(5, [row('a'), row('b')]));
  await store.set(list.openAtom, '');
  await store.set(list.noteMissedAtom, 5, { inPlace: true });
  expect(server.asked(readRows)).toHaveLength(1);
  server.answerOnce(readRows, page(9, [row('new'), row('a', 4), row('b')]));
  await store.set(list.noteMissedAtom, 9, { inPlace: true });
  expect(shown()).toMatchObject({ items: [row('a', 4), row('b')], newIds: ['new'] });
});

it('missed changes are caught up on all pages that were loaded', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(5, [row('a')], 'next'));
  await store.set(list.openAtom, '');
  server.answerOnce(readRows, page(5, [row('b')]));
  await store.set(list.moreAtom);
  server.answerOnce(readRows, page(9, [row('new'), row('a')], 'next'));
  server.answerOnce(readRows, page(9, [row('b', 4)]));
  await store.set(list.noteMissedAtom, 9, { inPlace: true });
  expect(shown()).toMatchObject({ items: [row('a'), row('b', 4)], newIds: ['new'], nextCursor: null });
});

it('changes missed before the user saw the rows are simply shown', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(5, [row('a')]));
  await store.set(list.openAtom, '');
  server.answerOnce(readRows, page(9, [row('new'), row('a')]));
  await store.set(list.noteMissedAtom, 9, { inPlace: false });
  expect(shown()).toMatchObject({ items: [row('new'), row('a')], newIds: [] });
});

it('the first row of an empty list is read immediately', async () => {
  const { list, receive, shown } = open();
  server.answerOnce(readRows, page(5, []));
  await store.set(list.openAtom, '');
  server.answerOnce(readRows, page(6, [row('first')]));
  await receive({ row: row('first'), position: 6 });
  await waitFor(() => expect(shown().items).toEqual([row('first')]));
});

it('an answer includes what was missed, and what the reader has just done', async () => {
  const { list } = open();
  const after = () => new URLSearchParams(lastPath()?.split('?')[1]).get('after');
  server.answerOnce(readRows, page(5, []));
  await store.set(list.openAtom, '');
  expect(after()).toBeNull();
  server.answerOnce(readRows, page(8, [row('a')]));
  await store.set(list.refreshAtom, 7);
  expect(after()).toBe('7');
  server.answerOnce(readRows, page(9, [row('b'), row('a')]));
  await store.set(list.noteMissedAtom, 9, { inPlace: true });
  expect(after()).toBe('9');
});

it('the rows of the previous query stay until the answer arrives, and disappear if it fails', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(5, [row('a')], 'next'));
  await store.set(list.openAtom, '');
  server.refuseOnce(readRows, 400);
  const reading = store.set(list.openAtom, 'search=x');
  expect(shown()).toMatchObject({ items: [row('a')], nextCursor: null, reading: 'open' });
  await reading;
  expect(shown()).toMatchObject({ items: [], status: 'failed' });
});

it('one user’s rows are never shown to the next user of the tab', async () => {
  const { list, shown } = open();
  server.answerOnce(readRows, page(5, [row('a')]));
  await store.set(list.openAtom, '');
  expect(shown().items).toEqual([row('a')]);
  await signIn({ id: 'creator-2' });
  const held = server.hold(readRows);
  const reading = store.set(list.openAtom, 'search=x');
  expect(shown()).toMatchObject({ status: 'loading', items: [], newIds: [] });
  await held.answer(page(6, [row('b')]));
  await reading;
  expect(shown().items).toEqual([row('b')]);
});

it('[FIX-11] the count covers all pages, not only the loaded ones; if it isn’t known, none is shown', async () => {
  const { list, shown } = open();
  const shownCount = () => countText(shown(), 'license');
  server.answerOnce(readRows, { ...page(1, [row('a'), row('b')], 'next'), total: 1_180 });
  await store.set(list.openAtom, '');
  expect(shownCount()).toBe('1,180 licenses');
  server.answerOnce(readRows, page(2, [row('c')], 'next'));
  await store.set(list.moreAtom);
  expect(shownCount()).toBe('1,180 licenses');
  server.answerOnce(readRows, page(3, [row('a')]));
  await store.set(list.openAtom, 'search=a');
  expect(shownCount()).toBe('1 license');
  server.answerOnce(readRows, page(4, [row('a')], 'next'));
  await store.set(list.openAtom, 'search=b');
  expect(shownCount()).toBe('');
});
