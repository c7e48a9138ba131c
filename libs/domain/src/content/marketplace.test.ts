import { expect, test } from 'vitest';
import type { DomainEvent } from '../kernel/event.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import {
  contentEdited,
  contentPublished,
  contentPutOnSale,
  contentRelisted,
  contentWithdrawn,
  mediaMeasured,
  previewAwaited,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import { marketplace } from './marketplace.view.ts';
import type { ItemForSale } from './marketplace.view.ts';
import { measures, photo } from './photo.test-kit.ts';
import { renditionOf } from './media/renditions.ts';
import { saleFactsOf, noDeclaration } from '../declaration.ts';
import { contentRow, lowestPriceOf } from './row.ts';

const unmeasured: ItemForSale = { ...photo, measures: null };
const ids = { content_id: 'photo', creator_id: 'creator-1' };
const listing = {
  title: 'Boats',
  description: '',
  tags: [],
  offers: { one_time: null, six_month: null, perpetual: 9 },
};
const preview = {
  media_url: 'creator/videos/1-b.webp',
  width: 1280,
  height: 720,
  placeholder: 'data:image/webp;base64,BB',
  widths: [320, 1280],
  clip_url: 'creator/videos/1-b.mp4',
};

const forSale = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, ItemForSale>();
  for (const event of recorded(events)) foldInto(marketplace, documents, event);
  return Object.fromEntries(documents);
};

test('an item is for sale as it was published, edited and prepared', () => {
  expect(forSale(contentPublished.of(photo))).toEqual({ photo: unmeasured });
  expect(forSale(contentPublished.of(photo), contentEdited.of({ ...ids, ...listing }))).toEqual({
    photo: { ...unmeasured, ...listing },
  });
  expect(forSale(contentPublished.of(photo), videoPrepared.of({ ...ids, preview, made_by: 'server' }))).toEqual({
    photo: { ...unmeasured, media: { ...photo.media, ...preview } },
  });
});

test('[UP-57] [GAL-14] the mark of an upload that waited is no tag that is shown or searched, whether it is published, edited or relisted', () => {
  const marked = { ...photo, tags: ['pending', 'sea', ' Pending'] };
  const sold = { photo: { ...photo, measures: null, tags: ['sea'] } };
  expect(forSale(contentPublished.of(marked))).toEqual(sold);
  const { fields, text, words = [] } = marketplace.indexes;
  const [item] = Object.values(forSale(contentPublished.of(marked)));
  const searched = item && [fields?.['tags']?.(item), text?.(item), ...words.map((textOf) => textOf(item))];
  expect(JSON.stringify(searched)).toMatch(/sea/);
  expect(JSON.stringify(searched)).not.toMatch(/pending/i);
  expect(forSale(contentPublished.of(photo), contentWithdrawn.of(ids), contentRelisted.of(marked))).toEqual(sold);
  const { title, description, offers } = photo;
  const edited = contentEdited.of({ ...ids, title, description, offers, tags: marked.tags });
  expect(forSale(contentPublished.of(photo), edited)).toEqual(sold);
});

const film = { ...photo, media: { ...photo.media, media_type: 'video' as const } };
const waitingFilm = { ...film, awaits_preview: 'We’re making its preview.' };
const reason = 'It could not be read.';

test.each([
  ['published', [contentPublished.of(waitingFilm)]],
  ['relisted', [contentPublished.of(waitingFilm), contentWithdrawn.of(ids), contentRelisted.of(waitingFilm)]],
  ['given up', [contentPublished.of(waitingFilm), videoNotPrepared.of({ ...ids, reason })]],
  ['given up before videos had to wait', [contentPublished.of(film), videoNotPrepared.of({ ...ids, reason })]],
  ['sold before videos had to wait', [contentPublished.of(film), previewAwaited.of({ ...ids, reason })]],
])('[FIX-22] a film without a preview that is %s is not for sale, and is as soon as it has one', (_state, history) => {
  expect(forSale(...history)).toEqual({});
  const shown = { ...film, media: { ...film.media, ...preview } };
  const prepared = videoPrepared.of({ ...ids, preview, made_by: 'browser' });
  const measured = mediaMeasured.of({ ...ids, measures });
  expect(forSale(...history, prepared, contentPutOnSale.of(shown), measured)).toEqual({
    photo: { ...shown, measures },
  });
});

test('[FIX-22] a film with a preview stays for sale if the server can’t make it anew', () => {
  const old = [contentPublished.of(film), videoPrepared.of({ ...ids, preview, made_by: 'server' })];
  expect(forSale(...old, videoNotPrepared.of({ ...ids, reason }))).toEqual(forSale(...old));
});

