import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { noDeclaration } from '@tessera/domain/declaration';
import sharp from 'sharp';
import { newDataDir, startMediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { changed } from '../../../../test/support/doubles/changed.ts';
import type { MediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { OriginalLinks } from './original-links.ts';
import { MediaLibrary } from './media-library.ts';
import { rewritePreviews } from './rights/rewrite-previews.ts';
import { rightsOf } from './rights/rights.ts';

let shop: MediaApp;
let picture: Buffer;
let preview: string;
let original: string;
beforeAll(async () => {
  shop = await startMediaApp(await newDataDir());
  picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const url = await shop.upload('ada', picture);
  await shop.processed('ada', url);
  const media = await shop.app.get(MediaLibrary).claim(shop.idOf(url), 'ada');
  preview = media.media_url;
  original = media.original;
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${shop.origin}${path}`, { headers });
/** Sends the path as it is: fetch would normalize it, and add headers. */
const statusOf = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    rawRequest({ host: '127.0.0.1', port: shop.port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
const link = () =>
  shop.app.get(OriginalLinks).sign({ key: original, name: 'Dünen / "Abend"', license_id: 'license-1' }, null);

/** After an hour, each cache asks whether its file is still the current one. */
const hourly = 'public, max-age=3600, must-revalidate';

it('[MEDIA-22][MEDIA-25][PROD-20] everyone can see a preview, and may cache it for an hour', async () => {
  const response = await get(`/media/${preview}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': hourly,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
});

it('a client that leaves while a preview is opened gets nothing, and no file stays open', async () => {
  const open = shop.store.openPreview.bind(shop.store);
  const read = jest.fn();
  const closed = Promise.withResolvers<void>();
  const asked = once(shop.app.getHttpServer() as Server, 'request') as Promise<[unknown, ServerResponse]>;
  const opening = jest.spyOn(shop.store, 'openPreview').mockImplementation(async (key, ahead) => {
    const [, response] = await asked;
    request.destroy();
    await once(response, 'close');
    const media = await open(key, ahead);
    const close = () => {
      media?.close();
      closed.resolve();
    };
    return media && { ...media, read, close };
  });
  const request = rawRequest({ host: '127.0.0.1', port: shop.port, path: `/media/${preview}` });
  request.on('error', () => undefined).end();
  await closed.promise;
  opening.mockRestore();
  expect(read).not.toHaveBeenCalled();
});

/** What a cache gets that asks whether the preview is still the one with this tag. */
const revalidated = async (etag: string) => {
  const headers = { 'If-None-Match': etag };
  const asked = rawRequest({ host: '127.0.0.1', port: shop.port, path: `/media/${preview}`, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode,
    caching: answer.headers['cache-control'],
    etag: answer.headers.etag ?? '',
    bytes: await buffer(answer),
  };
};

it('[MEDIA-25][PROD-20] a cached preview that hasn’t changed is not sent again, and may be kept for another hour', async () => {
  const { etag } = await revalidated('"another"');
  expect(etag).toMatch(/^".+"$/);
  expect(await revalidated(etag)).toEqual({ status: 304, caching: hourly, etag, bytes: Buffer.alloc(0) });
});

it('[MEDIA-25][PROD-20] a preview whose rights changed has another tag, so that each cache has it within the hour', async () => {
  const before = await revalidated('"another"');
  const item = { creator: 'Ada Renamed', content_id: 'item-1', published_at: '2026-11-28', declared: noDeclaration };
  const rights = rightsOf(item, 'https://tessera.example');
  await rewritePreviews(shop.store, { media_url: preview, widths: [], clip_url: null }, rights);
  const after = await revalidated(before.etag);
  expect(after).toMatchObject({ status: 200, caching: hourly });
  expect(after.etag).not.toBe(before.etag);
  expect([before.bytes.includes(item.creator), after.bytes.includes(item.creator)]).toEqual([false, true]);
  expect(after.bytes.length).toBe(before.bytes.length);
  expect(await revalidated(after.etag)).toMatchObject({ status: 304 });
});

it('a preview can be requested without its bytes', async () => {
  const response = await fetch(`${shop.origin}/media/${preview}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
});

it('[ROUTE-33] an unknown preview answers 404 in the form of all errors', async () => {
  const response = await get('/media/creator/images/1700000000000-0000000000000000.webp');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found', title: 'Not found' } });
});

it('[MEDIA-27] no path leads out of the previews', async () => {
  const paths = [
    `/media/../originals/${original}`,
    `/media/..%2foriginals%2f${original}`,
    `/media/creator/../../originals/${original}`,
    `/media/%2e%2e/originals/${original}`,
    `/media/creator/images/..%5c..%5c..%5coriginals`,
    `/media/${preview.replaceAll('/', '%2f')}`,
    `/media/${preview}%00.png`,
    `/media//${preview}`,
    `/media/${preview}/`,
    '/media//etc/passwd',
    '/media/creator/images',
    `/media/${original}`,
    `/media/originals/${original}`,
    '/media/../../vault.db',
  ];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
});

it('[MEDIA-26] nothing is stored under a path that leads out of the store', async () => {
  for (const key of ['../a.webp', 'a/../../b.webp', '/a.webp', 'a//b.webp', '.hidden.webp', 'a\0.webp', 'a.html', '']) {
    await expect(shop.store.putPreview(key, Buffer.from('x'))).rejects.toThrow(/media store/);
  }
});

it.each([
  ['x'.repeat(99) + '😀', 'x'.repeat(99)],
  ['x'.repeat(97) + '👩‍👩‍👧', 'x'.repeat(97)],
  ['x'.repeat(99) + '🇯🇵 flag', 'x'.repeat(99)],
  ['漢'.repeat(100), '漢'.repeat(83)],
  ['aux.txt', '_aux.txt'],
  ['Family 👩‍👩‍👧', 'Family 👩‍👩‍👧'],
])('[FIX-19] an original is downloaded whatever its title is cut to: %s', async (name, stem) => {
  const response = await get(shop.app.get(OriginalLinks).sign({ key: original, name, license_id: 'license-1' }, null));
  expect(response.status).toBe(200);
  const [, saved = ''] =
    /filename(?:\*=UTF-8''|=)"?([^";]+)"?$/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  expect(decodeURIComponent(saved)).toBe(`${stem}.png`);
  await response.body?.cancel();
});

it('[MEDIA-27] a signed link downloads the original, byte for byte', async () => {
  const response = await get(link());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('attachment; filename=');
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('Dünen Abend.png');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
});

it('a download continues where it stopped', async () => {
  const response = await get(link(), { Range: `bytes=${picture.length - 7}-` });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(
    `bytes ${picture.length - 7}-${picture.length - 1}/${picture.length}`,
  );
  expect(Buffer.from(await response.arrayBuffer()).equals(picture.subarray(-7))).toBe(true);
  const beyond = await get(link(), { Range: `bytes=${picture.length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${picture.length}`);
});

it('[MEDIA-27] without a valid signature there is no original', async () => {
  const token = link().slice('/media-originals/'.length);
  const [payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(
    JSON.stringify({ key: original, filename: 'x', expires: Number.MAX_SAFE_INTEGER }),
  ).toString('base64url');
  const tokens = [
    original,
    payload,
    `${payload}.`,
    `${forged}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    'a.b',
  ];
  for (const each of tokens) expect([each, await statusOf(`/media-originals/${each}`)]).toEqual([each, 404]);
});

it('[MEDIA-27] a signed link works for five minutes', async () => {
  const address = link();
  shop.time.now += 5 * 60_000 - 1;
  expect((await get(address)).status).toBe(200);
  shop.time.now += 1;
  const expired = await get(address);
  expect(expired.status).toBe(404);
  expect(await expired.json()).toMatchObject({ error: { message: expect.stringContaining('expired') as string } });
});

describe('with a CDN before the bucket', () => {
  let other: MediaApp;
  beforeAll(async () => {
    const mediaCdnUrl = 'https://cdn.example/previews';
    other = await startMediaApp(await newDataDir(), (store) => store, undefined, {}, { mediaCdnUrl });
  });
  afterAll(async () => {
    await other.stop();
    await other.remove();
  });

  it('[PROD-20] a preview is served from there, and no node reads it', async () => {
    const opened = jest.spyOn(other.store, 'openPreview');
    const answer = await fetch(`${other.origin}/media/${preview}`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      location: `https://cdn.example/previews/${preview}`,
      'cache-control': hourly,
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(opened).not.toHaveBeenCalled();
    for (const path of ['../vault.db', '/evil.example', 'creator/images', '%2e%2e/a.webp']) {
      const strange = await fetch(`${other.origin}/media/${path}`, { redirect: 'manual' });
      expect([path, strange.status, strange.headers.get('location')]).toEqual([path, 404, null]);
    }
  });
});

describe('where the store serves originals itself', () => {
  let other: MediaApp;
  beforeAll(async () => {
    other = await startMediaApp(await newDataDir(), (store) =>
      changed(store, {
        signedOriginalUrl: (key, { disposition, seconds }) =>
          Promise.resolve(
            `https://bucket.example/${key}?${new URLSearchParams({ disposition, seconds: `${seconds}` }).toString()}`,
          ),
      }),
    );
  });
  afterAll(async () => {
    await other.stop();
    await other.remove();
  });

  it('[PROD-20] a signed link redirects there, with the same name and for as long', async () => {
    const links = other.app.get(OriginalLinks);
    const address = `${other.origin}${links.sign({ key: 'ada/1.mov', name: 'Dünen', license_id: 'license-1' }, null)}`;
    other.time.now += 60_000;
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe('https://bucket.example/ada/1.mov');
    expect(location.searchParams.get('seconds')).toBe('240');
    expect(location.searchParams.get('disposition')).toContain("filename*=UTF-8''D%C3%BCnen.mov");
    expect(answer.headers.get('content-disposition')).toBeNull();
    const forged = await fetch(`${other.origin}/media-originals/a.b`, { redirect: 'manual' });
    expect(forged.status).toBe(404);
  });

  it('[GAL-19] a picture is still served here, where its rights are added', async () => {
    await other.store.putOriginal('ada/1.png', await other.fileOf(picture));
    const picturesAddress = other.app
      .get(OriginalLinks)
      .sign({ key: 'ada/1.png', name: 'Dünen', license_id: 'license-1' }, null);
    const answer = await fetch(`${other.origin}${picturesAddress}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe('the clip of a video', () => {
  const clip = 'creator/videos/1700000000000-00000000000000aa.mp4';
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_unused, index) => index % 251));
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  beforeAll(() => shop.store.putPreview(clip, bytes));

  it('[MEDIA-22] is served with its own type, cached for an hour, and never as a page', async () => {
    for (const [extension, type] of [
      ['mp4', 'video/mp4'],
      ['webm', 'video/webm'],
      ['avif', 'image/avif'],
    ] as const) {
      const path = `creator/videos/1700000000000-00000000000000bb.${extension}`;
      await shop.store.putPreview(path, bytes);
      expect(Object.fromEntries((await get(`/media/${path}`)).headers)).toMatchObject({
        'content-type': type,
        'accept-ranges': 'bytes',
        'cache-control': hourly,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
  });

  it('a player gets the range that it asks for', async () => {
    for (const [range, start, end] of [
      ['bytes=0-', 0, 4_999],
      ['bytes=0-1', 0, 1],
      ['bytes=4000-99999', 4_000, 4_999],
      ['bytes=-7', 4_993, 4_999],
    ] as const) {
      const response = await get(`/media/${clip}`, { Range: range });
      expect([range, response.status]).toEqual([range, 206]);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/5000`);
      expect(response.headers.get('content-length')).toBe(String(end - start + 1));
      expect((await bytesOf(response)).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it('a range beyond its end is answered with its size', async () => {
    const response = await get(`/media/${clip}`, { Range: 'bytes=5000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */5000');
  });

  it('an invalid range, or several of them, get the whole file', async () => {
    for (const range of ['lines=0-1', 'bytes=x', 'bytes=0-1,5-6']) {
      const response = await get(`/media/${clip}`, { Range: range });
      expect([range, response.status]).toEqual([range, 200]);
      expect((await bytesOf(response)).length).toBe(5_000);
    }
  });

  it('a range is only sent of the version that the player already has a part of', async () => {
    const etag = (await get(`/media/${clip}`)).headers.get('etag') ?? '';
    const status = async (ifRange: string) =>
      (await get(`/media/${clip}`, { Range: 'bytes=10-', 'If-Range': ifRange })).status;
    expect(await status(etag)).toBe(206);
    expect(await status('"another version"')).toBe(200);
    expect(await status(new Date().toUTCString())).toBe(200);
  });

  it('a request without its bytes gets its full length', async () => {
    const response = await fetch(`${shop.origin}/media/${clip}`, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '5000']);
  });

  it('[MEDIA-27] a download continues only with the file it began with', async () => {
    const [range, other] = [{ Range: 'bytes=3-' }, { 'If-Range': '"another version"' }];
    expect((await get(link(), range)).status).toBe(206);
    expect((await get(link(), { ...range, ...other })).status).toBe(200);
  });
});
