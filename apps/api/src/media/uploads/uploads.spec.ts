import { randomBytes } from 'node:crypto';
import { readdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import { DetailedError, Upload } from 'tus-js-client';
import { bearer, newDataDir, sha256, startMediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import { mp4With } from '../../../../../test/fixtures/media/hostile-films.ts';
import { photo } from '../../../../../test/fixtures/media/pictures.ts';
import { startCuttingProxy } from '../../../../../test/support/doubles/cutting-proxy.ts';
import type { MediaStore } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import { MediaLibrary } from '../media-library.ts';
import { MediaDiskSpace } from '../disk-space.ts';
import { Pictures } from '../pictures/pictures.ts';
import { UploadSweep } from './upload-sweep.ts';
import { processingAttemptsMax, uploadExpiryMs, uploadsInProgressMax } from './uploads.ts';
import { changed } from '../../../../../test/support/doubles/changed.ts';
import { isDrawn } from '../../../../../test/support/sample.ts';

const protocol = { 'Tus-Resumable': '1.0.0' };
const notFound = {
  code: 'not_found',
  title: 'Not found',
  message: 'There is nothing at this address, or it isn’t yours.',
};
const chunkBytes = 24 * 1024;

let shop: MediaApp;
let picture: Buffer;
beforeAll(async () => {
  picture = await photo(600, 450);
  shop = await startMediaApp(await newDataDir());
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

const library = (app = shop) => app.app.get(MediaLibrary);
const open = (headers: Record<string, string>, app = shop) =>
  fetch(`${app.origin}/api/uploads`, { method: 'POST', headers: { ...protocol, ...headers } });
const opened = async (creator: string, bytes = 10) => {
  const response = await open({ ...bearer(creator), 'Upload-Length': String(bytes) });
  expect(response.status).toBe(201);
  return new URL(response.headers.get('Location') ?? '', shop.origin).href;
};
const errorOf = async (response: Response) => ({
  status: response.status,
  error: ((await response.json()) as { error: unknown }).error,
});

it('[MEDIA-23][MEDIA-28] a creator uploads a picture, sees progress, and gets the path and address of its preview', async () => {
  const progress: number[] = [];
  const url = await shop.upload('ada', picture, {
    chunkSize: chunkBytes,
    onChunkComplete: (_chunk, accepted) => progress.push(accepted),
  });
  const { status, body } = await shop.processed('ada', url);
  expect(progress.length).toBe(Math.ceil(picture.length / chunkBytes));
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  expect(progress.at(-1)).toBe(picture.length);
  expect(status).toBe(200);
  expect(body).toEqual({
    path: expect.stringMatching(/^creator\/images\/\d{13}-[0-9a-f]{16}\.webp$/) as string,
    url: `http://localhost:3000/media/${String(body['path'])}`,
    media_type: 'image',
    width: 600,
    height: 450,
    placeholder: expect.stringContaining('data:image/webp;base64,') as string,
    preview: 'picture',
    awaits_preview: false,
    duplicate_of: null,
  });
});

it('[MEDIA-27] the original is kept as it was sent, under its creator, and only its creator can claim it', async () => {
  const url = await shop.upload('ada', picture);
  await shop.processed('ada', url);
  const id = shop.idOf(url);
  const media = await library().claim(id, 'ada');
  expect(media).toMatchObject({ sha256: sha256(picture), original: `ada/${id}.jpg`, media_type: 'image' });
  expect(await library().claim(id, 'ada')).toEqual(media);
  const original = await shop.store.openOriginal(media.original);
  expect(original && sha256(await buffer(original.read()))).toBe(sha256(picture));
  const missing = { failure: { failure: 'missing_media', title: 'Missing media' } };
  await expect(library().claim(id, 'bob')).rejects.toMatchObject(missing);
  await expect(library().claim('never-uploaded', 'ada')).rejects.toMatchObject(missing);
});

it('an interrupted upload continues where it stopped, and arrives whole', async () => {
  const brokenOff = await new Promise<string>((resolve, reject) => {
    const sending = new Upload(picture, {
      endpoint: `${shop.origin}/api/uploads`,
      headers: bearer('ada'),
      chunkSize: chunkBytes,
      retryDelays: null,
      onChunkComplete: () => void sending.abort().then(() => resolve(sending.url ?? ''), reject),
      onError: reject,
    });
    sending.start();
  });
  const head = await fetch(brokenOff, { method: 'HEAD', headers: { ...protocol, ...bearer('ada') } });
  const held = Number(head.headers.get('Upload-Offset'));
  expect(held).toBeGreaterThanOrEqual(chunkBytes);
  expect(held).toBeLessThan(picture.length);
  expect(await shop.result('ada', brokenOff)).toEqual({ status: 202, body: { status: 'uploading' } });

  const offsets: number[] = [];
  await shop.upload('ada', picture, {
    uploadUrl: brokenOff,
    chunkSize: chunkBytes,
    onChunkComplete: (_chunk, accepted) => offsets.push(accepted),
  });
  expect(offsets[0]).toBe(Math.min(held + chunkBytes, picture.length));
  await shop.processed('ada', brokenOff);
  expect((await library().claim(shop.idOf(brokenOff), 'ada')).sha256).toBe(sha256(picture));
});

(isDrawn('a large file over a cut connection', 3) ? it : it.skip)(
  'a file of 100 MB arrives with the same hash over a connection that is cut ten times',
  async () => {
    const aside = mp4With('free', Buffer.alloc(0)).length;
    const film = mp4With('free', randomBytes(mediaBytesMax - aside));
    expect(film.length).toBe(mediaBytesMax);
    const cutAfterBytes = [3, 9, 1, 7, 5, 12, 2, 8, 4, 6].map((megabytes) => megabytes * 1024 * 1024);
    const line = await startCuttingProxy(shop.port, cutAfterBytes);
    const resumedAt: number[] = [];
    const url = await shop.upload('ada', film, {
      endpoint: `http://127.0.0.1:${line.port}/api/uploads`,
      retryDelays: Array<number>(50).fill(20),
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') resumedAt.push(Number(response.getHeader('Upload-Offset')));
      },
    });
    await line.close();
    expect(line.cuts()).toBe(10);
    // Bytes that arrived before a cut are never sent again.
    expect(resumedAt).toEqual(resumedAt.toSorted((one, other) => one - other));
    expect(resumedAt.at(-1)).toBeGreaterThan(20 * 1024 * 1024);
    const id = shop.idOf(url);
    expect(await shop.processed('ada', `${shop.origin}/api/uploads/${id}`)).toMatchObject({ status: 200 });
    const media = await library().claim(id, 'ada');
    expect(media.sha256).toBe(sha256(film));
    const original = await shop.store.openOriginal(media.original);
    expect(original && sha256(await buffer(original.read()))).toBe(sha256(film));
  },
  120_000,
);

it('a client that missed the last response learns that everything arrived, even after the processing', async () => {
  const url = await shop.upload('ada', picture);
  await shop.processed('ada', url);
  const head = await fetch(url, { method: 'HEAD', headers: { ...protocol, ...bearer('ada') } });
  expect(head.status).toBe(200);
  expect(head.headers.get('Upload-Offset')).toBe(String(picture.length));
  expect(head.headers.get('Upload-Length')).toBe(String(picture.length));
});

it('[MEDIA-03] a file over 100MB is refused before a byte of it is sent', async () => {
  const tooLarge = { code: 'file_too_large', title: 'File too large', message: 'Maximum file size is 100MB' };
  const refused = await shop.upload('ada', Buffer.alloc(100 * 1024 * 1024 + 1)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DetailedError);
  const { originalResponse } = refused as DetailedError;
  expect(originalResponse?.getStatus()).toBe(413);
  expect(JSON.parse(originalResponse?.getBody() ?? '')).toEqual({ error: tooLarge });
  const atTheLimit = await open({ ...bearer('max'), 'Upload-Length': String(100 * 1024 * 1024) });
  expect(atTheLimit.status).toBe(201);
});

it('an upload must state its length', async () => {
  const without = await open(bearer('ada'));
  const deferred = await open({ ...bearer('ada'), 'Upload-Defer-Length': '1' });
  const both = await open({ ...bearer('ada'), 'Upload-Length': '10', 'Upload-Defer-Length': '1' });
  expect([without.status, deferred.status, both.status]).toEqual([400, 400, 400]);
  expect(await errorOf(both)).toMatchObject({ error: { code: 'upload_refused', title: 'Upload failed' } });
});

it('[MEDIA-06] more bytes than were announced are refused', async () => {
  const url = await opened('ada', 10);
  const response = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...protocol,
      ...bearer('ada'),
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(11),
  });
  expect(await errorOf(response)).toMatchObject({ status: 413, error: { code: 'upload_refused' } });
  expect(response.headers.get('Content-Type')).toContain('application/json');
});

it('only a signed-in creator may upload', async () => {
  const visitor = await open({ 'Upload-Length': '10' });
  const brand = await open({ ...bearer('acme', 'brand'), 'Upload-Length': '10' });
  expect(await errorOf(visitor)).toMatchObject({ status: 401, error: { code: 'not_signed_in' } });
  expect(await errorOf(brand)).toMatchObject({ status: 403, error: { title: 'Wrong account type' } });
});

it.each([
  ['HEAD', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['GET', '/result'],
])('[MEDIA-26] to another creator an upload does not exist (%s%s)', async (method, path) => {
  const url = await opened('ada');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...protocol,
      ...bearer('eve'),
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    ...(method === 'PATCH' ? { body: Buffer.alloc(5) } : {}),
  });
  expect(response.status).toBe(404);
  if (method !== 'HEAD') expect(await errorOf(response)).toEqual({ status: 404, error: notFound });
  const head = await fetch(url, { method: 'HEAD', headers: { ...protocol, ...bearer('ada') } });
  expect(head.headers.get('Upload-Offset')).toBe('0');
});

