import { buffer } from 'node:stream/consumers';
import { MediaStoreUnavailable } from '../../apps/api/src/adapters/media/port.ts';
import { openS3MediaStore } from '../../apps/api/src/adapters/media/s3-store.ts';
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

  it('a bucket that is missing is named, with what to do', async () => {
    const error = await failure(openS3MediaStore({ ...s3.bucket, bucket: 'no-such-bucket' }));
    expect(error).toBeInstanceOf(MediaStoreUnavailable);
    expect(error?.message).toMatch(
      /^S3 at \S+: could not find the bucket 'no-such-bucket': NoSuchBucket.*Create the bucket/,
    );
  });

  it('wrong keys are refused in words that hold no keys', async () => {
    const credentials = { accessKeyId: 'somebody', secretAccessKey: 'a wrong secret' };
    const error = await failure(openS3MediaStore({ ...s3.bucket, credentials }));
    expect(error).toBeInstanceOf(MediaStoreUnavailable);
    expect(error?.message).toMatch(/^S3 at \S+: could not find the bucket .*Check the keys in MEDIA_STORE_URL/);
    expect(error?.message).not.toMatch(/somebody|wrong secret/);
  });

  it('nobody sees a preview or an original without keys', async () => {
    const store = await openS3MediaStore(s3.bucket);
    await store.putPreview('a/b.webp', Buffer.from('preview'));
    const { endpoint, bucket } = s3.bucket;
    const answers = await Promise.all(
      ['previews/a/b.webp', 'originals/a/b.webp', ''].map((path) => fetch(`${endpoint ?? ''}/${bucket}/${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('while the server is down each call says so, and once it is back everything is there', async () => {
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

  it('an outage shorter than its attempts is not even noticed', async () => {
    if (!s3.own) return;
    const store = await openS3MediaStore(s3.bucket);
    await s3.own.stop();
    const put = store.putPreview('a/d.webp', Buffer.from('late'));
    await s3.own.start();
    await put;
    expect(await store.openPreview('a/d.webp')).toMatchObject({ size: 4 });
  });
});
