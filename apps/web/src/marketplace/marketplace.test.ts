// Words of other languages, and parts of them. cspell:ignore Łódź straße strasse ＬＯＤＺ lodz stra warszawa
// Misspelled or incomplete on purpose. cspell:ignore HARB Sandune
import {
  changedFilter,
  chipsOf,
  emptyFilter,
  filterOf,
  matches,
  activeFilterCount,
  queryOf,
  sorted,
} from './filters/filter.ts';
import type { Filter } from './filters/filter.ts';
import { offersOf } from './offers.ts';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const [sample] = samples;
const item = (changes: Partial<MarketItem>): MarketItem => ({ ...(sample as MarketItem), ...changes });
const harbor = item({
  title: 'Blue Hour',
  description: 'Boats at rest',
  brand_name: 'Harbor Gin',
  tags: ['sea', 'night'],
});

test('[MKT-31] the search finds any part of title, description, brand name and tags, ignoring case', () => {
  const found = (search: string) => matches(harbor, { ...emptyFilter, search });
  expect([found('bLUE'), found('at re'), found('gin'), found('ight')]).toEqual([true, true, true, true]);
  expect([found('ight lue'), found('mountain'), found('ight mountain'), found('%')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('[GAL-05] the search finds its words in any order, and matches in the title rank first', () => {
  const found = (search: string) => matches(harbor, { ...emptyFilter, search });
  expect([found('boat blue'), found('nights HARB'), found('boats mountain')]).toEqual([true, true, false]);
  const hers = { ...harbor, creator_name: 'Carla Creator' };
  expect(matches(hers, { ...emptyFilter, search: 'boat carl' })).toBe(true);
  const [title, tag, text] = ['title', 'tags', 'description'].map((field, index) =>
    item({
      ...harbor,
      description: '',
      id: field,
      created_at: `2026-11-2${index}`,
      [field]: field === 'tags' ? ['dune'] : 'dune',
    }),
  ) as [MarketItem, MarketItem, MarketItem];
  const best = { ...emptyFilter, search: 'dunes', sort: 'best' } as const;
  expect(sorted([text, tag, title], best)).toEqual([title, tag, text]);
  expect(sorted([title, tag, text], { ...best, sort: 'newest' })).toEqual([text, tag, title]);
  const part = item({ ...harbor, id: 'part', title: 'Sandune', created_at: '2026-11-30' });
  expect(sorted([part, text, title], { ...best, search: 'dune' })).toEqual([title, text, part]);
});

test('[GAL-05] the default sort order depends on whether there is a search', () => {
  const searched = changedFilter(emptyFilter, { search: 'sea' });
  expect([searched.sort, changedFilter(searched, { search: '' }).sort]).toEqual(['best', 'newest']);
  const cheap = changedFilter(searched, { sort: 'price_asc' });
  expect([cheap.sort, changedFilter(cheap, { search: '' }).sort]).toEqual(['price_asc', 'price_asc']);
  expect(filterOf(new URLSearchParams('sort=best')).sort).toBe('newest');
  expect(queryOf({ ...searched, sort: 'newest' })).toBe('search=sea&sort=newest');
});

test('[MKT-32] a tag has to match exactly', () => {
  expect(matches(harbor, { ...emptyFilter, tag: 'sea' })).toBe(true);
  expect(matches(harbor, { ...emptyFilter, tag: 'se' })).toBe(false);
});

const twoPrices = item({
  media_type: 'video',
  license_fee: 0,
  one_time_price: 40,
  six_month_price: 0,
  perpetual_price: 400,
  offer_one_time: true,
  offer_six_month: false,
  offer_perpetual: true,
});

test('media type, license and price exclude other items; the price is that of the filtered license type, or the lowest', () => {
  const found = (part: Partial<Filter>) => matches(twoPrices, { ...emptyFilter, ...part });
  expect([found({ type: 'video' }), found({ type: 'image' })]).toEqual([true, false]);
  expect([found({ license: 'perpetual' }), found({ license: 'six_month' })]).toEqual([true, false]);
  expect([found({ maxPrice: 40 }), found({ maxPrice: 39.99 }), found({ minPrice: 41 })]).toEqual([true, false, false]);
  expect([found({ license: 'perpetual', minPrice: 41 }), found({ license: 'perpetual', maxPrice: 399 })]).toEqual([
    true,
    false,
  ]);
});

test('[GAL-07] orientation, size, color and people exclude items that don’t match or where that is unknown', () => {
  const picture = item({ media_width: 900, media_height: 1600, size: 'large', color: 'blue', people: true });
  const found = (part: Partial<Filter>, one = picture) => matches(one, { ...emptyFilter, ...part });
  expect([found({ orientation: 'portrait' }), found({ orientation: 'landscape' })]).toEqual([true, false]);
  expect([found({ size: 'large' }), found({ size: 'medium' })]).toEqual([true, false]);
  expect([found({ color: 'blue' }), found({ color: 'red' })]).toEqual([true, false]);
  expect([found({ people: 'with' }), found({ people: 'without' })]).toEqual([true, false]);
  expect(found({ people: 'without' }, { ...picture, people: false })).toBe(true);
  const unknown = { ...picture, size: null, color: null, people: null };
  expect([found({}, unknown), found({ size: 'large' }, unknown), found({ color: 'blue' }, unknown)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([found({ people: 'with' }, unknown), found({ people: 'without' }, unknown)]).toEqual([false, false]);
});

test('[FIX-27] an item matches a tag in any form, and a text without its accents, as on the server', () => {
  const one = item({ title: 'Łódź — l’été', tags: ['straße'] });
  const found = (part: Partial<Filter>) => matches(one, { ...emptyFilter, ...part });
  for (const tag of ['straße', 'STRASSE', 'Strasse']) expect(found({ tag })).toBe(true);
  for (const search of ['lodz', 'ete', "l'été", 'ＬＯＤＺ', 'odz', 'dź — l']) expect(found({ search })).toBe(true);
  expect([found({ tag: 'stra' }), found({ search: 'warszawa' })]).toEqual([false, false]);
});

test('[FIX-43] ‘photo’ and ‘video’ are found by kind, as on the server', () => {
  const found = (search: string, kind: 'image' | 'video') =>
    matches(item({ media_type: kind, title: 'Oranges' }), { ...emptyFilter, search });
  for (const search of ['photo', 'Photos', 'photos oranges'])
    expect([found(search, 'image'), found(search, 'video')]).toEqual([true, false]);
  for (const search of ['video', 'Videos'])
    expect([found(search, 'image'), found(search, 'video')]).toEqual([false, true]);
});

test('an address is parsed into a filter and back; unknown values are ignored', () => {
  const address =
    'search=blue+hour&exact=true&tag=sea&creator=carla&type=video&orientation=portrait&size=large&color=blue&people=without&license=six_month&min_price=20&max_price=99.5&sort=price_desc';
  const asked = filterOf(new URLSearchParams(address));
  expect(asked).toEqual({
    search: 'blue hour',
    exact: true,
    tag: 'sea',
    creator: 'carla',
    type: 'video',
    orientation: 'portrait',
    size: 'large',
    color: 'blue',
    people: 'without',
    license: 'six_month',
    minPrice: 20,
    maxPrice: 99.5,
    sort: 'price_desc',
  });
  expect(queryOf(asked)).toBe(address);
  expect(activeFilterCount(asked)).toBe(9);
  const nonsense =
    'type=constructor&orientation=diagonal&size=XL&color=mauve&people=some&license=toString&min_price=1e3&max_price=-5&sort=luck&page=7&exact=true';
  expect(filterOf(new URLSearchParams(nonsense))).toEqual(emptyFilter);
  expect(queryOf(emptyFilter)).toBe('');
});

test('the limits of a price range are swapped if they are the wrong way round', () => {
  expect(filterOf(new URLSearchParams('min_price=90&max_price=20'))).toMatchObject({ minPrice: 20, maxPrice: 90 });
});

test('samples are sorted as requested', () => {
  const fees = (sort: Filter['sort']) =>
    sorted(samples, { ...emptyFilter, sort }).map(({ license_fee }) => license_fee);
  const known = samples.map(({ license_fee }) => license_fee ?? 0);
  expect(fees('price_asc')).toEqual(known.toSorted((one, other) => one - other));
  expect(fees('price_desc')).toEqual(known.toSorted((one, other) => other - one));
});

test('[MKT-05] at most ten different chips are shown above the wall', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index % 15}`);
  expect(chipsOf(tags)).toEqual(tags.slice(0, 10));
});

test('[MKT-27] an item that offers nothing shows all three license types', () => {
  const nothing = item({ offer_one_time: false, offer_six_month: false, offer_perpetual: false });
  expect(offersOf(nothing).map(({ type }) => type)).toEqual(['one_time', 'six_month', 'perpetual']);
});

test('[MKT-20] the price is that of the chosen type; an item with one fee costs that fee', () => {
  const priced = item({
    six_month_price: 250,
    perpetual_price: 500,
    offer_one_time: false,
    offer_six_month: true,
    offer_perpetual: true,
  });
  expect(offersOf(priced)).toEqual([
    { type: 'six_month', cents: 25_000 },
    { type: 'perpetual', cents: 50_000 },
  ]);
  expect(offersOf(item({ license_fee: 75 }))[0].cents).toBe(7_500);
});

const sampleFields = [
  'id',
  'title',
  'description',
  'media_url',
  'media_type',
  'brand_name',
  'license_fee',
  'license_type',
  'creator_id',
  'tags',
  'offer_one_time',
  'offer_six_month',
  'offer_perpetual',
];

test('[ENT-12] [ENT-24] a sample has a fee and a license type in addition to the fields of content', () => {
  for (const entry of samples) {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(sampleFields));
    expect(entry[`offer_${entry.license_type ?? 'one_time'}`]).toBe(true);
  }
});

test('[ENT-23] [ENT-25] the sample catalog has eight marked items with fees from 25 to 500', () => {
  const fees = samples.map(({ license_fee }) => license_fee ?? 0);
  expect(samples).toHaveLength(8);
  expect(samples.every((entry) => entry.sample)).toBe(true);
  expect([Math.min(...fees), Math.max(...fees)]).toEqual([25, 500]);
});

test('[GAL-08] a creator’s items are filtered by the address, which counts as one active filter', () => {
  const filter = filterOf(new URLSearchParams('creator=mara'));
  expect(queryOf(filter)).toBe('creator=mara');
  expect(activeFilterCount(filter)).toBe(1);
  expect(matches({ ...harbor, creator_id: 'mara' }, filter)).toBe(true);
  expect(matches({ ...harbor, creator_id: 'otto' }, filter)).toBe(false);
});
