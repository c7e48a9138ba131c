import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { settled } from '../../testing/user.test-kit.ts';
import { startMediaUpload } from './media-upload.ts';
import type { UploadProgress } from './media-upload.ts';
import { transfers, uploadIdOf } from './transfers.test-kit.ts';

const photo = new File(['picture'], 'fog.jpg', { type: 'image/jpeg' });
const where = { path: 'creator/images/1-a.webp', url: 'https://shop.example/media/creator/images/1-a.webp' };

const start = async (file = photo) => {
  const reported: UploadProgress[] = [];
  const addresses: (string | null)[] = [];
  const upload = startMediaUpload(file, (progress) => reported.push(progress), {
    onAddress: (address) => addresses.push(address),
  });
  await settled();
  const [transfer] = transfers;
  if (!transfer) throw new Error('The upload has not started');
  return { reported, addresses, upload, transfer };
};

beforeEach(() => signIn({ id: 'creator-1' }));

it('[MEDIA-28] an upload resolves with its id once the server says where the media is stored', async () => {
  const { upload, transfer, reported } = await start();
  transfer.report(3);
  const underWay = { status: 'processing' };
  for (const answer of [underWay, underWay]) {
    server.answerOnce(`GET /api/uploads/${uploadIdOf('fog.jpg')}/result`, answer);
  }
  await transfer.arrive(where);
  await expect(upload.stored).resolves.toBe(uploadIdOf('fog.jpg'));
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
    const { upload, transfer, reported } = await start();
    await transfer.arrive(answer);
    await expect(upload.stored).rejects.toThrow('Failed to upload media');
    expect(reported.at(-1)).toMatchObject({ status: 'failed', message: 'Failed to upload media' });
  },
);

it('[MEDIA-07] an upload that fails without a message from the server has a message of its own', async () => {
  const { upload, transfer } = await start();
  await transfer.fail(new Error('tus: failed to upload chunk at offset 0'));
  await expect(upload.stored).rejects.toThrow('Failed to upload media');
});

it('[MEDIA-13, MEDIA-14] a picture above 5MB is sent to the media store like any other, never kept as a data URL', async () => {
  const large = new File([new Uint8Array(6 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
  const { upload, transfer } = await start(large);
  expect(transfer.file).toBe(large);
  expect(transfer.options.endpoint).toBe('/api/uploads');
  await transfer.store();
  await expect(upload.stored).resolves.toBe(uploadIdOf('large.jpg'));
});

it('an upload of a file that was published before names that item', async () => {
  const duplicate = { id: 'content-7', title: 'Harbour fog' };
  const { upload, transfer, reported } = await start();
  await transfer.store(duplicate);
  await upload.stored;
  expect(reported.at(-1)).toEqual({ status: 'stored', bytesTotal: 7, duplicateOf: duplicate, preview: 'made' });
});

test.each([
  ['the server makes', { preview: 'poster', awaits_preview: false }, 'later'],
  // There is no WebCodecs here, and no film in this file.
  ['nobody can make', { preview: 'poster', awaits_preview: true }, 'missing'],
  ['a photo has', { preview: 'picture', awaits_preview: false }, 'made'],
])('[FIX-22] an upload says what becomes of its preview: one that %s', async (_who, answer, preview) => {
  const { upload, transfer, reported } = await start();
  await transfer.arrive({ ...where, ...answer });
  await upload.stored;
  expect(reported.at(-1)).toMatchObject({ status: 'stored', preview });
  expect(server.asked('PUT /api/uploads/*')).toEqual([]);
});

it('a refusal is reported in the server’s words, and a retry starts over', async () => {
  const { upload, transfer, addresses } = await start();
  await transfer.refuse('Please upload an image or video file');
  await expect(upload.stored).rejects.toThrow('Please upload an image or video file');
  expect(addresses).toEqual([null]);
});
