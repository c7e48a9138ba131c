import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OpenBucket } from '../../apps/api/src/adapters/s3.ts';
import { MediaStoreUnavailable } from '../../apps/api/src/adapters/media/port.ts';
import { openS3MediaStore } from '../../apps/api/src/adapters/media/s3-store.ts';
import { startS3Front } from '../support/doubles/s3-front.ts';
import { needs } from '../support/servers/needs.ts';
import { s3Missing, startS3 } from '../support/servers/s3-server.ts';
import type { TestS3 } from '../support/servers/s3-server.ts';
import { mediaStoreContract } from './media-store.contract.ts';

const withS3 = needs('S3 server', s3Missing);

mediaStoreContract(
  'S3',
  async () => {
    const s3 = await startS3();
    return { open: () => openS3MediaStore(s3.bucket), end: s3.remove };
  },
  withS3,
);

withS3('the media store on S3, when something is wrong', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.remove());

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error as Error,
    );

  it('a missing bucket is named, with a remedy', async () => {
    const error = await failure(openS3MediaStore({ ...s3.bucket, bucket: 'no-such-bucket' }));
    expect(error).toBeInstanceOf(MediaStoreUnavailable);
    expect(error?.message).toMatch(
      /^S3 at \S+: could not find the bucket 'no-such-bucket': NoSuchBucket.*Create the bucket/,
    );
  });

  it('wrong keys are refused in a message without the keys', async () => {
    const credentials = { accessKeyId: 'somebody', secretAccessKey: 'a wrong secret' };
    const error = await failure(openS3MediaStore({ ...s3.bucket, credentials }));
    expect(error).toBeInstanceOf(MediaStoreUnavailable);
    expect(error?.message).toMatch(/^S3 at \S+: could not find the bucket .*Check the keys in MEDIA_STORE_URL/);
    expect(error?.message).not.toMatch(/somebody|wrong secret/);
  });

  it('without keys nobody can see a preview or an original', async () => {
    const store = await openS3MediaStore(s3.bucket);
    await store.putPreview('a/b.webp', Buffer.from('preview'));
    const { endpoint, bucket } = s3.bucket;
    const answers = await Promise.all(
      ['previews/a/b.webp', 'originals/a/b.webp', ''].map((path) => fetch(`${endpoint ?? ''}/${bucket}/${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('while the server is down each call reports it, and once it is back everything is there', async () => {
    if (!s3.own) return;
    const store = await openS3MediaStore(s3.bucket);
    await store.putPreview('a/b.webp', Buffer.from('preview'));
    await s3.own.stop();
    const put = await failure(store.putPreview('a/c.webp', Buffer.from('preview')));
    const opened = await failure(store.openPreview('a/b.webp'));
    await s3.own.start();
    for (const error of [put, opened]) expect(error).toBeInstanceOf(MediaStoreUnavailable);
    expect(put?.message).toMatch(/^S3 at 127\.0\.0\.1:\d+: could not store previews\/a\/c\.webp: .*Check that it runs/);
    const media = await store.openPreview('a/b.webp');
    expect(media && (await buffer(media.read())).toString()).toBe('preview');
  });

  it('an outage shorter than the retries goes unnoticed', async () => {
    if (!s3.own) return;
    const store = await openS3MediaStore(s3.bucket);
    await s3.own.stop();
    const put = store.putPreview('a/d.webp', Buffer.from('late'));
    await s3.own.start();
    await put;
    expect(await store.openPreview('a/d.webp')).toMatchObject({ size: 4 });
  });
});

withS3('what the media store on S3 asks of the server', () => {
  let s3: TestS3;
  let front: Awaited<ReturnType<typeof startS3Front>>;
  beforeAll(async () => {
    s3 = await startS3();
    front = await startS3Front(s3.bucket.endpoint ?? '');
  });
  afterAll(async () => {
    front.close();
    await s3.remove();
  });

  const bucket = () => ({ ...s3.bucket, endpoint: front.endpoint });
  /** Leaves out what the client itself adds to an address. */
  const asked = () => front.taken().map((line) => line.replace(/[?&]x-id=\w+/, ''));
  const at = (path: string) => `/${s3.bucket.bucket}/${path}`;

  it.each([
    [400, 'MissingContentMD5'],
    [403, 'AccessDenied'],
    [501, 'NotImplemented'],
  ])(
    '[PROD-20] if deleting several at once is refused with %s %s, they are deleted one by one',
    async (status, code) => {
      const opened = new OpenBucket(bucket());
      const keys = Array.from({ length: 20 }, (_unused, index) => `pieces/${index}`);
      for (const key of keys) await opened.put(key, 'bytes', 'text/plain');
      front.refuse((line) => (/^POST .*[?&]delete/.test(line) ? { status, code } : null));
      front.taken();
      await opened.remove(keys.slice(0, 12));
      const first = asked();
      await opened.remove(keys.slice(12));
      const second = asked();
      front.refuse(() => null);
      expect(first.filter((line) => line.startsWith('POST'))).toHaveLength(1);
      expect(first.slice(1).sort()).toEqual(
        keys
          .slice(0, 12)
          .map((key) => `DELETE ${at(key)}`)
          .sort(),
      );
      expect(second.sort()).toEqual(
        keys
          .slice(12)
          .map((key) => `DELETE ${at(key)}`)
          .sort(),
      );
      expect(await opened.list('pieces/')).toEqual([]);
    },
  );

  it('a store that is down is not mistaken for one that refuses', async () => {
    const opened = new OpenBucket(bucket());
    front.refuse(() => ({ status: 503, code: 'SlowDown' }));
    front.taken();
    await expect(opened.remove(['pieces/1'])).rejects.toThrow(MediaStoreUnavailable);
    front.refuse(() => null);
    expect(asked().map((line) => line.split(' ')[0])).toEqual(['POST', 'POST', 'POST']);
  });

  it('[PROD-20] a preview, or a part of a film, takes one GET', async () => {
    const store = await openS3MediaStore(bucket());
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_unused, index) => index % 251));
    await store.putPreview('a/film.mp4', bytes);
    const read = async (ahead: Parameters<typeof store.openPreview>[1], start: number, end: number) => {
      front.taken();
      const media = await store.openPreview('a/film.mp4', ahead);
      expect(media).toMatchObject({ size: 5_000, contentType: 'video/mp4' });
      const part = media && (await buffer(media.read(start === 0 && end === 4_999 ? undefined : { start, end })));
      media?.close();
      expect(part?.equals(bytes.subarray(start, end + 1))).toBe(true);
      return asked();
    };
    const get = [`GET ${at('previews/a/film.mp4')}`];
    expect(await read('all', 0, 4_999)).toEqual(get);
    expect(await read({ start: 0 }, 0, 4_999)).toEqual(get);
    expect(await read({ start: 1_000 }, 1_000, 4_999)).toEqual(get);
    expect(await read({ start: 10, end: 99 }, 10, 99)).toEqual(get);
    expect(await read({ start: 10, end: 99_999 }, 10, 4_999)).toEqual(get);
    expect(await read({ last: 7 }, 4_993, 4_999)).toEqual(get);
    // The part that was opened is not the one read, so there is a second request.
    expect(await read('all', 5, 6)).toEqual([...get, ...get]);
  });

  it('[PROD-20] [MEDIA-25] a CDN that serves previews from the bucket may cache them for an hour, as browsers do', async () => {
    const store = await openS3MediaStore(bucket());
    await store.putPreview('a/cached.webp', Buffer.from('preview'));
    const address = await new OpenBucket(bucket()).signedUrlOf('previews/a/cached.webp', {
      ...{ disposition: 'inline', contentType: 'image/webp', seconds: 60 },
    });
    const { headers } = await fetch(address);
    expect(headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
    const revalidated = await fetch(address, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(revalidated.status).toBe(304);
  });

  it('[PROD-20] opening a missing preview ahead gives null, and a part beyond the end reports the size', async () => {
    const store = await openS3MediaStore(bucket());
    await store.putPreview('a/short.webp', Buffer.from('short'));
    expect(await store.openPreview('a/none.webp', 'all')).toBeNull();
    expect(await store.openPreview('a/short.webp', { start: 5 })).toMatchObject({ size: 5 });
  });

  it('[PROD-20] a preview that is opened ahead but not read leaves no connection in use', async () => {
    const store = await openS3MediaStore(bucket());
    await store.putPreview('a/left.webp', Buffer.alloc(1_000_000));
    // More than the client's connections.
    for (let reader = 0; reader < 300; reader += 1) {
      const media = await store.openPreview('a/left.webp', 'all');
      media?.close();
    }
    const last = await store.openPreview('a/left.webp', 'all');
    expect(last && (await buffer(last.read())).length).toBe(1_000_000);
  }, 30_000);

  it('[PROD-20] an original is downloaded from the store itself with an address signed for it, and with no other', async () => {
    const store = await openS3MediaStore({ ...bucket(), presignsOriginals: true });
    const folder = await mkdtemp(join(tmpdir(), 'tessera-sent-'));
    const file = join(folder, 'original');
    await writeFile(file, 'an original');
    await store.putOriginal('ada/1.jpg', file);
    await rm(folder, { recursive: true });
    const disposition = `attachment; filename="Dunes (1).jpg"; filename*=UTF-8''D%C3%BCnen%20%281%29.jpg`;
    front.taken();
    const address = (await store.signedOriginalUrl('ada/1.jpg', { disposition, seconds: 60 })) ?? '';
    expect(front.taken()).toEqual([]);
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([200, 'an original']);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const { secretAccessKey = '' } = s3.bucket.credentials ?? {};
    expect(address).not.toContain(encodeURIComponent(secretAccessKey));
    for (const forged of [
      address.replace('ada/1.jpg', 'ada/2.jpg'),
      address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      address.replace(/X-Amz-Signature=./, 'X-Amz-Signature=x'),
    ])
      expect([forged, (await fetch(forged)).status]).toEqual([forged, 403]);
    expect(
      await (await openS3MediaStore(bucket())).signedOriginalUrl('ada/1.jpg', { disposition, seconds: 60 }),
    ).toBeNull();
    expect(await store.signedOriginalUrl('../1.jpg', { disposition, seconds: 60 })).toBeNull();
  });
});
