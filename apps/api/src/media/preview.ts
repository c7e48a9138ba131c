import { mediaPixelsMax } from '@tessera/domain/content/media-failures';
import sharp from 'sharp';
import { watermarkFor } from './watermark.ts';

export interface Preview {
  /** WebP, without any metadata of the original. */
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** A data URL of at most 700 characters. */
  readonly placeholder: string;
}

const longSideMaxPixels = 1600;
const quality = 78;
const placeholderPixels = 16;
const placeholderQuality = 40;
const decodeTimeoutSeconds = 60;
const poster = { width: 1280, height: 720 };

// Pictures are processed side by side already: threads within one would only fight over the same processors.
sharp.concurrency(1);
// Each file is seen once; a cache would hold its memory and its descriptor.
sharp.cache(false);

const placeholderOf = async (preview: Buffer) => {
  const tiny = await sharp(preview)
    .resize({ width: placeholderPixels, height: placeholderPixels, fit: 'inside' })
    .blur(1)
    .webp({ quality: placeholderQuality, alphaQuality: placeholderQuality })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
};

/**
 * The public picture of an original: upright, reduced, watermarked, in sRGB. Of an animation, its first frame.
 * Throws when the file can't be decoded to its end.
 */
export const previewOf = async (file: string): Promise<Preview> => {
  const reduced = await sharp(file, { limitInputPixels: mediaPixelsMax, failOn: 'error' })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ width: longSideMaxPixels, height: longSideMaxPixels, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = reduced.info;
  const bytes = await sharp(reduced.data, { raw: { width, height, channels } })
    .composite([await watermarkFor(width, height)])
    .webp({ quality })
    .toBuffer();
  return { bytes, width, height, placeholder: await placeholderOf(bytes) };
};

const posterSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="${poster.width}" height="${poster.height}">
  <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#3b4252"/><stop offset="1" stop-color="#1f242e"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#ground)"/>
  <circle cx="640" cy="360" r="84" fill="#fff" fill-opacity=".14" stroke="#fff" stroke-opacity=".7" stroke-width="4"/>
  <path d="M616 316L690 360 616 404Z" fill="#fff" stroke="#fff" stroke-width="6" stroke-linejoin="round"/>
</svg>`;

/** The neutral picture that stands for a video. */
export const posterPreview = async (): Promise<Preview> => {
  const bytes = await sharp(Buffer.from(posterSvg)).webp({ quality }).toBuffer();
  return { bytes, ...poster, placeholder: await placeholderOf(bytes) };
};
