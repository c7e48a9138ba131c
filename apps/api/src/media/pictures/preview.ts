import { crc32, deflateSync } from 'node:zlib';
import type { Measures } from '@tessera/domain/content/media/measures';
import { renditionWidths } from '@tessera/domain/content/media/renditions';
import type { RenditionFormat } from '@tessera/domain/content/media/renditions';
import sharp from 'sharp';
import type { OverlayOptions, Sharp } from 'sharp';
import type { CodedColors, PictureColors } from '../formats/picture-colors.ts';
import { emptyPacket } from '../rights/preview-packet.ts';
import type { OpenHeic } from './heic.ts';
import { colorsAndHashOf } from './measure.ts';
import { isHdr, toneMapped } from './tone-mapping.ts';
import { watermarkFor } from './watermark.ts';

/** A picture at one width in every format, without the original's metadata, and with space reserved for its rights. */
type Rendition = Readonly<Record<RenditionFormat, Buffer>> & {
  /** In pixels. */
  readonly width: number;
};

export interface Preview {
  /** WebP, without the original's metadata, and with space reserved for its rights. */
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** A data URL of at most 700 characters. */
  readonly placeholder: string;
  /** By ascending width. The last one is the preview at full size. */
  readonly renditions: readonly Rendition[];
  /** The renditions' widths. */
  readonly widths: readonly number[];
  /** Null for the placeholder picture, which is drawn here. */
  readonly measures: PictureMeasures | null;
}

type PictureMeasures = Omit<Measures, 'bytes'>;

/** The preview of an uploaded picture. */
export interface MeasuredPreview extends Preview {
  readonly measures: PictureMeasures;
}

/** A decoded picture in sRGB, with eight bits per channel. */
interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

const longSideMaxPixels = 1600;
/** The strongest signal of a deep picture, as sharp returns it and as libheif does. */
const deepMaximum = 65_535;
const heicDeepMaximum = 1_023;
const pngHeaderEnd = 33;
// Measured on a detailed photograph: AVIF takes 20 to 25% fewer bytes than WebP, which only older browsers still get.
// The next higher effort takes four times the CPU time for another 5%.
const avif = { quality: 60, effort: 0, chromaSubsampling: '4:2:0' };
const webp = { quality: 78, effort: 2 };
const placeholderPixels = 16;
const placeholderQuality = 40;
const poster = { width: 1280, height: 720 };

const placeholderOf = async (preview: Buffer) => {
  const tiny = await sharp(preview)
    .resize({ width: placeholderPixels, height: placeholderPixels, fit: 'inside' })
    .blur(1)
    .webp({ quality: placeholderQuality, alphaQuality: placeholderQuality })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
};

const pixelsOf = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
};
const pictureOf = ({ data, ...raw }: Pixels) => sharp(data, { raw });

/** Returns what to draw over a picture of this size in pixels. */
type Overlays = (width: number, height: number) => OverlayOptions[];

/** Draws the watermark at the rendition's own size: scaled down with the picture, it would blur. */
const renditionAt = async (whole: Pixels, width: number, overlays: Overlays): Promise<Rendition> => {
  const reduced = await pixelsOf(pictureOf(whole).resize({ width }));
  const composed = pictureOf(reduced).composite(overlays(reduced.width, reduced.height));
  // Compositing adds an alpha channel, which AVIF would store although nothing is transparent.
  const pixels = await pixelsOf(reduced.channels === 4 ? composed : composed.removeAlpha());
  return {
    width,
    avif: await pictureOf(pixels).avif(avif).withXmp(emptyPacket).toBuffer(),
    webp: await pictureOf(pixels).webp(webp).withXmp(emptyPacket).toBuffer(),
  };
};

const withoutUnusedAlpha = async (whole: Pixels): Promise<Pixels> => {
  if (whole.channels !== 4 || !(await pictureOf(whole).stats()).isOpaque) return whole;
  return pixelsOf(pictureOf(whole).removeAlpha());
};

