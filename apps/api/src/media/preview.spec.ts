import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { photo, sidewaysPhoto } from '../../../../test/fixtures/media/pictures.ts';
import { previewOf } from './preview.ts';

const placeholderCharactersMax = 700;
/** Where a picture's metadata says that a place follows. */
const gpsTag = Buffer.from([0x88, 0x25]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-preview-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const previewed = async (bytes: Buffer) => {
  const file = join(folder, 'original');
  await writeFile(file, bytes);
  return previewOf(file);
};
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const pixels = async (picture: Sharp) => (await picture.raw().toBuffer()) as Uint8Array;

it('[MEDIA-27] a preview stands upright and tells nothing of the place and the person of the original', async () => {
  const original = await sidewaysPhoto();
  const before = await sharp(original).metadata();
  expect(before.orientation).toBe(6);
  expect(before.exif?.includes('Secret Person')).toBe(true);
  expect(before.exif?.includes(gpsTag) || before.exif?.includes(Buffer.from(gpsTag.toReversed()))).toBe(true);

  const { bytes } = await previewed(original);
  const after = await sharp(bytes).metadata();
  expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(Array(5).fill(undefined));
  expect(bytes.includes('Secret Person')).toBe(false);
  const at = async (top: number) => [...(await pixels(sharp(bytes).extract({ left: 4, top, width: 1, height: 1 })))];
  const [topRed = 0, , topBlue = 0] = await at(2);
  const [bottomRed = 0, , bottomBlue = 0] = await at(117);
  expect(topRed).toBeGreaterThan(topBlue + 100);
  expect(bottomBlue).toBeGreaterThan(bottomRed + 100);
});

it('[MEDIA-27] a preview is reduced to 1600 pixels, and a small picture is not blown up', async () => {
  expect(await previewed(await photo(4000, 3000))).toMatchObject({ width: 1600, height: 1200 });
  expect(await previewed(await photo(300, 4000))).toMatchObject({ width: 120, height: 1600 });
  expect(await previewed(await photo(90, 60))).toMatchObject({ width: 90, height: 60 });
});

it.each(['#000', '#777', '#fff'])('[MEDIA-27] the watermark reads on a ground of %s', async (ground) => {
  const { bytes } = await previewed(await plain(1000, 800, ground).png().toBuffer());
  const { channels } = await sharp(bytes).stats();
  const contrast = Math.max(...channels.map(({ min, max }) => max - min));
  const deviation = Math.max(...channels.map(({ stdev }) => stdev));
  expect(contrast).toBeGreaterThan(30);
  expect(deviation).toBeLessThan(20);
});

it.each([
  ['a single pixel', () => plain(1, 1, '#f00').png()],
  ['a thin line', () => plain(3000, 1, '#f00').png()],
  [
    'a transparent picture',
    () => sharp({ create: { width: 500, height: 400, channels: 4, background: '#0000' } }).png(),
  ],
  ['a grey picture', () => plain(500, 400, '#777').toColourspace('b-w').png()],
  ['a deep picture', () => plain(500, 400, '#777').toColourspace('rgb16').png()],
  ['a picture for print', () => plain(500, 400, '#777').toColourspace('cmyk').jpeg()],
])('[MEDIA-01] %s has a preview with a small placeholder', async (_what, original) => {
  const { bytes, width, height, placeholder } = await previewed(await original().toBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height });
  expect(placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(placeholder.length).toBeLessThanOrEqual(placeholderCharactersMax);
});

it('a placeholder is at most 16 pixels wide and small, also of a busy picture', async () => {
  const { placeholder } = await previewed(await photo(1600, 1600));
  const tiny = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64')).metadata();
  expect(tiny.width).toBe(16);
  expect(placeholder.length).toBeLessThanOrEqual(placeholderCharactersMax);
});
