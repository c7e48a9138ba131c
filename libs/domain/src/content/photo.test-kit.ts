import type { ContentPublishedData } from './content-events.ts';
import type { Measures } from './media/measures.ts';

/** A published photo, for tests. */
export const photo: ContentPublishedData = {
  content_id: 'photo',
  creator_id: 'creator-1',
  title: 'Harbour at dawn',
  description: 'Boats',
  media: {
    media_url: 'creator/images/1-a.webp',
    media_type: 'image',
    width: 1600,
    height: 1200,
    placeholder: 'data:image/webp;base64,AA',
    sha256: 'ab',
    original: 'creator-1/upload-1',
    widths: [640, 1600],
    clip_url: null,
  },
  brand_name: 'Acme',
  brand_url: 'https://acme.example/shoe',
  product_urls: ['https://acme.example/shoe'],
  notes: '',
  published_at: '2026-11-21T10:00:00.000Z',
  tags: ['sea'],
  offers: { one_time: 2_500, six_month: 25_000, perpetual: null },
};

/** The measures of that photo. */
export const measures: Measures = {
  pixels: { width: 6_000, height: 4_500 },
  bytes: 8_421_376,
  colors: [
    { name: 'gray', percent: 50 },
    { name: 'blue', percent: 40 },
  ],
  hash: '00ff00ff00ff00ff',
};
