const place = (itemId: string, count = 60) => ({ count, itemId, top: -12.5 });

/** The page as it is loaded again. */
const load = () => {
  vi.resetModules();
  return import('./scroll-position.ts');
};

beforeEach(() => sessionStorage.clear());

test('each entry of the history has a place of its own, and so has each list that was opened by its address', async () => {
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

test('what was stored is known again when the page is loaded again; what was not is forgotten', async () => {
  const places = await load();
  places.keepScrollPosition('a', '', place('pier'));
  places.storeScrollPositions();
  places.keepScrollPosition('a', '', place('harbour'));
  expect((await load()).scrollPositionOf('a', '')).toEqual(place('pier'));
});

test('the twenty places that were looked at last are kept', async () => {
  const places = await load();
  for (let entry = 0; entry < 21; entry += 1) places.keepScrollPosition(`entry-${entry}`, '', place('pier'));
  places.keepScrollPosition('entry-1', '', place('harbour'));
  places.keepScrollPosition('one more', '', place('waves'));
  const known = Array.from({ length: 21 }, (_, entry) => places.scrollPositionOf(`entry-${entry}`, '') !== null);
  expect(known).toEqual([false, true, false, ...Array<boolean>(18).fill(true)]);
});

test('what can’t be read is no place', async () => {
  sessionStorage.setItem('tessera-wall-places', '{half');
  expect((await load()).scrollPositionOf('a', '')).toBeNull();
});
