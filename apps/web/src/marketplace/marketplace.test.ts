import { chipsOf, matches } from './filter.ts';
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

test('[MKT-31] the search finds any part of title, description, brand name and tags, in any case', () => {
  const found = (search: string) => matches(harbor, { search, tag: '' });
  expect([found('bLUE'), found('at re'), found('gin'), found('ight')]).toEqual([true, true, true, true]);
  expect(found('mountain')).toBe(false);
});

test('[MKT-32] a tag has to match exactly', () => {
  expect(matches(harbor, { search: '', tag: 'sea' })).toBe(true);
  expect(matches(harbor, { search: '', tag: 'se' })).toBe(false);
});

test('[MKT-05] at most ten different chips stand above the wall', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index % 15}`);
  expect(chipsOf(tags)).toEqual(tags.slice(0, 10));
});

test('[MKT-27] an item that offers nothing shows all three licence types', () => {
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

test('[ENT-12] [ENT-24] a sample carries its fee and licence type beside the fields of content', () => {
  for (const entry of samples) {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(sampleFields));
    expect(entry[`offer_${entry.license_type ?? 'one_time'}`]).toBe(true);
  }
});

test('[ENT-23] [ENT-25] the sample catalogue has eight marked items with fees from 25 to 500', () => {
  const fees = samples.map(({ license_fee }) => license_fee ?? 0);
  expect(samples).toHaveLength(8);
  expect(samples.every((entry) => entry.sample)).toBe(true);
  expect([Math.min(...fees), Math.max(...fees)]).toEqual([25, 500]);
});