it('[MEDIA-26] a URL that names two uploads reaches only the one whose owner was checked', async () => {
  const victim = await opened('ada');
  const own = await opened('eve');
  const canceled = await fetch(`${own}?x=/${shop.idOf(victim)}`, {
    method: 'DELETE',
    headers: { ...protocol, ...bearer('eve') },
  });
  const head = (url: string, creator: string) =>
    fetch(url, { method: 'HEAD', headers: { ...protocol, ...bearer(creator) } });
  expect(canceled.status).toBe(204);
  expect((await head(victim, 'ada')).status).toBe(200);
  expect((await head(own, 'eve')).status).toBe(404);
});

it('[MEDIA-27] the bytes of an upload are never served, not even to its creator', async () => {
  const response = await fetch(await opened('ada'), { headers: { ...protocol, ...bearer('ada') } });
  expect(response.status).toBe(404);
});

it('the number of a creator’s uploads in progress is limited; canceling one frees a place, and so does time', async () => {
  const first = await opened('bea');
  const others = await Promise.all(
    Array.from({ length: uploadsInProgressMax + 4 }, () => open({ ...bearer('bea'), 'Upload-Length': '10' })),
  );
  expect(others.filter(({ status }) => status === 201).length).toBeLessThan(uploadsInProgressMax);
  expect(others.map(({ status }) => status)).toContain(429);
  while ((await open({ ...bearer('bea'), 'Upload-Length': '10' })).status === 201);
  await fetch(first, { method: 'DELETE', headers: { ...protocol, ...bearer('bea') } });
  await opened('bea');
  const full = await open({ ...bearer('bea'), 'Upload-Length': '10' });
  expect(await errorOf(full)).toMatchObject({ status: 429, error: { code: 'too_many_uploads' } });
  shop.time.now += uploadExpiryMs;
  await opened('bea');
});

