/** What the header of a picture says, before a pixel of it is decoded. */
export interface PictureHeader {
  /** As sharp names it. */
  readonly format: string;
  readonly channels: number;
  /** `uchar` is one byte a channel; anything else, two. */
  readonly depth: string;
  readonly isProgressive: boolean;
}

/** Of one decode, in bytes; the process that decodes has some more for itself and for what it writes. */
const decodeBytesMax = 460_000_000;

interface Cost {
  readonly bytesPerPixel: number;
  /** The kind of picture, as a person would call it. */
  readonly kindName: string;
}

/** Of pictures that must be held in memory as a whole. Measured: the peak of a decode for each pixel, rounded up. */
const costOf = ({ format, channels, depth, isProgressive }: PictureHeader): Cost | null => {
  const bytesPerChannel = depth === 'uchar' ? 1 : 2;
  if (format === 'heif') return { bytesPerPixel: bytesPerChannel === 1 ? 19 : 25, kindName: 'An AVIF picture' };
  if (format === 'gif') return { bytesPerPixel: 6, kindName: 'A GIF picture' };
  if (format === 'webp') return { bytesPerPixel: 5, kindName: 'A WebP picture' };
  if (format === 'jpeg' && isProgressive)
    return { bytesPerPixel: 2 * channels, kindName: 'A progressive JPEG picture' };
  if (format === 'png' && isProgressive) {
    return { bytesPerPixel: 1.25 * channels * bytesPerChannel, kindName: 'An interlaced PNG picture' };
  }
  return null;
};

/** How many millions of pixels such a picture may have to be decoded in bounded memory; null where any number will do. */
export const decodeLimitOf = (
  header: PictureHeader,
): { readonly megapixels: number; readonly kindName: string } | null => {
  const cost = costOf(header);
  return cost && { megapixels: Math.floor(decodeBytesMax / cost.bytesPerPixel / 1_000_000), kindName: cost.kindName };
};
