import sharp from 'sharp';
import { newDataDir, startMediaApp } from '../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { photo, pixelFlood, video } from '../../../../test/fixtures/media/pictures.ts';

const invalidType = {
  status: 415,
  error: {
    code: 'invalid_file_type',
    title: 'Invalid file type',
    message: 'Please upload an image or video file',
  },
};
const tooManyPixels = {
  status: 413,
  error: {
    code: 'picture_too_large',
    title: 'Picture too large',
    message: 'A picture can have at most 120 megapixels',
  },
};
const page = '<!doctype html><html><script>alert(1)</script></html>';
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const png = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#396' } })
    .png()
    .toBuffer();

let shop: MediaApp;
beforeAll(async () => {
  shop = await startMediaApp(await newDataDir());
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

const judged = async (filename: string, filetype: string, bytes: Buffer) => {
  const url = await shop.upload('ada', bytes, { metadata: { filename, filetype } });
  return shop.result('ada', url);
};

const hostile: readonly (readonly [string, string, string, () => Buffer | Promise<Buffer>, typeof invalidType])[] = [
  ['an empty file', 'a.jpg', 'image/jpeg', () => Buffer.alloc(0), invalidType],
  ['text named as a picture', 'a.jpg', 'image/jpeg', () => Buffer.from('just words'), invalidType],
  ['an SVG', 'a.svg', 'image/svg+xml', () => Buffer.from(svg), invalidType],
  ['a bare SVG named as a picture', 'a.png', 'image/png', () => Buffer.from(svg.slice(21)), invalidType],
  ['a web page', 'a.html', 'text/html', () => Buffer.from(page), invalidType],
  ['a web page named as a picture', 'a.png', 'image/png', () => Buffer.from(page), invalidType],
  ['a PDF named as a picture', 'a.jpg', 'image/jpeg', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), invalidType],
  [
    'a zip named as a picture',
    'a.png',
    'image/png',
    () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    invalidType,
  ],
  ['a program named as a picture', 'a.png', 'image/png', () => Buffer.from(`MZ${'\0'.repeat(200)}`), invalidType],
  ['a truncated JPEG', 'a.jpg', 'image/jpeg', async () => cut(await photo(800, 600)), invalidType],
  ['a truncated PNG', 'a.png', 'image/png', async () => cut(await png()), invalidType],
  ['only the first bytes of a JPEG', 'a.jpg', 'image/jpeg', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), invalidType],
  ['a picture that is a million pixels wide and high', 'a.png', 'image/png', () => pixelFlood(1e6, 1e6), tooManyPixels],
  ['a picture just over the pixel limit', 'a.png', 'image/png', () => pixelFlood(12_001, 10_000), tooManyPixels],
  ['a picture that promises pixels it lacks', 'a.png', 'image/png', () => pixelFlood(10_000, 10_000), invalidType],
  ['a truncated video', 'a.mp4', 'video/mp4', () => cut(video()), invalidType],
  ['a video that is only a beginning', 'a.mp4', 'video/mp4', () => video().subarray(0, 28), invalidType],
  ['a sound file', 'a.mp4', 'video/mp4', () => Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), invalidType],
];

it.each(hostile)('[MEDIA-01][MEDIA-06] %s is refused', async (_what, name, type, make, { status, error }) => {
  expect(await judged(name, type, await make())).toEqual({ status, body: { error } });
});

it('[MEDIA-06] a picture that is called text is accepted for what it is', async () => {
  expect(await judged('notes.txt', 'text/plain', await png())).toMatchObject({
    status: 200,
    body: { media_type: 'image', width: 64, height: 64, preview: 'picture' },
  });
});

it('[MEDIA-06] a web page hidden behind a picture is not in the public preview', async () => {
  const { status, body } = await judged(
    'a.jpg',
    'image/jpeg',
    Buffer.concat([await photo(300, 200), Buffer.from(page)]),
  );
  const preview = await fetch(`${shop.origin}/media/${String(body['path'])}`);
  expect(status).toBe(200);
  expect(Buffer.from(await preview.arrayBuffer()).includes('<script>')).toBe(false);
});

it.each(['webp', 'avif', 'gif', 'png', 'jpeg'] as const)('[MEDIA-01] a %s picture is accepted', async (format) => {
  const bytes = await sharp(await png())
    .toFormat(format)
    .toBuffer();
  expect(await judged(`a.${format}`, `image/${format}`, bytes)).toMatchObject({ status: 200, body: { width: 64 } });
});

it('[MEDIA-01][MEDIA-23] a video is accepted, and a neutral picture stands for it', async () => {
  expect(await judged('clip.mp4', 'video/mp4', video())).toEqual({
    status: 200,
    body: {
      path: expect.stringMatching(/^creator\/videos\/\d{13}-[0-9a-f]{16}\.webp$/) as string,
      url: expect.stringContaining('/media/creator/videos/') as string,
      media_type: 'video',
      width: 1280,
      height: 720,
      placeholder: expect.stringContaining('data:image/webp;base64,') as string,
      preview: 'poster',
    },
  });
});
