import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { bearer, newDataDir, sha256, startMediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../../test/fixtures/media/media-app.ts';
import { photo } from '../../../../../test/fixtures/media/pictures.ts';
import { startS3Front } from '../../../../../test/support/doubles/s3-front.ts';
import { needs } from '../../../../../test/support/servers/needs.ts';
import { redisMissing, startRedis } from '../../../../../test/support/servers/redis.ts';
import type { TestRedis } from '../../../../../test/support/servers/redis.ts';
import { s3Missing, startS3 } from '../../../../../test/support/servers/s3-server.ts';
import type { TestS3 } from '../../../../../test/support/servers/s3-server.ts';
import { until } from '../../../../../test/support/until.ts';
import { MediaStoreUnavailable } from '../../adapters/media/port.ts';
import type { MediaStore } from '../../adapters/media/port.ts';
import { redisToken } from '../../adapters/redis.ts';
import type { Redis } from '../../adapters/redis.ts';
import type { Vault } from '../../kernel/records/port.ts';
import { openSqliteVault } from '../../kernel/records/sqlite.ts';
import { MediaLibrary } from '../media-library.ts';
import { UploadSweep } from './upload-sweep.ts';
import { processingAttemptsMax, processingClaimMs, uploadExpiryMs, Uploads } from './uploads.ts';
import { changed } from '../../../../../test/support/doubles/changed.ts';

const extraBytes = 9_000_001;
const chunkBytes = 700_001;
const bigChunkBytes = 5_000_003;

needs('S3 server or Redis', s3Missing ?? redisMissing)('uploads that two nodes share', () => {
  let s3: TestS3;
  let redis: TestRedis;
  let vault: Vault;
  let dataDir: string;
  let file: Buffer;
  let nodes: MediaApp[];

  const node = async (wrapStore?: (store: MediaStore) => MediaStore) => {
    const app = await startMediaApp(dataDir, wrapStore, { vault, mediaStoreUrl: s3.url, redisUrl: redis.url });
    nodes.push(app);
    return app;
  };

  beforeAll(async () => {
    file = Buffer.concat([await photo(1200, 900), randomBytes(extraBytes)]);
    [s3, redis] = await Promise.all([startS3(), startRedis()]);
  });
  afterAll(async () => {
    await s3.remove();
    await redis.remove();
  });
  beforeEach(async () => {
    nodes = [];
    dataDir = await newDataDir();
    vault = await openSqliteVault({ file: join(dataDir, 'vault.db') });
  });
  afterEach(async () => {
    for (const each of nodes) await each.stop();
    await vault.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const headers = { 'Tus-Resumable': '1.0.0', ...bearer('ada') };
  const create = async (at: MediaApp, bytes = file.length) => {
    const response = await fetch(`${at.origin}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(bytes) },
    });
    expect(response.status).toBe(201);
    return at.idOf(response.headers.get('Location') ?? '');
  };
  const urlOf = (at: MediaApp, id: string) => `${at.origin}/api/uploads/${id}`;
  const offsetAt = async (at: MediaApp, id: string) =>
    Number((await fetch(urlOf(at, id), { method: 'HEAD', headers })).headers.get('Upload-Offset'));
  const patchHeaders = (offset: number) => ({
    ...headers,
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
  });
  const patch = async (at: MediaApp, id: string, offset: number, bytes: Buffer) =>
    (await fetch(urlOf(at, id), { method: 'PATCH', headers: patchHeaders(offset), body: new Uint8Array(bytes) }))
      .status;
  const sendRest = async (at: readonly MediaApp[], id: string, sizes: readonly number[] = [file.length]) => {
    let offset = await offsetAt(at[0] as MediaApp, id);
    for (let turn = 0; offset < file.length; turn += 1) {
      const bytes = file.subarray(offset, offset + (sizes[turn % sizes.length] ?? 0));
      expect(await patch(at[turn % at.length] as MediaApp, id, offset, bytes)).toBe(204);
      offset += bytes.length;
    }
  };
  const sendFirst = async (at: MediaApp, id: string) => {
    expect(await patch(at, id, 0, file.subarray(0, chunkBytes))).toBe(204);
  };
  const claimedAt = (at: MediaApp, id: string) => at.app.get(MediaLibrary).claim(id, 'ada');
  const resultAt = (at: MediaApp, id: string) => at.result('ada', urlOf(at, id));
  const sweep = (at: MediaApp) => at.app.get(UploadSweep).sweep();
  const stored = async (id: string) =>
    (await s3.client.send(new ListObjectsV2Command({ Bucket: s3.bucket.bucket, Prefix: `uploads/${id}/` }))).KeyCount;

  it('chunks sent to two nodes in turn arrive as one file, and leave nothing behind', async () => {
    const [one, two] = [await node(), await node()];
    const id = await create(one);
    await sendRest([two, one], id, [chunkBytes, 1, bigChunkBytes]);
    expect(await resultAt(two, id)).toMatchObject({ status: 200, body: { media_type: 'image', width: 1200 } });
    const media = await claimedAt(one, id);
    expect(media.sha256).toBe(sha256(file));
    const original = await two.store.openOriginal(media.original);
    expect(original && sha256(await buffer(original.read()))).toBe(sha256(file));
    expect(await stored(id)).toBe(0);
  });

  it('the same chunk sent to both nodes at the same time is stored once', async () => {
    const both = [await node(), await node()];
    const id = await create(both[0] as MediaApp);
    for (let offset = 0; offset < 10 * chunkBytes; offset += chunkBytes) {
      const bytes = file.subarray(offset, offset + chunkBytes);
      const statuses = await Promise.all(both.map((at) => patch(at, id, offset, bytes)));
      expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409]);
    }
    await sendRest(both, id);
    await resultAt(both[1] as MediaApp, id);
    expect((await claimedAt(both[0] as MediaApp, id)).sha256).toBe(sha256(file));
  });

  it('a request that stalls on one node makes way for the client that came back on the other', async () => {
    const [one, two] = [await node(), await node()];
    const id = await create(one);
    const stalled = request(urlOf(one, id), {
      method: 'PATCH',
      headers: { ...patchHeaders(0), 'Content-Length': String(file.length) },
    });
    stalled.on('error', () => undefined);
    const ended = once(stalled, 'close');
    await new Promise<void>((resolve) => void stalled.write(file.subarray(0, bigChunkBytes), () => resolve()));
    await until('the first node holds the upload', async () => (await stored(id)) === 2);
    const offset = await offsetAt(two, id);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(bigChunkBytes);
    await sendRest([two], id);
    stalled.destroy();
    await ended;
    await resultAt(two, id);
    expect((await claimedAt(two, id)).sha256).toBe(sha256(file));
  });

  it('uploads continue while Redis is down', async () => {
    const both = [await node(), await node()];
    const id = await create(both[0] as MediaApp);
    await sendFirst(both[0] as MediaApp, id);
    await redis.stop();
    await sendRest(both, id, [chunkBytes, bigChunkBytes]);
    await resultAt(both[1] as MediaApp, id);
    expect((await claimedAt(both[0] as MediaApp, id)).sha256).toBe(sha256(file));
    await redis.start();
    for (const at of both) {
      const connection = at.app.get<Redis>(redisToken);
      await until('Redis is back', () => Promise.resolve(connection.isReady()));
    }
  });

  it('an S3 server that dies in the middle of a chunk loses no acknowledged byte', async () => {
    if (!s3.own) return;
    const [one, two] = [await node(), await node()];
    const id = await create(one);
    await sendFirst(one, id);
    const sending = request(urlOf(one, id), {
      method: 'PATCH',
      headers: { ...patchHeaders(chunkBytes), 'Content-Length': String(file.length - chunkBytes) },
    });
    const answered = once(sending, 'response') as Promise<[{ statusCode: number }]>;
    sending.write(file.subarray(chunkBytes, bigChunkBytes));
    await until('a piece has arrived', async () => (await stored(id)) === 3);
    await s3.own.stop();
    sending.end(file.subarray(bigChunkBytes));
    expect((await answered)[0].statusCode).toBe(503);
    await s3.own.start();
    expect(await offsetAt(two, id)).toBeGreaterThan(chunkBytes);
    await sendRest([two, one], id, [chunkBytes, bigChunkBytes]);
    await resultAt(one, id);
    expect((await claimedAt(two, id)).sha256).toBe(sha256(file));
  });

  it('while S3 is down a preview is answered as unavailable, in words that reveal no internals', async () => {
    if (!s3.own) return;
    const one = await node();
    await one.store.putPreview('creator/images/1.webp', Buffer.from('preview'));
    const preview = () => fetch(`${one.origin}/media/creator/images/1.webp`);
    await s3.own.stop();
    const answer = await preview();
    await s3.own.start();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', title: 'Temporarily unavailable' } });
    expect(await (await preview()).text()).toBe('preview');
  });

  describe('processing', () => {
    const holding = () => {
      let go = () => {};
      let begun = () => {};
      const started = new Promise<void>((resolve) => (begun = resolve));
      const gate = new Promise<void>((resolve) => (go = resolve));
      const wrap = (store: MediaStore): MediaStore =>
        changed(store, {
          putOriginal: async (key, path) => {
            begun();
            await gate;
            await store.putOriginal(key, path);
          },
        });
      return { wrap, started, go };
    };
    const attemptsOf = async (id: string) => {
      const upload = await (nodes[0] as MediaApp).app.get(Uploads).find(id);
      return upload?.status === 'processing' ? upload.attempts : upload?.status;
    };

    it('what one node works on, the others leave alone and wait for', async () => {
      const slow = holding();
      const [one, two] = [await node(slow.wrap), await node()];
      const id = await create(one);
      await sendRest([one], id);
      await slow.started;
      for (let time = 0; time < 5; time += 1) await sweep(two);
      expect(await attemptsOf(id)).toBe(1);
      const result = resultAt(two, id);
      slow.go();
      expect(await result).toMatchObject({ status: 200, body: { width: 1200 } });
    });

    it('another node continues the work of a dead one, whose late completion changes nothing', async () => {
      const dead = holding();
      const [one, two] = [await node(dead.wrap), await node()];
      const id = await create(one);
      await sendRest([one], id);
      await dead.started;
      two.time.now += processingClaimMs + 1;
      await sweep(two);
      expect(await resultAt(two, id)).toMatchObject({ status: 200 });
      const media = await claimedAt(two, id);
      dead.go();
      await one.stop();
      nodes = [two];
      expect(await claimedAt(two, id)).toEqual(media);
      expect(media.sha256).toBe(sha256(file));
    });

    it('a long outage of the store doesn’t count against the file', async () => {
      let away = true;
      let tries = 0;
      const one = await node((store) =>
        changed(store, {
          putOriginal: async (key, path) => {
            tries += 1;
            if (away) throw new MediaStoreUnavailable('away');
            await store.putOriginal(key, path);
          },
        }),
      );
      const id = await create(one);
      await sendRest([one], id);
      const uploads = one.app.get(Uploads);
      const triedOften = async () => {
        await sweep(one);
        return tries > processingAttemptsMax + 1;
      };
      await until('it was tried more often than a bad file is', triedOften, 60_000);
      expect((await uploads.find(id))?.status).toBe('processing');
      away = false;
      await until('it is ready', async () => {
        await sweep(one);
        return (await uploads.find(id))?.status === 'ready';
      });
    });

    it('another node may immediately retry what failed on one', async () => {
      const broken = await node((store) => changed(store, { putOriginal: () => Promise.reject(new Error('full')) }));
      const id = await create(broken);
      await sendRest([broken], id);
      await until('the first attempt failed', async () => {
        const upload = await broken.app.get(Uploads).find(id);
        return upload?.status === 'processing' && upload.attempts === 1 && !upload.claimed_until;
      });
      const two = await node();
      await sweep(two);
      expect(await resultAt(two, id)).toMatchObject({ status: 200 });
    });
  });

  it('[PROD-20] one process sweeps unfinished uploads for all, and another takes over when it ends', async () => {
    const front = await startS3Front(s3.bucket.endpoint ?? '');
    const mediaStoreUrl = s3.url.replace(
      encodeURIComponent(s3.bucket.endpoint ?? ''),
      encodeURIComponent(front.endpoint),
    );
    const start = async (role: 'all' | 'api') => {
      const app = await startMediaApp(dataDir, undefined, { vault, mediaStoreUrl, redisUrl: redis.url }, {}, { role });
      nodes.push(app);
      return app;
    };
    let listed = 0;
    const lists = () => (listed += front.taken().filter((line) => /^GET .*prefix=uploads%2F(&|$)/.test(line)).length);
    const visited = jest.spyOn(vault, 'update');
    try {
      await start('api');
      const first = await start('all');
      await start('all');
      await start('api');
      await until('one has listed', async () => lists() > 0);
      visited.mockClear();
      // Both processes check the leases.
      await until('another has looked after it', async () => visited.mock.calls.length > 5);
      expect(lists()).toBe(1);
      await first.stop();
      nodes.splice(nodes.indexOf(first), 1);
      await until('the other lists', async () => lists() === 2);
    } finally {
      visited.mockRestore();
      for (const each of nodes.splice(0)) await each.stop();
      front.close();
    }
  });

  it('an unfinished upload is removed by whichever node comes first', async () => {
    const [one, two] = [await node(), await node()];
    const id = await create(one);
    await sendFirst(one, id);
    expect(await stored(id)).toBe(2);
    two.time.now += uploadExpiryMs;
    await Promise.all([sweep(two), sweep(one), sweep(two)]);
    expect(await stored(id)).toBe(0);
    expect((await resultAt(one, id)).status).toBe(404);
  });

  it('a canceled upload leaves nothing', async () => {
    const [one, two] = [await node(), await node()];
    const id = await create(one);
    await sendFirst(one, id);
    expect((await fetch(urlOf(two, id), { method: 'DELETE', headers })).status).toBe(204);
    expect(await stored(id)).toBe(0);
  });
});