it('an unfinished upload is removed when it expires', async () => {
  const url = await opened('cleo');
  const sweep = shop.app.get(UploadSweep);
  await sweep.sweep();
  const answer = async () => (await shop.result('cleo', url)).status;
  expect(await answer()).toBe(202);
  shop.time.now += uploadExpiryMs;
  await sweep.sweep();
  expect(await answer()).toBe(404);
});

it('[SEC-05] a creator stores up to a number of files and of bytes, and the refusal says what to do', async () => {
  const app = await startMediaApp(await newDataDir(), undefined, undefined, {
    MEDIA_QUOTA_FILES: '3',
    MEDIA_QUOTA_MB: '1',
  });
  const announce = (creator: string, bytes: number) =>
    open({ ...bearer(creator), 'Upload-Length': String(bytes) }, app);
  await app.processed('ada', await app.upload('ada', picture));
  const answers = await Promise.all(Array.from({ length: 6 }, () => announce('ada', 10)));
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
  while ((await announce('ada', 10)).status === 201);
  expect(await errorOf(await announce('ada', 10))).toEqual({
    status: 403,
    error: {
      code: 'media_quota_reached',
      title: 'Storage limit reached',
      message:
        'You can store up to 3 files and 1 MB, and this upload would exceed that. Files you don’t publish are ' +
        'removed after 24 hours, which frees up space. If you need more, please get in touch with us.',
    },
  });
  expect(await errorOf(await announce('bea', 1024 * 1024 + 1))).toMatchObject({
    error: { code: 'media_quota_reached' },
  });
  expect((await announce('bea', 1024 * 1024)).status).toBe(201);
  app.time.now += uploadExpiryMs;
  await library(app).deleteUnpublished(() => Promise.resolve(false), new AbortController().signal);
  expect((await announce('ada', 10)).status).toBe(201);
  await app.stop();
  await app.remove();
});

