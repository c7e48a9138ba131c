import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renditionFormats } from '@tessera/domain/content/media/renditions';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import {
  gpsTag,
  photo,
  planted,
  plantedOriginals,
  sidewaysPhoto,
} from '../../../../../test/fixtures/media/pictures.ts';
import { howMany, sampleOf } from '../../../../../test/support/sample.ts';
import { emptyPacket } from '../rights/preview-packet.ts';
import { posterPreview, previewOf } from './preview.ts';
import type { Preview } from './preview.ts';

const pixelsMax = 120_000_000;
const placeholderCharactersMax = 700;
const largeMs = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-preview-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const previewed = async (bytes: Buffer) => {
  const file = join(folder, 'original');
  await writeFile(file, bytes);
  return previewOf(file, pixelsMax);
};
const plain = (width: number, height: number, background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });
const pixels = async (picture: Sharp) => (await picture.raw().toBuffer()) as Uint8Array;
/** Returns every public file of a preview. */
const publicFiles = ({ bytes, renditions }: Preview) => [
  bytes,
  ...renditions.flatMap((rendition) => renditionFormats.map((format) => rendition[format])),
];
const sizes = ({ width, height, widths }: Preview) => ({ width, height, widths });

it('[MEDIA-27] a preview is upright at every width', async () => {
  const original = await sidewaysPhoto();
  expect((await sharp(original).metadata()).orientation).toBe(6);
  const files = publicFiles(await previewed(original));
  expect(files).toHaveLength(3);
  for (const bytes of files) {
    const at = async (top: number) => [...(await pixels(sharp(bytes).extract({ left: 4, top, width: 1, height: 1 })))];
    const [topRed = 0, , topBlue = 0] = await at(2);
    const [bottomRed = 0, , bottomBlue = 0] = await at(117);
    expect(topRed).toBeGreaterThan(topBlue + 100);
    expect(bottomBlue).toBeGreaterThan(bottomRed + 100);
  }
});

it.each(plantedOriginals)('[MEDIA-27] no public file of %s reveals the location or the person', async (_what, make) => {
  const original = await make();
  expect(original.includes(planted)).toBe(true);
  const { exif } = await sharp(original).metadata();
  expect(exif?.includes(gpsTag) || exif?.includes(Buffer.from(gpsTag.toReversed()))).toBe(true);

  const files = publicFiles(await previewed(original));
  expect(files).toHaveLength(5);
  for (const bytes of files) {
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
    expect([exif, iptc, icc, orientation, comments]).toEqual(Array(5).fill(undefined));
    // The space reserved for the rights, which are written there later.
    expect(xmp?.toString()).toBe(emptyPacket);
    for (const trace of [planted, 'Exif', 'EXIF', 'ns.adobe.com', 'Photoshop', 'ICCP', 'prof'])
      expect(bytes.includes(trace)).toBe(false);
  }
});

it('[MEDIA-27] a preview is reduced to 1600 pixels and three smaller widths, and a small picture is not enlarged', async () => {
  const widths = [320, 640, 960];
  for (const [width, height, expected] of [
    [4000, 3000, { width: 1600, height: 1200, widths: [...widths, 1600] }],
    [300, 4000, { width: 120, height: 1600, widths: [120] }],
    [90, 60, { width: 90, height: 60, widths: [90] }],
    [640, 480, { width: 640, height: 480, widths: [320, 640] }],
  ] as const) {
    expect(sizes(await previewed(await plain(width, height, '#789').jpeg().toBuffer()))).toEqual(expected);
  }
});

it('every rendition has its stated width and format, also of a video’s placeholder picture', async () => {
  for (const preview of [await previewed(await photo(1000, 700)), await posterPreview()]) {
    expect(preview.renditions.map(({ width }) => width)).toEqual(preview.widths);
    for (const rendition of preview.renditions) {
      const { width } = rendition;
      const height = Math.round((width * preview.height) / preview.width);
      expect(await sharp(rendition.webp).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height });
      const avif = { format: 'heif', compression: 'av1', space: 'srgb', hasAlpha: false, width, height };
      expect(await sharp(rendition.avif).metadata()).toMatchObject(avif);
    }
    expect(preview.renditions.at(-1)?.webp.equals(preview.bytes)).toBe(true);
  }
});

