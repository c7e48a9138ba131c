import { readFile } from 'node:fs/promises';
import { renditionOf } from '@tessera/domain/content/media/renditions';
import { clipSecondsMax, clipSidesMax, posterSideMax, sidesWithin } from '@tessera/domain/content/media/film-previews';
import fc from 'fast-check';
import sharp from 'sharp';
import { bearer, newDataDir, startMediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import { photo } from '../../../../../test/fixtures/media/pictures.ts';
import { MediaLibrary } from '../media-library.ts';
import type { FilmFacts } from '../pictures/film-facts.ts';
import { problemOfClip, problemOfPoster } from './preview-checks.ts';
import { uploadExpiryMs } from './uploads.ts';

const demo = new URL('../../../../../test/demo/gallery/', import.meta.url);
const fileOf = (path: string) => readFile(new URL(path, demo));

let shop: MediaApp;
let film: Buffer;
let clip: Buffer;
let poster: Buffer;
beforeAll(async () => {
  shop = await startMediaApp(await newDataDir());
  film = await fileOf('films/steam-over-a-cup.mp4');
  clip = await fileOf('film-previews/steam-over-a-cup.mp4');
  poster = await fileOf('film-previews/steam-over-a-cup.jpg');
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

const uploaded = async (file = film) => {
  const url = await shop.upload('ada', file);
  return { url, id: shop.idOf(url), result: (await shop.processed('ada', url)).body };
};
const bring = async (url: string, part: 'poster' | 'clip', body: Buffer, creator = 'ada') => {
  const response = await fetch(`${url}/${part}`, {
    method: 'PUT',
    headers: bearer(creator),
    body: new Uint8Array(body),
  });
  if (response.status === 204) return { status: 204 };
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code, message: error.message };
};
const claimed = (id: string) => shop.app.get(MediaLibrary).claim(id, 'ada');
const served = (path: string) => fetch(`${shop.origin}/media/${path}`);

it('[FIX-22] where the server can’t make a preview, the creator’s browser brings it; the server adds its watermark to the poster', async () => {
  const { url, id, result } = await uploaded();
  expect(result).toMatchObject({ media_type: 'video', awaits_preview: true });
  expect(await bring(url, 'poster', poster)).toEqual({ status: 204 });
  expect(await bring(url, 'clip', clip)).toEqual({ status: 204 });
  const { preview } = await claimed(id);
  expect(preview).toMatchObject({
    preview: { width: 960, height: 540, widths: [320, 640, 960] },
    measures: { pixels: null, bytes: film.length, hash: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown },
  });
  const { media_url = '', clip_url = '' } = preview?.preview ?? {};
  const clipServed = await served(clip_url);
  expect(clipServed.headers.get('content-type')).toBe('video/mp4');
  expect((await clipServed.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(clip.length);
  expect((await served(renditionOf(media_url, 640, 'avif'))).status).toBe(200);
  const shown = await sharp(Buffer.from(await (await served(media_url)).arrayBuffer()))
    .raw()
    .toBuffer();
  const sent = await sharp(poster).raw().toBuffer();
  const changed = shown.filter((value, index) => Math.abs(value - (sent[index] ?? 0)) > 40).length;
  expect(changed).toBeGreaterThan(1_000);
});

it('[FIX-22] a photo awaits no preview, and none can be brought for it', async () => {
  const { url, result } = await uploaded(await photo(600, 450));
  expect(result).toMatchObject({ awaits_preview: false });
  expect(await bring(url, 'poster', poster)).toMatchObject({ status: 400, code: 'missing_media' });
});

const facts: FilmFacts = { width: 640, height: 360, seconds: 3.6, codec: 'avc', isSilent: true };
const whole: FilmFacts = { ...facts, width: 960, height: 540, seconds: 4, codec: 'hevc', isSilent: false };

it.each([
  ['has sound', { isSilent: false }, 'has no sound'],
  ['is in a format that few browsers play', { codec: 'prores' }, 'Not every browser'],
  ['is in an unknown format', { codec: null }, 'Not every browser'],
  ['is wider than a preview', { width: 960, height: 540 }, 'too large'],
  ['is higher than a preview', { width: 600, height: 1_200 }, 'too large'],
  ['is longer than a preview', { seconds: 6.6 }, 'too long'],
  ['doesn’t say how long it is', { seconds: null }, 'too long'],
  ['is longer than its film', { seconds: 4.6 }, 'longer than the video'],
  ['has the proportions of another film', { width: 360, height: 640 }, 'proportions'],
])('[FIX-22] a clip that %s isn’t taken', (_why, change, message) => {
  expect(problemOfClip({ ...facts, ...change }, whole)).toContain(message);
});

it('[FIX-22] the clip and poster of any film, as a browser makes them, are taken', () => {
  const side = fc.integer({ min: 64, max: 8_192 });
  const seconds = fc.double({ min: 0.2, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(side, side, seconds, (width, height, length) => {
      fc.pre(width / height < 5 && height / width < 5);
      const film = { ...whole, width, height, seconds: length };
      const clip = { ...facts, ...sidesWithin(film, clipSidesMax), seconds: Math.min(clipSecondsMax, length * 0.9) };
      expect(problemOfClip(clip, film)).toBeNull();
      expect(problemOfPoster(sidesWithin(film, { width: posterSideMax, height: posterSideMax }), film)).toBeNull();
    }),
  );
  expect(problemOfClip(facts, null)).toBeNull();
  expect(problemOfPoster({ width: 540, height: 540 }, whole)).toContain('proportions');
  expect(problemOfPoster({ width: 540, height: 540 }, null)).toBeNull();
});

describe('[FIX-22] a preview is refused', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await uploaded());
  });

  it('if it isn’t a picture and a whole video', async () => {
    const refused = { status: 422, code: 'preview_refused' };
    expect(await bring(url, 'poster', clip)).toMatchObject(refused);
    expect(await bring(url, 'clip', poster)).toMatchObject(refused);
    expect(await bring(url, 'clip', clip.subarray(0, clip.length / 2))).toMatchObject(refused);
  });

  it('if it is the film itself', async () => {
    const message = 'The preview clip is too large.';
    expect(await bring(url, 'clip', film)).toEqual({ status: 422, code: 'preview_refused', message });
  });

  it('if it is larger than any preview', async () => {
    const large = Buffer.alloc(7 * 1024 * 1024);
    expect(await bring(url, 'poster', large)).toMatchObject({ status: 413, code: 'file_too_large' });
    expect(await bring(url, 'clip', large)).toMatchObject({ status: 413, code: 'file_too_large' });
  });

  it('if someone else brings it', async () => {
    expect(await bring(url, 'poster', poster, 'bob')).toMatchObject({ status: 404 });
    expect(await bring(url, 'clip', clip, 'bob')).toMatchObject({ status: 404 });
  });

  it('once an item is made of the video, so that nobody can exchange what brands see', async () => {
    const { id, url: used } = await uploaded();
    await bring(used, 'poster', poster);
    expect((await claimed(id)).preview).toBeNull();
    expect(await bring(used, 'clip', clip)).toMatchObject({ status: 400, code: 'missing_media' });
    expect((await claimed(id)).preview).toBeNull();
  });
});

it('[FIX-22] what was brought for a video that is never published is deleted with it', async () => {
  const { url, id } = await uploaded();
  await bring(url, 'poster', poster);
  await bring(url, 'clip', clip);
  const media = (await shop.vault.get<{ media: { brought: { keys: string[] } } }>('uploads', id))?.media;
  const keys = media?.brought.keys ?? [];
  expect(keys).toHaveLength(8);
  for (const key of keys) expect((await served(key)).status).toBe(200);
  shop.time.now += uploadExpiryMs;
  await shop.app.get(MediaLibrary).deleteUnpublished(() => Promise.resolve(false), new AbortController().signal);
  for (const key of keys) expect((await served(key)).status).toBe(404);
});
