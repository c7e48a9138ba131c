import type { UploadOptions } from 'tus-js-client';
import { startMediaUpload } from './media-upload.ts';
import type { UploadProgress } from './media-upload.ts';

const { transfers, answers } = vi.hoisted(() => ({
  transfers: [] as { file: File; options: UploadOptions }[],
  answers: [] as unknown[],
}));
vi.mock('../../kernel/session.ts', async () => {
  const { atom } = await import('jotai');
  return { sessionAtom: atom({ userId: 'creator-1' }), accessToken: () => Promise.resolve('token') };
});
vi.mock('../../kernel/send.ts', async (original) => ({
  ...(await original<object>()),
  get: () => Promise.resolve(answers.shift()),
}));
vi.mock('tus-js-client', async (original) => ({
  ...(await original<object>()),
  Upload: class {
    readonly url = '/api/uploads/upload-1';
    constructor(file: File, options: UploadOptions) {
      transfers.push({ file, options });
    }
    start() {}
    abort() {}
  },
}));

const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' });
const where = { path: 'creator/images/1-a.webp', url: 'https://shop.example/media/creator/images/1-a.webp' };

/** Once the upload protocol has been loaded. */
const sending = () => vi.waitUntil(() => transfers.at(-1));

const start = async (file = photo) => {
  const reported: UploadProgress[] = [];
  const upload = startMediaUpload(file, (progress) => reported.push(progress));
  return { reported, upload, ...(await sending()) };
};

beforeEach(() => {
  transfers.length = 0;
  answers.length = 0;
});

it('[MEDIA-28] an upload resolves with its id once the server says where the media is stored', async () => {
  answers.push({ status: 'processing' }, { status: 'processing' }, where);
  const { upload, options, reported } = await start();
  options.onProgress?.(3, 7);
  options.onSuccess?.({} as never);
  await expect(upload.stored).resolves.toBe('upload-1');
  expect(reported.map(({ status }) => status)).toEqual([
    'uploading',
    'uploading',
    'storing',
    'storing',
    'storing',
    'stored',
  ]);
});

it.each([{ url: where.url }, { path: where.path }, {}])(
  '[MEDIA-29] a response without url or path is an error: %o',
  async (answer) => {
    answers.push(answer);
    const { upload, options, reported } = await start();
    options.onSuccess?.({} as never);
    await expect(upload.stored).rejects.toThrow('Failed to upload media');
    expect(reported.at(-1)).toMatchObject({ status: 'failed', message: 'Failed to upload media' });
  },
);

it('[MEDIA-07] an upload that fails without a message from the server has a message of its own', async () => {
  const { upload, options } = await start();
  options.onError?.(new Error('tus: failed to upload chunk at offset 0'));
  await expect(upload.stored).rejects.toThrow('Failed to upload media');
});

it('[MEDIA-13, MEDIA-14] a picture above 5MB is sent to the media store like any other, never kept as a data URL', async () => {
  const large = new File([new Uint8Array(6 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
  answers.push(where);
  const { upload, options, file } = await start(large);
  expect(file).toBe(large);
  expect(options.endpoint).toBe('/api/uploads');
  options.onSuccess?.({} as never);
  await expect(upload.stored).resolves.toBe('upload-1');
});

it('an upload of a file that was published before names that item', async () => {
  const duplicate = { id: 'content-7', title: 'Harbour fog' };
  answers.push({ ...where, duplicate_of: duplicate });
  const { upload, options, reported } = await start();
  options.onSuccess?.({} as never);
  await upload.stored;
  expect(reported.at(-1)).toEqual({ status: 'stored', bytesTotal: 7, duplicateOf: duplicate });
});

it('a refusal is reported in the server’s words, and a retry starts over', async () => {
  const { ApiError } = await import('../../kernel/send.ts');
  const addresses: (string | null)[] = [];
  const upload = startMediaUpload(photo, () => undefined, { onAddress: (address) => addresses.push(address) });
  const { options } = await sending();
  answers.push(
    Promise.reject(new ApiError(422, 'not_media', 'Invalid file type', 'Please upload an image or video file')),
  );
  options.onSuccess?.({} as never);
  await expect(upload.stored).rejects.toThrow('Please upload an image or video file');
  expect(addresses).toEqual([null]);
});
