import { expect, test } from 'vitest';
import { notFound } from '../failures.ts';
import { given } from '../kernel/given.test-kit.ts';
import { content, preparationOf } from './content.ts';
import {
  contentEdited,
  contentPublished,
  contentRelisted,
  contentWithdrawn,
  videoNotPrepared,
} from './content-events.ts';
import type { ContentCommand } from './content.ts';
import type { Listing } from './content-events.ts';
import { photo } from './photo.test-kit.ts';
import { contentRow, formatOf } from './row.ts';

const creator_id = 'creator-1';
const ids = { content_id: 'photo', creator_id };
const { title, description, tags, offers } = photo;
const edit = (change: Partial<Listing>): ContentCommand => ({
  kind: 'edit',
  creator_id,
  listing: { title, description, tags, offers, ...change },
});

test.each<[string, Partial<Listing>]>([
  ['title', { title: 'Boats' }],
  ['description', { description: 'None' }],
  ['tags', { tags: ['sea', 'dawn'] }],
  ['offers', { offers: { ...offers, perpetual: 50_000 } }],
])('a new %s is an edit, which contains the whole listing; the same one again is not recorded', (_name, change) => {
  const edited = contentEdited.of({ ...ids, title, description, tags, offers, ...change });
  const history = [contentPublished.of(photo)];
  expect(given(content, history).when(edit(change))).toEqual([edited]);
  const after = given(content, [...history, edited]);
  expect(after.when(edit(change))).toEqual([]);
  expect(after.state()).toEqual({
    status: 'published',
    preparation: 'ready',
    isProvisional: false,
    measures: null,
    content: { ...photo, ...change },
  });
});

test('an item that was never published can’t be edited, withdrawn, relisted or prepared', () => {
  const outcome = { reason: 'The video could not be read.' };
  for (const command of [
    edit({}),
    { kind: 'withdraw', creator_id },
    { kind: 'relist', creator_id },
    { kind: 'record-video', outcome },
  ] satisfies ContentCommand[]) {
    expect(given(content).when(command)).toEqual(notFound());
  }
  for (const event of [
    contentEdited.of({ ...ids, title, description, tags, offers }),
    contentWithdrawn.of(ids),
    contentRelisted.of(photo),
    videoNotPrepared.of({ ...ids, ...outcome }),
  ]) {
    expect(given(content, [event]).state()).toEqual({ status: 'none' });
  }
});

test('a video is prepared once it has its clip; a photo always is', () => {
  const media = (media_type: 'image' | 'video', clip_url: string | null) =>
    preparationOf({ ...photo.media, media_type, clip_url });
  expect([media('image', null), media('video', null), media('video', 'a.mp4')]).toEqual([
    'ready',
    'processing',
    'ready',
  ]);
});

test('[SEC-13] a row has only addresses that lead where they seem to lead', () => {
  const product_urls = ['https://acme.example/shoe', 'https://www.google.com@evil.example', 'http://acme.example'];
  expect(contentRow({ ...photo, product_urls }, null).product_urls).toEqual([
    'https://acme.example/shoe',
    'https://acme.example',
  ]);
});

test('a row says for each type whether it is offered', () => {
  const row = contentRow({ ...photo, offers: { one_time: null, six_month: null, perpetual: 50_000 } }, null);
  expect(row).toMatchObject({ offer_one_time: false, offer_six_month: false, offer_perpetual: true });
  expect(row).toMatchObject({ perpetual_price: 500, from_price: 500 });
});

test.each([
  ['mara/upload-1.jpg', 'JPEG'],
  ['mara/upload.2.png', 'PNG'],
  ['mara/upload-3.mp4', 'MP4'],
])('[GAL-08] an original stored as %s is a %s', (original, format) => {
  expect(formatOf({ original })).toBe(format);
});
