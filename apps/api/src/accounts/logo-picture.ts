import { notAnImage } from '@tessera/domain/accounts/logo';
import { pictureTooLarge } from '@tessera/domain/content/media-failures';
import sharp from 'sharp';
import { Refused } from '../kernel/refused.ts';

const sideMaxPixels = 512;
const quality = 90;
const decodeTimeoutSeconds = 10;
/** Nothing holds back how many are decoded at once, so that each must be small. */
const logoPixelsMax = 25_000_000;
/** Raster formats alone: a drawing in SVG is a program. */
const decoders: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const headerOf = async (bytes: Buffer) => {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw new Refused(notAnImage());
  }
};

/**
 * A logo drawn anew: upright, within a square of 512 pixels, as WebP without any metadata. What the file is, its
 * content says.
 * @throws Refused when it is no picture, or can't be decoded to its end.
 */
export const logoPicture = async (bytes: Buffer): Promise<Buffer> => {
  const { format, width, height } = await headerOf(bytes);
  if (!decoders.includes(format)) throw new Refused(notAnImage());
  if (width * height > logoPixelsMax) {
    throw new Refused(pictureTooLarge({ message: `A logo can have at most ${logoPixelsMax / 1_000_000} megapixels` }));
  }
  try {
    return await sharp(bytes, { limitInputPixels: logoPixelsMax, failOn: 'error' })
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
