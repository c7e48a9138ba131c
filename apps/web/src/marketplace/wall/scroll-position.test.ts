const place = (itemId: string, count = 60) => ({ count, itemId, top: -12.5 });

/** The page as it is loaded again. */
const load = () => {
  vi.resetModules();
  return import('./scroll-position.ts');
};

beforeEach(() => sessionStorage.clear());

test('each entry of the history has a place of its own, and so has each list that was opened by its address', async () => {
  const places = await load();
  places.keepWallPlace('a', '', place('pier'));
  places.keepWallPlace('b', '', place('harbour'));
  places.keepWallPlace('a', 'tag=sea', place('waves'));
  places.keepWallPlace('a', '', place('arches'));
  expect(places.wallPlaceOf('a', '')).toEqual(place('arches'));
  expect(places.wallPlaceOf('b', '')).toEqual(place('harbour'));
  expect(places.wallPlaceOf('a', 'tag=sea')).toEqual(place('waves'));
  expect(places.wallPlaceOf('b', 'tag=sea')).toBeNull();
});

test('what was stored is known again when the page is loaded again; what was not is forgotten', async () => {
  const places = await load();
  places.keepWallPlace('a', '', place('pier'));
  places.storeWallPlaces();
  places.keepWallPlace('a', '', place('harbour'));
  expect((await load()).wallPlaceOf('a', '')).toEqual(place('pier'));
});

test('the twenty places that were looked at last are kept', async () => {
  const places = await load();
  for (let entry = 0; entry < 21; entry += 1) places.keepWallPlace(`entry-${entry}`, '', place('pier'));
  places.keepWallPlace('entry-1', '', place('harbour'));
  places.keepWallPlace('one more', '', place('waves'));
  const known = Array.from({ length: 21 }, (_, entry) => places.wallPlaceOf(`entry-${entry}`, '') !== null);
  expect(known).toEqual([false, true, false, ...Array<boolean>(18).fill(true)]);
});

test('what can’t be read is no place', async () => {
  sessionStorage.setItem('tessera-wall-places', '{half');
  expect((await load()).wallPlaceOf('a', '')).toBeNull();
});
