import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanPicture } from '@tessera/domain/content/media/private-details/private-details';
import sharp from 'sharp';
import { exiftoolMissing } from '../../../../test/support/servers/exiftool.ts';
import { needs } from '../../../../test/support/servers/needs.ts';

const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
/** As a camera of a known maker would write it. */
const taken = (format: (typeof formats)[number]) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#963' } })
    .toFormat(format)
    .withExifMerge({
      IFD0: { Make: 'NIKON CORPORATION', Model: 'Z 8', Artist: 'Mara Lindqvist' },
      IFD2: { BodySerialNumber: '6001234', LensModel: 'A lens', ISOSpeedRatings: '100' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .toBuffer();

it.each(formats)('[FIX-24] a real %s loses its private details in place: no pixel changes', async (format) => {
  const before = await taken(format);
  const after = new Uint8Array(before);
  expect([...cleanPicture(after)].toSorted()).toEqual(['name', 'place', 'serial number']);
  expect([...cleanPicture(after)]).toEqual([]);
  expect(after).toHaveLength(before.length);
  const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
  expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true);
  const exif = (await sharp(after).metadata()).exif?.toString('latin1');
  for (const gone of ['Mara Lindqvist', '6001234']) expect(exif).not.toContain(gone);
  for (const kept of ['NIKON CORPORATION', 'A lens']) expect(exif).toContain(kept);
});

needs('exiftool', exiftoolMissing)('with exiftool', () => {
  it('[FIX-24] an independent reader finds none of them, all else, and nothing broken', async () => {
    const { ExifTool } = await import('exiftool-vendored');
    const tool = new ExifTool();
    const folder = await mkdtemp(join(tmpdir(), 'tessera-private-'));
    try {
      for (const format of formats) {
        const bytes = new Uint8Array(await taken(format));
        cleanPicture(bytes);
        const file = join(folder, `cleaned.${format}`);
        await writeFile(file, bytes);
        const tags = await tool.readRaw(file, { readArgs: ['-EXIF:all', '-validate', '-warning'] });
        expect(tags).toMatchObject({ Make: 'NIKON CORPORATION', LensModel: 'A lens', Model: 'Z 8' });
        for (const gone of ['Artist', 'SerialNumber', 'BodySerialNumber', 'GPSLatitude', 'GPSLongitude'])
          expect(Object.keys(tags)).not.toContain(gone);
      }
    } finally {
      await tool.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
