import { saleFactsOf } from '@tessera/domain/declaration';
import type { LicenseType } from '@tessera/domain/license-types';
import { sceneUrl } from '../ui/media/scenes.ts';
import type { MarketItem } from './offers.ts';

type Sample = readonly [
  title: string,
  description: string,
  brand: string,
  fee: number,
  offers: LicenseType[],
  tags: string[],
];

const catalog: readonly Sample[] = [
  [
    'Hills at Dusk',
    'The last light over a dry ridge, wide and warm, with room for a headline in the sky.',
    'Sierra Outdoor',
    75,
    ['one_time', 'six_month'],
    ['landscape', 'sunset'],
  ],
  [
    'Citrus in a Bowl',
    'A quiet still life for kitchens, markets and menus. Soft daylight, no props.',
    'Verde Grocers',
    25,
    ['one_time'],
    ['food', 'still life'],
  ],
  [
    'Two Arches',
    'Clay walls and a strip of sea. Strong verticals that crop well to a story.',
    'Casa Marea',
    120,
    ['one_time', 'six_month', 'perpetual'],
    ['architecture', 'travel'],
  ],
  [
    'A Sail, Afternoon',
    'One boat, flat water and a pale sun. Calm enough to set type on.',
    'Northwind Sailing',
    250,
    ['six_month', 'perpetual'],
    ['sea', 'travel'],
  ],
  [
    'Three Leaves',
    'Deep greens from up close, for skin care, tea and anything that grows.',
    'Fern & Field',
    40,
    ['one_time', 'six_month'],
    ['nature', 'still life'],
  ],
  [
    'First Cup',
    'Morning coffee on a clay table, photographed from the window side.',
    'Common Roast',
    60,
    ['one_time', 'six_month'],
    ['food', 'morning'],
  ],
  [
    'City, Lights On',
    'Windows at night in a graphic rhythm. Made for wide banners.',
    'Metro Mobility',
    500,
    ['perpetual'],
    ['city', 'night'],
  ],
  [
    'Orange Scarf',
    'A figure turned to the side, one strong color against lilac.',
    'Atelier Nove',
    180,
    ['one_time', 'six_month', 'perpetual'],
    ['portrait', 'fashion'],
  ],
];

const sampleOf = ([title, description, brand_name, license_fee, offers, tags]: Sample, index: number): MarketItem => ({
  id: `sample-${index + 1}`,
  creator_id: `sample-creator-${index + 1}`,
  title,
  description,
  media_url: sceneUrl(index),
  media_type: 'image',
  media_width: 400,
  media_height: 300,
  placeholder: '',
  media_widths: [],
  size: null,
  screens_only: false,
  color: null,
  clip_url: null,
  brand_name,
  brand_url: '',
  product_urls: [],
  ...saleFactsOf({}),
  editorial_chosen: false,
  notes: '',
  one_time_price: 0,
  six_month_price: 0,
  perpetual_price: 0,
  offer_one_time: offers.includes('one_time'),
  offer_six_month: offers.includes('six_month'),
  offer_perpetual: offers.includes('perpetual'),
  tags,
  created_at: '2026-11-01T00:00:00.000Z',
  from_price: license_fee,
  license_fee,
  license_type: offers[0] ?? 'one_time',
  sample: true,
});

/** Shown on the wall while nothing else is for sale. Each is marked as a sample, and the server never sells one. */
export const samples: readonly MarketItem[] = catalog.map(sampleOf);
