import { watermarkSvg } from '@tessera/domain/content/media/watermark';
import type { OverlayOptions } from 'sharp';

/** The watermark for a whole picture of this size in pixels. */
export const watermarkFor = (width: number, height: number): OverlayOptions => ({
  input: Buffer.from(watermarkSvg(width, height)),
});
