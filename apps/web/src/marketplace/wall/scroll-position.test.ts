const place = (itemId: string, count = 60) => ({ count, itemId, top: -12.5 });

/** Loads the module again, as a reload of the page does. */
const load = () => {
  vi.resetModules();
  return import('./scroll-position.ts');
};

beforeEach(() => sessionStorage.clear());

test('each history entry has its own position for each list', async () => {
  const places = await load();
  places.keepScrollPosition('a', '', place('pier'));
  places.keepScrollPosition('b', '', place('harbour'));
  places.keepScrollPosition('a', 'tag=sea', place('waves'));
  places.keepScrollPosition('a', '', place('arches'));
  expect(places.scrollPositionOf('a', '')).toEqual(place('arches'));
  expect(places.scrollPositionOf('b', '')).toEqual(place('harbour'));
  expect(places.scrollPositionOf('a', 'tag=sea')).toEqual(place('waves'));
  expect(places.scrollPositionOf('b', 'tag=sea')).toBeNull();
});

test('positions survive a reload only if they were stored', async () => {
  const places = await load();
  places.keepScrollPosition('a', '', place('pier'));
  places.storeScrollPositions();
  places.keepScrollPosition('a', '', place('harbour'));
  expect((await load()).scrollPositionOf('a', '')).toEqual(place('pier'));
});

test('the twenty most recent positions are kept', async () => {
  const places = await load();
  for (let entry = 0; entry < 21; entry += 1) places.keepScrollPosition(`entry-${entry}`, '', place('pier'));
  places.keepScrollPosition('entry-1', '', place('harbour'));
  places.keepScrollPosition('one more', '', place('waves'));
  const known = Array.from({ length: 21 }, (_, entry) => places.scrollPositionOf(`entry-${entry}`, '') !== null);
  expect(known).toEqual([false, true, false, ...Array<boolean>(18).fill(true)]);
});

test('unreadable positions are ignored', async () => {
  sessionStorage.setItem('tessera-wall-places', '{half');
  expect((await load()).scrollPositionOf('a', '')).toBeNull();
});