describe.each([
  [1600, 1200],
  [900, 1600],
  [700, 700],
])('[MEDIA-27] the watermark on a picture of %d × %d pixels', (width, height) => {
  it.each(sampleOf(`grounds of ${width} × ${height}`, ['#000', '#777', '#fff'], 1))(
    'reads on a ground of %s at every width, and leaves most of it free',
    async (ground) => {
      for (const file of publicFiles(await previewed(await plain(width, height, ground).png().toBuffer()))) {
        const { channels } = await sharp(file).stats();
        expect(Math.max(...channels.map(({ min, max }) => max - min))).toBeGreaterThan(30);
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeLessThan(20);
      }
    },
  );

  it('has no word that is cut off at the edge', async () => {
    for (const { width: wide, webp } of (await previewed(await plain(width, height, '#000').png().toBuffer()))
      .renditions) {
      const tall = Math.round((wide * height) / width);
      const edges = [
        { left: 0, top: 0, width: wide, height: 1 },
        { left: 0, top: tall - 1, width: wide, height: 1 },
        { left: 0, top: 0, width: 1, height: tall },
        { left: wide - 1, top: 0, width: 1, height: tall },
      ];
      for (const edge of edges) expect(Math.max(...(await pixels(sharp(webp).extract(edge))))).toBeLessThan(20);
    }
  });
});

it.each([
  ['a single pixel', () => plain(1, 1, '#f00').png()],
  ['a thin line', () => plain(3000, 1, '#f00').png()],
  ['a transparent picture', () => plain(500, 400, '#0000', 4).png()],
  ['a gray picture', () => plain(500, 400, '#777').toColourspace('b-w').png()],
  ['a deep picture', () => plain(500, 400, '#777').toColourspace('rgb16').png()],
  ['a picture for print', () => plain(500, 400, '#777').toColourspace('cmyk').jpeg()],
])('[MEDIA-01] %s has a preview with a small placeholder', async (_what, original) => {
  const { bytes, width, height, placeholder } = await previewed(await original().toBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height });
  expect(placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(placeholder.length).toBeLessThanOrEqual(placeholderCharactersMax);
});

it.each([
  ['of a wide gamut', () => plain(400, 300, '#f00').withIccProfile('p3').png(), [255, 0, 0]],
  ['for print', () => plain(400, 300, '#c02040').withIccProfile('cmyk').jpeg({ quality: 95 }), [192, 32, 64]],
  ['in sixteen bits', () => plain(400, 300, '#c02040').toColourspace('rgb16').png(), [192, 32, 64]],
])('a picture %s keeps its colors in the sRGB of its preview', async (_what, original, expected) => {
  for (const file of publicFiles(await previewed(await original().toBuffer()))) {
    const color = await pixels(sharp(file).extract({ left: 0, top: 0, width: 1, height: 1 }));
    for (const [channel, value] of expected.entries()) expect(Math.abs((color[channel] ?? 0) - value)).toBeLessThan(24);
  }
});

it('transparency is kept, and an opaque alpha channel is dropped', async () => {
  const clear = await previewed(await plain(500, 400, '#0000', 4).png().toBuffer());
  for (const file of publicFiles(clear)) {
    expect((await pixels(sharp(file).extract({ left: 0, top: 0, width: 1, height: 1 })))[3]).toBe(0);
  }
  const opaque = await previewed(await plain(500, 400, '#345f', 4).png().toBuffer());
  for (const file of publicFiles(opaque)) expect((await sharp(file).metadata()).hasAlpha).toBe(false);
});

it('a placeholder is small and at most 16 pixels wide, even for a busy picture', async () => {
  const { placeholder } = await previewed(await photo(800, 800));
  const tiny = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64')).metadata();
  expect(tiny.width).toBe(16);
  expect(placeholder.length).toBeLessThanOrEqual(placeholderCharactersMax);
});

const megapixels = howMany({ usual: 12, full: 108 });

it(
  `pictures of ${megapixels} megapixels are decoded in time, and one that is cut is refused`,
  async () => {
    const unit = Math.sqrt((megapixels * 1e6) / 12);
    const large = await plain(4 * unit, 3 * unit, '#789')
      .png({ compressionLevel: 1 })
      .toBuffer();
    const files = [large.subarray(0, large.length / 2), large].map((bytes, index) => ({
      file: join(folder, `large-${index}`),
      bytes,
    }));
    for (const { file, bytes } of files) await writeFile(file, bytes);
    const [cut, whole] = await Promise.allSettled(files.map(({ file }) => previewOf(file, pixelsMax)));
    expect(cut?.status).toBe('rejected');
    expect(whole).toMatchObject({ status: 'fulfilled', value: { width: 1600, height: 1200 } });
  },
  largeMs,
);
