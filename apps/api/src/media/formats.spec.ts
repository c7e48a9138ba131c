import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { box, latin1, pngChunk, withPngChunks } from '../../../../test/fixtures/media/hostile-bytes.ts';
import { mp4, webm } from '../../../../test/fixtures/media/hostile-films.ts';
import { honestPicture } from '../../../../test/fixtures/media/hostile-pictures.ts';
import { bearer, newDataDir, sha256, startMediaApp } from '../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { isFull } from '../../../../test/support/sample.ts';
import { MediaLibrary } from './media-library.ts';

let shop: MediaApp;
beforeAll(async () => {
  shop = await startMediaApp(await newDataDir());
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

const fixture = (name: string) => readFile(new URL(`../../../../test/fixtures/media/${name}`, import.meta.url));
const uploaded = async (bytes: Buffer, metadata: Record<string, string> = {}) => {
  const url = await shop.upload('ada', bytes, { metadata });
  return { ...(await shop.processed('ada', url)), id: shop.idOf(url) };
};
const claimed = (id: string) => shop.app.get(MediaLibrary).claim(id, 'ada');
/** The colors of the public preview at these places, from 0 to 1. */
const shown = async (id: string, ...places: (readonly [x: number, y: number])[]) => {
  const { media_url } = await claimed(id);
  const preview = await fetch(`${shop.origin}/media/${media_url}`);
  const picture = sharp(Buffer.from(await preview.arrayBuffer()));
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    return [...data.subarray(at, at + 3)];
  });
};
const close = (colors: readonly (readonly number[])[], expected: readonly (readonly number[])[], within = 24) =>
  expect(
    colors.map((color, at) =>
      color.every((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? 0)) <= within),
    ),
  ).toEqual(expected.map(() => true));

it('[FIX-23] a HEIC is taken, shown in its colors, and delivered byte for byte', async () => {
  const bytes = await fixture('flag-128x96.heic');
  const { status, body, id } = await uploaded(bytes, { filename: 'IMG_1.HEIC', filetype: '' });
  expect({ status, body }).toMatchObject({ status: 200, body: { media_type: 'image', width: 128, height: 96 } });
  const media = await claimed(id);
  expect(media).toMatchObject({
    original: `ada/${id}.heic`,
    sha256: sha256(bytes),
    measures: { pixels: { width: 128 } },
  });
  const stored = await shop.store.openOriginal(media.original);
  expect(stored?.contentType).toBe('image/heic');
  expect(stored && (await buffer(stored.read())).equals(bytes)).toBe(true);
  close(await shown(id, [0.05, 0.15], [0.9, 0.3], [0.9, 0.85]), [
    [250, 250, 250],
    [220, 40, 40],
    [40, 60, 210],
  ]);
});

it('[FIX-23] a HEIC with odd sides in the colors of a phone is shown in those colors', async () => {
  const { status, body, id } = await uploaded(await fixture('display-p3-127x95.heic'));
  expect({ status, body }).toMatchObject({ status: 200, body: { width: 127, height: 95 } });
  const [inSrgb] = await shown(id, [0.05, 0.15]);
  const expected = await sharp({ create: { width: 1, height: 1, channels: 3, background: { r: 200, g: 80, b: 60 } } })
    .raw()
    .toBuffer();
  // Display P3 is wider: the same numbers are a stronger red.
  expect(inSrgb?.[0]).toBeGreaterThan((expected[0] ?? 0) + 8);
  close([inSrgb ?? []], [[215, 70, 50]], 8);
});

it('[FIX-23] a picture of high dynamic range looks natural: its white is white, its middle gray is not dark', async () => {
  const { status, id } = await uploaded(await fixture('hdr-pq-128x96.heic'));
  expect(status).toBe(200);
  close(
    await shown(id, [0.2, 0.15], [0.1, 0.85], [0.95, 0.85]),
    [
      [255, 255, 255],
      [241, 241, 241],
      [101, 101, 101],
    ],
    8,
  );
});

(isFull ? it : it.skip)('[FIX-23] a JPEG of 200 megapixels is taken, and shown upright', async () => {
  const large = sharp({ create: { width: 16_384, height: 12_288, channels: 3, background: '#396' } });
  const bytes = await large.jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { status, body } = await uploaded(bytes);
  expect({ status, body }).toMatchObject({ status: 200, body: { width: 1_200, height: 1_600 } });
});

it('[FIX-23] a PNG of high dynamic range looks natural, too', async () => {
  const paper = Buffer.alloc(16 * 16 * 3 * 2);
  new Uint16Array(paper.buffer, paper.byteOffset, 16 * 16 * 3).fill(Math.round(0.58 * 65_535));
  const raw = { width: 16, height: 16, channels: 3 } as const;
  const deep = sharp(new Uint16Array(paper.buffer, paper.byteOffset, 16 * 16 * 3), { raw });
  const png = await deep.toColourspace('rgb16').png().toBuffer();
  const bt2020Pq = Buffer.from([9, 16, 0, 1]);
  const { status, id } = await uploaded(withPngChunks(png, pngChunk('cICP', bt2020Pq)));
  expect(status).toBe(200);
  close(await shown(id, [0.1, 0.9]), [[241, 241, 241]], 8);
});

describe('[FIX-23] films by what they hold, whatever they are called', () => {
  const branded = (brand: string) => {
    const film = mp4();
    film.write(brand, 8, 'latin1');
    return film;
  };
  it.each([
    ['an .mp4 of a phone', branded('3gp4'), 'mp4'],
    ['a 3GPP film for networks', branded('3gr6'), 'mp4'],
    ['a 3GPP2 film', branded('3g2a'), 'mp4'],
    ['a film for a portable', branded('M4VP'), 'm4v'],
    ['a film of a camera', branded('XAVC'), 'mp4'],
    ['a film of QuickTime', branded('qt  '), 'mov'],
    ['a WebM', webm(), 'webm'],
  ] as const)('%s is taken', async (_what, bytes, extension) => {
    const { status, body, id } = await uploaded(bytes, { filename: 'film.bin', filetype: 'application/octet-stream' });
    expect({ status, body }).toMatchObject({ status: 200, body: { media_type: 'video' } });
    expect((await claimed(id)).original).toBe(`ada/${id}.${extension}`);
  });
});

it('[FIX-23] what is not taken is refused by its name, with what to do', async () => {
  const refused = async (bytes: Buffer) => {
    const { status, body } = await uploaded(bytes);
    return [status, (body['error'] as { message: string }).message];
  };
  const pictures = 'Please save it as JPEG, PNG, GIF, WebP, AVIF, or HEIC and upload that';
  expect(await refused(await honestPicture('tiff'))).toEqual([
    415,
    `This is a TIFF or camera raw picture, which we don’t take. ${pictures}`,
  ]);
  expect(await refused(Buffer.concat([latin1('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(64)]))).toEqual([
    415,
    'This is an AVI video, which we don’t take. Please save it as MP4, M4V, MOV, or WebM and upload that',
  ]);
  expect(await refused(box('ftyp', latin1('M4A \0\0\0\0M4A mp42')))).toEqual([
    415,
    'Please upload an image or video file',
  ]);
});

it('[FIX-23] a file of no bytes is refused at once, with what to do', async () => {
  const response = await fetch(`${shop.origin}/api/uploads`, {
    method: 'POST',
    headers: { ...bearer('ada'), 'Tus-Resumable': '1.0.0', 'Upload-Length': '0' },
  });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 422,
    body: {
      error: {
        code: 'empty_file',
        title: 'Empty file',
        message: 'This file is empty. Please check that it opens on your device, and choose it again',
      },
    },
  });
});
