import { notAnImage } from '@tessera/domain/accounts/logo';
import { mediaPixelsMax } from '@tessera/domain/content/media-failures';
import sharp from 'sharp';
import { Refused } from '../kernel/refused.ts';

const sideMaxPixels = 512;
const quality = 90;
const decodeTimeoutSeconds = 10;
/** Raster formats alone: a drawing in SVG is a program. */
const decoders: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const formatOf = async (bytes: Buffer) => {
  try {
    return (await sharp(bytes, { limitInputPixels: mediaPixelsMax }).metadata()).format;
  } catch {
    return undefined;
  }
};

/**
 * A logo drawn anew: upright, within a square of 512 pixels, as WebP without any metadata. What the file is, its
 * content says.
 * @throws Refused when it is no picture, or can't be decoded to its end.
 */
export const logoPicture = async (bytes: Buffer): Promise<Buffer> => {
  if (!decoders.includes(await formatOf(bytes))) throw new Refused(notAnImage());
  try {
    return await sharp(bytes, { limitInputPixels: mediaPixelsMax, failOn: 'error' })
      .timeout({ seconds: decodeTimeoutSeconds })
      .autoOrient()
      .resize({ width: sideMaxPixels, height: sideMaxPixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer();
  } catch {
    throw new Refused(notAnImage());
  }
};