test('an item’s measures are known while it is for sale, and again when it is relisted', () => {
  const measured = mediaMeasured.of({ ...ids, measures });
  const back = [contentPublished.of(photo), measured, contentWithdrawn.of(ids), contentRelisted.of(photo)];
  expect(forSale(contentPublished.of(photo), measured)).toEqual({ photo: { ...photo, measures } });
  expect(forSale(...back.slice(0, 3), measured)).toEqual({});
  expect(forSale(...back, measured)).toEqual({ photo: { ...photo, measures } });
});

test('a withdrawn item is not for sale, whatever else happens to it, until it is relisted', () => {
  const withdrawn = [contentPublished.of(photo), contentWithdrawn.of(ids)];
  const prepared = videoPrepared.of({ ...ids, preview, made_by: 'server' });
  const later = [contentEdited.of({ ...ids, ...listing }), prepared];
  expect(forSale(...withdrawn)).toEqual({});
  expect(forSale(...withdrawn, ...later)).toEqual({});
  expect(forSale(...withdrawn, contentRelisted.of({ ...photo, ...listing }))).toEqual({
    photo: { ...unmeasured, ...listing },
  });
});

test('an item is found by its creator, age, media type, tags and prices, and by its texts', () => {
  const { fields = {}, orders, text } = marketplace.indexes;
  expect(
    Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf({ ...photo, measures })])),
  ).toEqual({
    creator_id: 'creator-1',
    created_at: '2026-11-21T10:00:00.000Z',
    media_type: 'image',
    orientation: 'landscape',
    size: 'large',
    color: 'blue',
    people: null,
    bands: ['000ff', '100ff', '200ff', '300ff'],
    tags: ['sea'],
    one_time: 2_500,
    six_month: 25_000,
    perpetual: null,
    from_price: 2_500,
  });
  expect(orders?.every((order) => order in fields)).toBe(true);
  expect(orders?.[0]).toBe('created_at');
  expect(text?.({ ...unmeasured, tags: ['sea', 'dawn'] })).toBe('Harbour at dawn\nBoats\nAcme\nsea\ndawn');
});

test('[GAL-07] an item is found as with or without people as its creator declared, and as neither without a declaration', () => {
  const people = marketplace.indexes.fields?.['people'];
  const said = [true, false, null].map((each) =>
    people?.({ ...unmeasured, declared: { ...noDeclaration, people: each } }),
  );
  expect(said).toEqual(['with', 'without', null]);
});

test('updates to everyone have the item’s public row', () => {
  expect(marketplace.live?.room?.(unmeasured, 'photo')).toBe('all');
  expect(marketplace.live?.value?.({ ...photo, measures }, 'photo')).toEqual(contentRow(photo, measures));
});

test('an item’s starting price is the lowest offered; without an offer it has none', () => {
  expect(lowestPriceOf({ one_time: 300, six_month: 200, perpetual: null })).toBe(200);
  const nothing = { one_time: null, six_month: null, perpetual: null };
  expect(lowestPriceOf(nothing)).toBeNull();
  expect(contentRow({ ...photo, offers: nothing }, null)).toMatchObject({
    one_time_price: 0,
    six_month_price: 0,
    perpetual_price: 0,
    from_price: 0,
    offer_one_time: false,
    offer_six_month: false,
    offer_perpetual: false,
  });
});

test('a row has everything about an item except the original’s path and hash', () => {
  const { media, offers, content_id, published_at, ...told } = photo;
  expect(contentRow(photo, measures)).toEqual({
    ...told,
    ...saleFactsOf({}),
    editorial_chosen: false,
    id: content_id,
    created_at: published_at,
    media_url: media.media_url,
    media_type: media.media_type,
    media_width: 1600,
    media_height: 1200,
    placeholder: media.placeholder,
    media_widths: [640, 1600],
    size: 'large',
    screens_only: false,
    color: 'blue',
    clip_url: null,
    one_time_price: (offers.one_time ?? 0) / 100,
    six_month_price: 250,
    perpetual_price: 0,
    from_price: 25,
    offer_one_time: true,
    offer_six_month: true,
    offer_perpetual: false,
  });
});

test('a preview’s renditions are stored next to it, for each width and format', () => {
  expect(renditionOf('creator.1/images/1-a.webp', 640, 'avif')).toBe('creator.1/images/1-a-640.avif');
  expect(renditionOf('creator.1/images/1-a', 320, 'webp')).toBe('creator.1/images/1-a-320.webp');
});