it('[SEC-05] below the floor of free space uploads are refused, including those that had started, and nothing is left of them', async () => {
  const rich = await startMediaApp(await newDataDir());
  const begun = (await open({ ...bearer('ada'), 'Upload-Length': '10' }, rich)).headers;
  const path = new URL(begun.get('Location') ?? '', rich.origin).pathname;
  await rich.stop();
  const poor = await startMediaApp(rich.dataDir, undefined, undefined, { MEDIA_FREE_SPACE_FLOOR_MB: '1000000000' });
  const refusal = {
    status: 507,
    error: {
      code: 'no_room_for_media',
      title: 'Uploads are paused',
      message:
        'We’re out of room for new files right now, so uploads are paused. Everything else works as usual. Please ' +
        'try again later.',
    },
  };
  expect(await errorOf(await open({ ...bearer('ada'), 'Upload-Length': '10' }, poor))).toEqual(refusal);
  expect(await poor.vault.inGroup('uploads', 'ada')).toHaveLength(1);
  const patch = await fetch(`${poor.origin}${path}`, {
    method: 'PATCH',
    headers: {
      ...protocol,
      ...bearer('ada'),
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(10),
  });
  expect(await errorOf(patch)).toEqual(refusal);
  await poor.stop();
  await poor.remove();
});

it('[SEC-05] what requests under way may still send counts against the free space', async () => {
  const { bavail, bsize } = await statfs(shop.dataDir);
  const free = bavail * bsize;
  const space = new MediaDiskSpace({
    mediaStore: 'embedded',
    dataDir: shop.dataDir,
    mediaFreeSpaceFloor: free / 2,
  } as Config);
  const refused = { failure: { failure: 'no_room_for_media' } };
  await space.withReserved(free / 5, async () => {
    await expect(space.withReserved(free / 10, () => Promise.resolve('taken'))).rejects.toMatchObject(refused);
  });
  expect(await space.withReserved(free / 10, () => Promise.resolve('taken'))).toBe('taken');
});

describe('what was finished and is not published', () => {
  const never = new AbortController().signal;
  const filesIn = async (folder: string) =>
    (await readdir(join(shop.dataDir, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const finished = async (creator: string) => {
    const url = await shop.upload(creator, picture);
    const { body } = await shop.processed(creator, url);
    return { id: shop.idOf(url), url, name: String(body['path']).split('/').at(-1)!.replace('.webp', '') };
  };
  const filesOf = async ({ id, name }: { id: string; name: string }) =>
    [...(await filesIn('media')), ...(await filesIn('uploads'))].filter(
      (file) => file.startsWith(id) || file.startsWith(name),
    );
  const deleteBut = (used: readonly string[]) =>
    library().deleteUnpublished((id) => Promise.resolve(used.includes(id)), never);

  it('[SEC-05] is deleted after 24 hours, with its original, previews and record; the media of an item stay', async () => {
    const [left, used] = [await finished('dora'), await finished('dora')];
    expect((await filesOf(left)).length).toBeGreaterThan(3);
    shop.time.now += uploadExpiryMs - 60_000;
    await deleteBut([used.id]);
    expect((await filesOf(left)).length).toBeGreaterThan(3);
    shop.time.now += 60_000;
    await deleteBut([used.id]);
    expect(await filesOf(left)).toEqual([]);
    expect(await shop.vault.get('uploads', left.id)).toBeNull();
    expect((await shop.result('dora', left.url)).status).toBe(404);
    expect((await filesOf(used)).length).toBeGreaterThan(3);
    expect(await library().claim(used.id, 'dora')).toMatchObject({ original: `dora/${used.id}.jpg` });
  });

  it('[SEC-05] is checked once: an upload that has an item by then is not checked again', async () => {
    const used = await finished('dora');
    shop.time.now += uploadExpiryMs;
    await deleteBut([used.id]);
    await library().deleteUnpublished((id) => Promise.reject(new Error(`asked about ${id}`)), never);
    expect((await filesOf(used)).length).toBeGreaterThan(3);
  });

  it('[SEC-05] stays for another day if it is being published at that very moment', async () => {
    const upload = await finished('dora');
    shop.time.now += uploadExpiryMs;
    await library().deleteUnpublished(async (id) => {
      if (id === upload.id) await library().claim(id, 'dora');
      return false;
    }, never);
    expect((await filesOf(upload)).length).toBeGreaterThan(3);
    shop.time.now += uploadExpiryMs;
    await deleteBut([]);
    expect(await filesOf(upload)).toEqual([]);
  });

  it('[SEC-05] can’t be published anymore once its deletion has started, and a deletion that broke off is repeated', async () => {
    const upload = await finished('dora');
    shop.time.now += uploadExpiryMs;
    const broken = jest.spyOn(shop.store, 'deletePreview').mockRejectedValueOnce(new Error('the power went out'));
    await expect(deleteBut([])).rejects.toThrow('the power went out');
    await expect(library().claim(upload.id, 'dora')).rejects.toMatchObject({ failure: { failure: 'missing_media' } });
    broken.mockRestore();
    await deleteBut([]);
    expect(await filesOf(upload)).toEqual([]);
    expect(await shop.vault.get('uploads', upload.id)).toBeNull();
  });

  it('[SEC-05] leaves nothing behind when it is canceled while it is being stored', async () => {
    const dataDir = await newDataDir();
    let reach = () => {};
    let release = () => {};
    const storing = new Promise<void>((resolve) => (reach = resolve));
    const canceled = new Promise<void>((resolve) => (release = resolve));
    const app = await startMediaApp(dataDir, (store) =>
      changed(store, {
        putPreview: async (key, bytes) => {
          reach();
          await canceled;
          await store.putPreview(key, bytes);
        },
      }),
    );
    const url = await app.upload('ada', picture);
    await storing;
    app.time.now += uploadExpiryMs;
    await library(app).deleteUnpublished(() => Promise.resolve(false), never);
    release();
    await app.stop();
    expect(await readdir(join(dataDir, 'media', 'originals', 'ada'))).toEqual([]);
    expect(await readdir(join(dataDir, 'media', 'previews', 'creator', 'images'))).toEqual([]);
    expect(await readdir(join(dataDir, 'uploads'))).not.toContain(app.idOf(url));
    await app.remove();
  });
});

(isDrawn('many concurrent uploads', 2) ? it : it.skip)(
  'many concurrent uploads are processed two at a time, and all become ready',
  async () => {
    let running = 0;
    let runningMost = 0;
    let meet = () => {};
    const twoAtOnce = new Promise<void>((resolve) => (meet = resolve));
    const twoAtATime = (store: MediaStore): MediaStore =>
      changed(store, {
        putOriginal: async (key, file) => {
          running += 1;
          runningMost = Math.max(runningMost, running);
          if (running === 2) meet();
          await twoAtOnce;
          await store.putOriginal(key, file);
        },
        putPreview: async (key, bytes) => {
          await store.putPreview(key, bytes);
          // The path itself is stored last, after its renditions.
          if (/-[0-9a-f]{16}\.webp$/.test(key)) running -= 1;
        },
      });
    const app = await startMediaApp(await newDataDir(), twoAtATime, undefined, { PICTURES_AT_ONCE: '2' });
    const urls = await Promise.all(Array.from({ length: 8 }, () => app.upload('ada', picture)));
    const results = await Promise.all(urls.map((url) => app.processed('ada', url)));
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(results.map(({ body }) => body['path'])).size).toBe(8);
    expect(runningMost).toBe(2);
    await app.stop();
    await app.remove();
  },
);

it('[SEC-02] behind another creator’s queue a picture waits for one of them, not for all', async () => {
  const order: string[] = [];
  let receive = () => {};
  const allReceived = new Promise<void>((resolve) => (receive = resolve));
  const app = await startMediaApp(
    await newDataDir(),
    (store) =>
      changed(store, {
        putOriginal: async (key, file) => {
          order.push(key.slice(0, 3));
          await allReceived;
          await store.putOriginal(key, file);
        },
      }),
    undefined,
    { PICTURES_AT_ONCE: '1' },
  );
  const queue = await Promise.all(Array.from({ length: 6 }, () => app.upload('ada', picture)));
  const stranger = await app.upload('bea', picture);
  receive();
  expect(await app.processed('bea', stranger)).toMatchObject({ status: 200 });
  for (const url of queue) expect(await app.processed('ada', url)).toMatchObject({ status: 200 });
  expect(order).toEqual(['ada', 'bea', 'ada', 'ada', 'ada', 'ada', 'ada']);
  await app.stop();
  await app.remove();
});

describe('after an interruption', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await newDataDir();
  });

  it('an upload that was being processed becomes ready at the next start', async () => {
    const broken = await startMediaApp(dataDir, (store) =>
      changed(store, { putPreview: () => Promise.reject(new Error('the power went out')) }),
    );
    const url = await broken.upload('ada', picture);
    expect(await broken.result('ada', url)).toEqual({ status: 202, body: { status: 'processing' } });
    await broken.stop();

    const restarted = await startMediaApp(dataDir);
    const after = await restarted.processed('ada', `${restarted.origin}/api/uploads/${broken.idOf(url)}`);
    expect(after).toMatchObject({ status: 200, body: { media_type: 'image', width: 600 } });
    expect((await library(restarted).claim(broken.idOf(url), 'ada')).sha256).toBe(sha256(picture));
    await restarted.stop();
    await restarted.remove();
  });

  it('an upload whose last byte arrived just before becomes ready at the next start', async () => {
    const before = await startMediaApp(dataDir);
    const location = (await open({ ...bearer('ada'), 'Upload-Length': String(picture.length) }, before)).headers;
    const id = before.idOf(location.get('Location') ?? '');
    await before.stop();
    await writeFile(`${dataDir}/uploads/${id}`, picture);

    const restarted = await startMediaApp(dataDir);
    const after = await restarted.processed('ada', `${restarted.origin}/api/uploads/${id}`);
    expect(after).toMatchObject({ status: 200, body: { width: 600 } });
    await restarted.stop();
    await restarted.remove();
  });

  it('[SEC-01] a file whose decoding took the node with it is not tried again', async () => {
    const dead = await startMediaApp(dataDir);
    let reach = () => {};
    let end = (_reason: Error) => {};
    const decoding = new Promise<void>((resolve) => (reach = resolve));
    const never = new Promise<never>((_resolve, reject) => (end = reject));
    jest.spyOn(dead.app.get(Pictures), 'enqueue').mockImplementation((_owner, work) =>
      work({
        make: () => {
          reach();
          return never;
        },
      }),
    );
    const url = await dead.upload('ada', picture);
    await decoding;
    const restarted = await startMediaApp(dataDir);
    expect(await restarted.processed('ada', `${restarted.origin}/api/uploads/${restarted.idOf(url)}`)).toEqual({
      status: 422,
      body: { error: { code: 'unreadable_file', title: 'Upload failed', message: 'This file could not be read.' } },
    });
    await restarted.stop();
    end(new Error('the node is gone'));
    await dead.stop();
    await dead.remove();
  });

  it('an upload that keeps failing is refused in the end', async () => {
    const putOriginal = jest.fn(() => Promise.reject(new Error('the disk is full')));
    const broken = await startMediaApp(dataDir, (store) => changed(store, { putOriginal }));
    const url = await broken.upload('ada', picture);
    let answer = await broken.result('ada', url);
    expect(answer).toEqual({ status: 202, body: { status: 'processing' } });
    // An attempt may take longer than the response waits, so it may still run during the sweep.
    while (answer.status === 202) {
      await broken.app.get(UploadSweep).sweep();
      answer = await broken.result('ada', url);
    }
    expect(putOriginal).toHaveBeenCalledTimes(processingAttemptsMax);
    expect(answer).toEqual({
      status: 422,
      body: { error: { code: 'upload_failed', title: 'Upload failed', message: 'Failed to upload media' } },
    });
    await broken.stop();
    await broken.remove();
  });
});