const previewFrom = async (whole: Pixels, overlays: Overlays): Promise<Omit<Preview, 'measures'>> => {
  const { width, height } = whole;
  const widths = [...renditionWidths.filter((each) => each < width), width];
  const renditions: Rendition[] = [];
  for (const each of widths) renditions.push(await renditionAt(whole, each, overlays));
  const bytes = (renditions.at(-1) as Rendition).webp;
  return { bytes, width, height, placeholder: await placeholderOf(bytes), renditions, widths };
};

const measuredPreviewOf = async (decoded: Pixels, pixels: PictureMeasures['pixels']): Promise<MeasuredPreview> => {
  const whole = await withoutUnusedAlpha(decoded);
  // Measured without the watermark, which all previews share.
  const measures = { pixels, ...(await colorsAndHashOf(() => pictureOf(whole))) };
  return { ...(await previewFrom(whole, (width, height) => [watermarkFor(width, height)])), measures };
};

const reduced = (picture: Sharp) =>
  picture.resize({ width: longSideMaxPixels, height: longSideMaxPixels, fit: 'inside', withoutEnlargement: true });

/** Reduced before its range is: that is less work, and makes no difference that could be seen. */
const toneMappedPixelsOf = async (picture: Sharp, maximum: number, coded: CodedColors): Promise<Pixels> => {
  const { data, info } = await reduced(picture)
    .removeAlpha()
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const deep = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return { data: toneMapped(deep, maximum, coded), width: info.width, height: info.height, channels: 3 };
};

/**
 * Makes the public picture of an original: upright, reduced, watermarked, and in sRGB. For an animation, that is its
 * first frame.
 * @throws when the file can't be fully decoded, or has more pixels
 */
export const previewOf = async (
  file: string,
  pixelsMax: number,
  coded: CodedColors | null = null,
): Promise<MeasuredPreview> => {
  const upright = sharp(file, { limitInputPixels: pixelsMax, failOn: 'error' }).autoOrient();
  const decoded = isHdr(coded)
    ? await toneMappedPixelsOf(upright, deepMaximum, coded)
    : await pixelsOf(reduced(upright));
  const { autoOrient: pixels } = await sharp(file, { limitInputPixels: pixelsMax }).metadata();
  return measuredPreviewOf(decoded, pixels);
};

/** sharp applies a profile only to what it decodes itself, so the pixels are packed as a PNG that has it. */
const withProfile = async (picture: Sharp, profile: Buffer): Promise<Pixels> => {
  const png = await picture.png({ compressionLevel: 0 }).toBuffer();
  const named = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checkSum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  checkSum.writeUInt32BE(crc32(named));
  const packed = [png.subarray(0, pngHeaderEnd), length, named, checkSum, png.subarray(pngHeaderEnd)];
  return pixelsOf(sharp(Buffer.concat(packed)));
};

/** Does the same for a HEIC. @throws likewise */
export const heicPreviewOf = async (heic: OpenHeic, { coded, profile }: PictureColors): Promise<MeasuredPreview> => {
  const { data, width, height } = heic.decode(isHdr(coded));
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const decoded = isHdr(coded)
    ? await toneMappedPixelsOf(picture, heicDeepMaximum, coded)
    : await (profile ? withProfile(reduced(picture), profile) : pixelsOf(reduced(picture)));
  return measuredPreviewOf(decoded, { width, height });
};

const posterSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="${poster.width}" height="${poster.height}">
  <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#3b4252"/><stop offset="1" stop-color="#1f242e"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#ground)"/>
  <circle cx="640" cy="360" r="84" fill="#fff" fill-opacity=".14" stroke="#fff" stroke-opacity=".7" stroke-width="4"/>
  <path d="M616 316L690 360 616 404Z" fill="#fff" stroke="#fff" stroke-width="6" stroke-linejoin="round"/>
</svg>`;

/** Draws the placeholder picture for videos that have no poster yet. */
export const posterPreview = async (): Promise<Preview> => {
  const whole = await withoutUnusedAlpha(await pixelsOf(sharp(Buffer.from(posterSvg))));
  return { ...(await previewFrom(whole, () => [])), measures: null };
};
