/** The header of a picture, as read before any pixel is decoded. */
export interface PictureHeader {
  /** sharp's name of the format, or `heicFormat`. */
  readonly format: string;
  readonly channels: number;
  /** `uchar` is one byte per channel; anything else is two. */
  readonly depth: string;
  readonly isProgressive: boolean;
}

/** Memory for one decode, in bytes. The process has some more for itself and its output. */
const decodeBytesMax = 460_000_000;

interface Cost {
  readonly bytesPerPixel: number;
  /** The kind of picture, in words for its sender. */
  readonly kindName: string;
}

/**
 * The cost of formats that must be held in memory as a whole; null for others. The bytes per pixel are the measured
 * peak of a decode, rounded up.
 */
const costOf = ({ format, channels, depth, isProgressive }: PictureHeader): Cost | null => {
  const bytesPerChannel = depth === 'uchar' ? 1 : 2;
  if (format === 'heif') return { bytesPerPixel: bytesPerChannel === 1 ? 19 : 25, kindName: 'An AVIF picture' };
  if (format === 'heic') return { bytesPerPixel: bytesPerChannel === 1 ? 9 : 16, kindName: 'A HEIC picture' };
  if (format === 'gif') return { bytesPerPixel: 6, kindName: 'A GIF picture' };
  if (format === 'webp') return { bytesPerPixel: 5, kindName: 'A WebP picture' };
  if (format === 'jpeg' && isProgressive)
    return { bytesPerPixel: 2 * channels, kindName: 'A progressive JPEG picture' };
  if (format === 'png' && isProgressive) {
    return { bytesPerPixel: 1.25 * channels * bytesPerChannel, kindName: 'An interlaced PNG picture' };
  }
  return null;
};

/** Returns how many megapixels such a picture may have to be decoded in limited memory; null if there is no limit. */
export const decodeLimitOf = (
  header: PictureHeader,
): { readonly megapixels: number; readonly kindName: string } | null => {
  const cost = costOf(header);
  return cost && { megapixels: Math.floor(decodeBytesMax / cost.bytesPerPixel / 1_000_000), kindName: cost.kindName };
};
