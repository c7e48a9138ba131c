import { expect, test } from 'vitest';
import { defineEvent } from './event.ts';
import { recorded } from './recorded.test-kit.ts';
import { changes, defineView, foldInto, on, removes } from './view.ts';

interface Moved {
  readonly from: string;
  readonly to: string;
}

const moved = defineEvent<Moved>()('Moved', { audit: () => 'It moved.' });
const ignored = defineEvent<Moved>()('Ignored', { audit: () => 'It is ignored.' });
const closed = defineEvent<{ readonly id: string }>()('Closed', { audit: () => 'It closed.' });

const arrived = on<number, 'Moved', Moved>(
  moved,
  ({ from, to }) => [from, to],
  (count = 0, { to }, _event, key) => (key === to ? count + 1 : count - 1),
);
const places = defineView<number>({
  name: 'places',
  version: 1,
  on: [arrived, removes(closed, 'id')],
});

test('folding an event changes the documents it names, and returns their keys', () => {
  const documents = new Map<string, number>();
  const [first, second, third] = recorded([
    moved.of({ from: 'harbour', to: 'beach' }),
    closed.of({ id: 'harbour' }),
    ignored.of({ from: 'beach', to: 'harbour' }),
  ]);
  expect(foldInto(places, documents, first!)).toEqual(['harbour', 'beach']);
  expect([...documents]).toEqual([
    ['harbour', -1],
    ['beach', 1],
  ]);
  expect(foldInto(places, documents, second!)).toEqual(['harbour']);
  expect([...documents]).toEqual([['beach', 1]]);
  expect(foldInto(places, documents, third!)).toEqual([]);
  expect([...documents]).toEqual([['beach', 1]]);
});

test('an event that only changes documents creates none', () => {
  const doubled = defineView<number>({
    name: 'doubled',
    version: 1,
    on: [changes(closed, 'id', (count: number, { id }) => count * 2 + id.length)],
  });
  const documents = new Map([['beach', 0]]);
  const [first, second] = recorded([closed.of({ id: 'beach' }), closed.of({ id: 'harbour' })]);
  expect(foldInto(doubled, documents, first!)).toEqual(['beach']);
  expect(foldInto(doubled, documents, second!)).toEqual(['harbour']);
  expect([...documents]).toEqual([['beach', 5]]);
});

test('a view can’t handle the same event twice', () => {
  expect(() => defineView({ name: 'places', version: 1, on: [arrived, arrived] })).toThrow(
    'places: an event is handled twice',
  );
});

test('by default, a view is found only by key, watched by nobody and folded without keys', () => {
  expect(places).toMatchObject({ name: 'places', version: 1, indexes: {}, live: null, readsPersonalFields: false });
  const live = { mayWatch: () => true };
  const indexes = { orders: ['count'] };
  expect(
    defineView({ name: 'seen', version: 2, on: [arrived], indexes, live, readsPersonalFields: true }),
  ).toMatchObject({ name: 'seen', version: 2, indexes, live, readsPersonalFields: true });
});
