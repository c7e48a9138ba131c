import { expect, test } from 'vitest';
import type { DomainEvent } from '../../kernel/event.ts';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import {
  contentEdited,
  contentPublished,
  contentWithdrawn,
  videoNotPrepared,
  videoPrepared,
} from '../content-events.ts';
import type { ContentPublishedData, Media } from '../content-events.ts';
import { unpreparedVideos } from './unprepared-videos.view.ts';
import type { UnpreparedVideo } from './unprepared-videos.view.ts';

const poster = { media_url: 'creator/videos/1-a.webp', width: 1280, height: 720, placeholder: 'data:,', widths: [] };
const video: Media = { ...poster, media_type: 'video', sha256: 'ab', original: 'creator-1/1.mp4', clip_url: null };
const published = (content_id: string, media: Media): ContentPublishedData => ({
  content_id,
  creator_id: 'creator-1',
  title: 'Surf',
  description: '',
  tags: [],
  offers: { one_time: 2_500, six_month: null, perpetual: null },
  media,
  brand_name: 'Acme',
  brand_url: 'https://acme.example',
  product_urls: ['https://acme.example'],
  notes: '',
  published_at: '2026-11-21T10:00:00.000Z',
});
const ids = { content_id: 'surf', creator_id: 'creator-1' };
const clip = { ...poster, clip_url: 'creator/videos/1-a.mp4' };

const waiting = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, UnpreparedVideo>();
  for (const event of recorded(events)) foldInto(unpreparedVideos, documents, event);
  return [...documents.values()];
};

test('a published video waits with its original until it is prepared; photos don’t', () => {
  expect(
    waiting(
      contentPublished.of(published('surf', video)),
      contentPublished.of(published('dune', { ...video, media_type: 'image' })),
    ),
  ).toEqual([
    {
      content_id: 'surf',
      media_url: 'creator/videos/1-a.webp',
      original: 'creator-1/1.mp4',
      published_at: '2026-11-21T10:00:00.000Z',
    },
  ]);
  expect(
    waiting(
      contentPublished.of(published('surf', video)),
      videoPrepared.of({ ...ids, preview: clip, made_by: 'server' }),
    ),
  ).toEqual([]);
});

test('[FIX-22] a video with a preview that a browser made still waits for the server', () => {
  const brought = videoPrepared.of({ ...ids, preview: clip, made_by: 'browser' });
  const film = contentPublished.of({ ...published('surf', video), awaits_preview: 'We’re making its preview.' });
  expect(waiting(film, brought)).toHaveLength(1);
  expect(waiting(film, brought, videoPrepared.of({ ...ids, preview: clip, made_by: 'server' }))).toEqual([]);
  expect(waiting(film, brought, videoNotPrepared.of({ ...ids, reason: 'It could not be read.' }))).toEqual([]);
});

test('a video that can’t be prepared no longer waits', () => {
  const givenUp = videoNotPrepared.of({ ...ids, reason: 'It could not be read.' });
  expect(waiting(contentPublished.of(published('surf', video)), givenUp)).toEqual([]);
});

test('a withdrawn video still waits, because it may be relisted', () => {
  const { title, description, tags, offers } = published('surf', video);
  const edited = contentEdited.of({ ...ids, title, description, tags, offers });
  expect(waiting(contentPublished.of(published('surf', video)), edited, contentWithdrawn.of(ids))).toHaveLength(1);
});

test('a waiting video is found by the time it was published', () => {
  const [surf] = waiting(contentPublished.of(published('surf', video)));
  expect(unpreparedVideos.indexes.fields?.['published_at']?.(surf!)).toBe('2026-11-21T10:00:00.000Z');
});
