import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { content, isForSale } from './content.ts';
import {
  contentErased,
  contentPublished,
  contentPutOnSale,
  contentRelisted,
  contentWithdrawn,
  mediaMeasured,
  previewAwaited,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import type { ContentEvent } from './content-events.ts';
import { UploadForm, offersOf } from './forms.ts';
import { measures, photo } from './photo.test-kit.ts';
import { contentRow } from './row.ts';

const upload = (over: Partial<UploadForm> = {}) =>
  Object.assign(new UploadForm(), { brandName: 'Acme', productUrls: ['https://acme.example/shoe'], ...over });

test('[UP-13, UP-14, UP-15] the upload form starts with 25, 250 and 500 dollars', () => {
  expect(new UploadForm()).toMatchObject({ oneTimePrice: 25, sixMonthPrice: 250, perpetualPrice: 500 });
  expect(messagesOf(upload())).toEqual({});
});

test('[UP-07] a brand name under 2 characters is refused', () => {
  expect(messagesOf(upload({ brandName: 'A' }))).toEqual({ brandName: 'Brand name is required' });
});

test('[UP-08] an upload needs a product URL', () => {
  expect(messagesOf(upload({ productUrls: [] }))).toMatchObject({
    productUrls: 'At least one product URL is required',
  });
});

test('[UP-09, UP-74] a product URL must be a web address of http or https', () => {
  for (const url of ['', 'acme', 'ftp://acme.example', 'javascript:alert(1)']) {
    expect(messagesOf(upload({ productUrls: ['https://acme.example', url] }))).toEqual({
      productUrls: 'Please enter a valid URL',
    });
  }
});

test('[UP-10, UP-12, UP-72] an offered type needs a price of at least 1 dollar; one that is not offered needs none', () => {
  const none = [Number.NaN, Infinity, undefined, null, '25', [25]] as unknown as number[];
  for (const oneTimePrice of [0.99, 0, -5, 5e-324, 1e-7, 1.005, ...none]) {
    expect(messagesOf(upload({ oneTimePrice }))).toEqual({ oneTimePrice: 'Minimum price is $1' });
    expect(messagesOf(upload({ oneTimePrice, offerOneTime: false }))).toEqual({});
  }
  for (const oneTimePrice of [1, 1.05, 1.29, 25.1, 999.99]) {
    expect(messagesOf(upload({ oneTimePrice }))).toEqual({});
  }
});

test.each([
  ['offerOneTime', 'oneTimePrice'],
  ['offerSixMonth', 'sixMonthPrice'],
  ['offerPerpetual', 'perpetualPrice'],
] as const)('[UP-12] [SPC-08] %s without a price is refused at %s, and without the offer it is not', (offer, price) => {
  for (const none of [undefined, null, Number.NaN, ''] as unknown as number[]) {
    expect(messagesOf(upload({ [price]: none }))).toEqual({ [price]: 'Minimum price is $1' });
    expect(messagesOf(upload({ [price]: none, [offer]: false }))).toEqual({});
  }
});

test('[UP-11] at least one license type must be offered', () => {
  expect(messagesOf(upload({ offerOneTime: false, offerSixMonth: false, offerPerpetual: false }))).toEqual({
    offerOneTime: 'You must offer at least one license type',
  });
});

test('prices become whole cents, and a type that is not offered has none', () => {
  expect(offersOf(upload({ oneTimePrice: 19.99, offerPerpetual: false }))).toEqual({
    one_time: 1_999,
    six_month: 25_000,
    perpetual: null,
  });
});

test('publishing the same item again changes nothing', () => {
  const published = contentPublished.of(photo);
  const publish = { kind: 'publish', content: photo, measures: null } as const;
  expect(given(content).when(publish)).toEqual([published]);
  expect(given(content, [published]).when({ ...publish, measures })).toEqual([]);
});

test('[UP-76] a creator can edit only their own items', () => {
  const history = [contentPublished.of(photo)];
  const listing = { title: 'Harbour', description: '', tags: [], offers: photo.offers };
  expect(given(content, history).when({ kind: 'edit', creator_id: 'creator-2', listing })).toMatchObject({
    failure: 'not_found',
  });
  const edited = given(content, history).when({ kind: 'edit', creator_id: 'creator-1', listing });
  expect(edited).toMatchObject([{ type: 'ContentEdited', data: { title: 'Harbour', content_id: 'photo' } }]);
  if ('failure' in edited) throw new Error('refused');
  expect(given(content, [...history, ...edited]).when({ kind: 'edit', creator_id: 'creator-1', listing })).toEqual([]);
});

test.each(['image', 'video'] as const)(
  '[ENT-09] [SPC-08] the media type of the row of an item of type %s is that',
  (media_type) => {
    expect(contentRow({ ...photo, media: { ...photo.media, media_type } }, null).media_type).toBe(media_type);
  },
);

test('[ENT-08, ENT-09, ENT-10, ENT-11] a content row has the fields of the specification, but not the original’s path', () => {
  const row = contentRow(photo, null);
  expect(row).toMatchObject({
    id: 'photo',
    creator_id: 'creator-1',
    title: 'Harbour at dawn',
    description: 'Boats',
    media_url: 'creator/images/1-a.webp',
    media_type: 'image',
    brand_name: 'Acme',
    brand_url: 'https://acme.example/shoe',
    notes: '',
    product_urls: ['https://acme.example/shoe'],
    one_time_price: 25,
    six_month_price: 250,
    perpetual_price: 0,
    offer_one_time: true,
    offer_six_month: true,
    offer_perpetual: false,
    tags: ['sea'],
    created_at: '2026-11-21T10:00:00.000Z',
  });
  expect(JSON.stringify(row)).not.toContain(photo.media.original);
});

test('an item is withdrawn by its own creator, once, and isn’t edited until it is back on sale', () => {
  const history = [contentPublished.of(photo)];
  expect(given(content, history).when({ kind: 'withdraw', creator_id: 'creator-2' })).toMatchObject({
    failure: 'not_found',
  });
  const withdrawn = given(content, history).when({ kind: 'withdraw', creator_id: 'creator-1' });
  expect(withdrawn).toEqual([contentWithdrawn.of({ content_id: 'photo', creator_id: 'creator-1' })]);
  if ('failure' in withdrawn) throw new Error('refused');
  const after = given(content, [...history, ...withdrawn]);
  expect(after.when({ kind: 'withdraw', creator_id: 'creator-1' })).toEqual([]);
  const { title, description, tags, offers } = photo;
  const listing = { title, description, tags, offers };
  expect(after.when({ kind: 'edit', creator_id: 'creator-1', listing })).toMatchObject({
    failure: 'withdrawn_from_sale',
    message: 'Put the item back on sale before you edit it.',
  });
  expect(after.when({ kind: 'edit', creator_id: 'creator-2', listing })).toMatchObject({ failure: 'not_found' });
  // The original stays, for holders of its licenses.
  expect(after.state()).toMatchObject({ status: 'withdrawn', content: photo });
});

test('a withdrawn item is relisted unchanged, by its own creator', () => {
  const history = [contentPublished.of(photo), contentWithdrawn.of({ content_id: 'photo', creator_id: 'creator-1' })];
  const { when } = given(content, history);
  expect(when({ kind: 'relist', creator_id: 'creator-2' })).toMatchObject({ failure: 'not_found' });
  expect(when({ kind: 'relist', creator_id: 'creator-1' })).toEqual([contentRelisted.of(photo)]);
  const back = given(content, [...history, contentRelisted.of(photo)]);
  expect(back.when({ kind: 'relist', creator_id: 'creator-1' })).toEqual([]);
});

test('[GAL-07] a picture’s measures are recorded when it is published, and again when it is relisted', () => {
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  const measured = mediaMeasured.of({ ...ids, measures });
  const published = [contentPublished.of(photo), measured];
  expect(given(content).when({ kind: 'publish', content: photo, measures })).toEqual(published);
  const withdrawn = given(content, [...published, contentWithdrawn.of(ids)]);
  expect(withdrawn.when({ kind: 'relist', creator_id: 'creator-1' })).toEqual([contentRelisted.of(photo), measured]);
});

test('[SEC-15] an item’s texts are erased once, only by its own creator, and the item can’t come back', () => {
  const ids = { content_id: 'photo', creator_id: 'creator-1' };
  const erase = { kind: 'erase', creator_id: 'creator-1' } as const;
  const [published, withdrawn] = [contentPublished.of(photo), contentWithdrawn.of(ids)];
  expect(given(content, [published]).when({ ...erase, creator_id: 'creator-2' })).toMatchObject({
    failure: 'not_found',
  });
  expect(given(content, []).when(erase)).toMatchObject({ failure: 'not_found' });
  expect(given(content, [published]).when(erase)).toEqual([withdrawn, contentErased.of(ids)]);
  expect(given(content, [published, withdrawn]).when(erase)).toEqual([contentErased.of(ids)]);
  const erased = given(content, [published, withdrawn, contentErased.of(ids)]);
  expect(erased.when(erase)).toEqual([]);
  const { title, description, tags, offers } = photo;
  const listing = { title, description, tags, offers };
  for (const command of [
    { kind: 'edit', listing } as const,
    { kind: 'relist' } as const,
    { kind: 'withdraw' } as const,
  ])
    expect(erased.when({ ...command, creator_id: 'creator-1' })).toMatchObject({ failure: 'not_found' });
  // The file stays, for holders of its licenses.
  const { placeholder: _placeholder, ...media } = photo.media;
  expect(erased.state()).toMatchObject({ status: 'erased', content: { title: '', notes: '', media } });
});

const video = { ...photo, media: { ...photo.media, media_type: 'video' as const, widths: [] } };
const preview = {
  media_url: 'creator/videos/2-c.webp',
  width: 1280,
  height: 720,
  placeholder: 'data:image/webp;base64,UklGRg==',
  widths: [320],
  clip_url: 'creator/videos/2-c.mp4',
};

test('a video is prepared once, and a failure is recorded once and can still be followed by a success', () => {
  const reason = 'The video could not be read.';
  const published = given(content, [contentPublished.of(video)]);
  const failure = videoNotPrepared.of({ content_id: 'photo', creator_id: 'creator-1', reason });
  const success = videoPrepared.of({ content_id: 'photo', creator_id: 'creator-1', preview, made_by: 'server' });
  const onSale = contentPutOnSale.of({ ...video, media: { ...video.media, ...preview } });
  const measured = mediaMeasured.of({ content_id: 'photo', creator_id: 'creator-1', measures });
  expect(published.when({ kind: 'record-video', outcome: { reason } })).toEqual([failure]);
  const failed = given(content, [contentPublished.of(video), failure]);
  expect(failed.when({ kind: 'record-video', outcome: { reason } })).toEqual([]);
  expect(failed.when({ kind: 'record-video', outcome: { preview, measures } })).toEqual([success, onSale, measured]);
  const prepared = given(content, [contentPublished.of(video), failure, success]);
  expect(prepared.when({ kind: 'record-video', outcome: { reason } })).toEqual([]);
  expect(prepared.state()).toMatchObject({ preparation: 'ready', content: { media: { ...video.media, ...preview } } });
});

const waiting = { ...video, awaits_preview: 'We’re making its preview.' };
const shown = { ...video, media: { ...video.media, ...preview } };
const byBrowser = videoPrepared.of({ content_id: 'photo', creator_id: 'creator-1', preview, made_by: 'browser' });
const ids = { content_id: 'photo', creator_id: 'creator-1' };

test('[FIX-22] a video isn’t for sale until it has a preview, whoever makes it', () => {
  const published = given(content, [contentPublished.of(waiting)]);
  expect(isForSale(published.state())).toBe(false);
  const none = given(content, []);
  expect(none.when({ kind: 'publish', content: waiting, measures: null, preview: null })).toEqual([
    contentPublished.of(waiting),
  ]);
  const brought = none.when({ kind: 'publish', content: waiting, measures: null, preview: { preview, measures } });
  expect(brought).toEqual([
    contentPublished.of(waiting),
    byBrowser,
    contentPutOnSale.of(shown),
    mediaMeasured.of({ ...ids, measures }),
  ]);
  expect(isForSale(given(content, brought as readonly ContentEvent[]).state())).toBe(true);
  const made = published.when({ kind: 'record-video', outcome: { preview, measures } });
  expect(isForSale(given(content, [contentPublished.of(waiting), ...(made as readonly ContentEvent[])]).state())).toBe(
    true,
  );
});

test('[FIX-22] what a browser made is made anew by the server, once; if the server can’t, it stays for sale', () => {
  const history = [contentPublished.of(waiting), byBrowser, contentPutOnSale.of(shown)];
  const browsers = given(content, history);
  const better = { ...preview, widths: [320, 640], clip_url: 'creator/videos/2-c.webm' };
  const remade = videoPrepared.of({ ...ids, preview: better, made_by: 'server' });
  const measured = mediaMeasured.of({ ...ids, measures });
  const again = { kind: 'record-video', outcome: { preview: better, measures } } as const;
  expect(browsers.when(again)).toEqual([remade, measured]);
  expect(given(content, [...history, remade]).when(again)).toEqual([]);
  const failure = { kind: 'record-video', outcome: { reason: 'Too large.' } } as const;
  const notRemade = videoNotPrepared.of({ ...ids, reason: 'Too large.' });
  expect(browsers.when(failure)).toEqual([notRemade]);
  const kept = given(content, [...history, notRemade]);
  expect(isForSale(kept.state())).toBe(true);
  expect(kept.when(failure)).toEqual([]);
  expect(kept.when(again)).toEqual([]);
});

test('[FIX-22] a video that is prepared while it is withdrawn goes on sale when it is relisted', () => {
  const history = [contentPublished.of(waiting), contentWithdrawn.of(ids)];
  const made = given(content, history).when({ kind: 'record-video', outcome: { preview, measures } });
  expect(made).toEqual([
    videoPrepared.of({ ...ids, preview, made_by: 'server' }),
    mediaMeasured.of({ ...ids, measures }),
  ]);
  const relist = { kind: 'relist', creator_id: 'creator-1' } as const;
  const ready = given(content, [...history, ...(made as readonly ContentEvent[])]);
  expect(ready.when(relist)).toEqual([contentRelisted.of(shown), mediaMeasured.of({ ...ids, measures })]);
  expect(given(content, history).when(relist)).toEqual([contentRelisted.of(waiting)]);
  const old = given(content, [
    contentPublished.of(video),
    videoNotPrepared.of({ ...ids, reason: 'Broken.' }),
    contentWithdrawn.of(ids),
  ]);
  expect(old.when(relist)).toEqual([contentRelisted.of({ ...video, awaits_preview: 'It has no preview.' })]);
});

test('[FIX-22] a video that was put on sale without a preview is taken off the market once, until it has one', () => {
  const reason = 'It has no preview yet.';
  const wait = { kind: 'await-preview', reason } as const;
  const old = contentPublished.of(video);
  const awaited = previewAwaited.of({ ...ids, reason });
  expect(given(content, [old]).when(wait)).toEqual([awaited]);
  expect(given(content, [old, awaited]).when(wait)).toEqual([]);
  expect(given(content, [contentPublished.of(waiting)]).when(wait)).toEqual([]);
  expect(given(content, [contentPublished.of(photo)]).when(wait)).toEqual([]);
  expect(given(content, [old, byBrowser]).when(wait)).toEqual([]);
  expect(given(content, [old, awaited]).when({ kind: 'record-video', outcome: { preview, measures } })).toContainEqual(
    contentPutOnSale.of(shown),
  );
});

test('a photo needs no preparation', () => {
  const { when } = given(content, [contentPublished.of(photo)]);
  expect(when({ kind: 'record-video', outcome: { preview, measures } })).toEqual([]);
});
