// The only code that decodes pictures. It runs in a separate process with limits, which does one task and ends.
import sharp from 'sharp';
import type { ResizeOptions, SharpInput } from 'sharp';
import { pictureColorsOf } from '../formats/picture-colors.ts';
import { decodeLimitOf } from './decode-cost.ts';
import type { PictureHeader } from './decode-cost.ts';
import { filmFactsOf } from './film-facts.ts';
import { openHeic } from './heic.ts';
import { heicFormat } from './picture-tasks.ts';
import type { NotDecoded, PictureResults, PictureBounds, PictureReport, PictureTask } from './picture-tasks.ts';
import { heicPreviewOf, posterPreview, previewOf } from './preview.ts';
import type { MeasuredPreview } from './preview.ts';
import { isHdr } from './tone-mapping.ts';
import { watermarkFor } from './watermark.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
const profilePictureSideMax = 512;
const profilePictureQuality = 90;
const thumbnailQuality = 86;

// More threads per decode would only use more memory.
sharp.concurrency(1);
// Each file is read once, so a cache would only hold its memory and its file descriptor.
sharp.cache(false);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** Matches the various messages of decoders that ran out of memory. */
const isOutOfMemory = (error: unknown) => /memory|alloc/i.test(messageOf(error));

/** Returns null if even reading the header exhausts the memory: some decoders allocate all pixels immediately. */
const headerOf = async (picture: SharpInput) => {
  try {
    return await sharp(picture, { limitInputPixels: false }).metadata();
  } catch (error) {
    if (isOutOfMemory(error)) return null;
    throw error;
  }
};

const refusalOfSize = (header: PictureHeader & Size, pixelsMax: number): NotDecoded | null => {
  const pixels = header.width * header.height;
  if (pixels > pixelsMax) return { refused: 'too large' };
  const limit = decodeLimitOf(header);
  return limit && pixels > limit.megapixels * 1_000_000 ? { refused: 'too expensive', ...limit } : null;
};

/** Checks only the header, before any pixel is decoded. Returns null if the picture may be decoded. */
const refusalOf = async (picture: SharpInput, { formats, pixelsMax }: PictureBounds): Promise<NotDecoded | null> => {
  const header = await headerOf(picture);
  if (!header) return { refused: 'too large' };
  return formats.includes(header.format) ? refusalOfSize(header, pixelsMax) : { refused: 'other type' };
};

const heicPreview = async (file: string, pixelsMax: number): Promise<MeasuredPreview | NotDecoded> => {
  const heic = await openHeic(file);
  const colors = await pictureColorsOf(file, 'heic');
  const { width, height } = heic;
  const depth = isHdr(colors.coded) ? 'ushort' : 'uchar';
  const header = { format: 'heic', channels: 3, depth, isProgressive: false, width, height };
  return refusalOfSize(header, pixelsMax) ?? heicPreviewOf(heic, colors);
};

const previewTask = async (file: string, bounds: PictureBounds): Promise<MeasuredPreview | NotDecoded> => {
  if (bounds.formats.includes(heicFormat)) return heicPreview(file, bounds.pixelsMax);
  const refusal = await refusalOf(file, bounds);
  return refusal ?? previewOf(file, bounds.pixelsMax, (await pictureColorsOf(file, bounds.formats[0] ?? '')).coded);
};

const profilePictureOf = (bytes: Buffer, { pixelsMax }: PictureBounds, size: ResizeOptions) =>
  sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    .autoOrient()
    .resize(size)
    .toColourspace('srgb')
    .webp({ quality: profilePictureQuality })
    .toBuffer();

const logoOf = (bytes: Buffer, bounds: PictureBounds) =>
  profilePictureOf(bytes, bounds, {
    width: profilePictureSideMax,
    height: profilePictureSideMax,
    fit: 'inside',
    withoutEnlargement: true,
  });

/** Crops the middle of the picture to a square, which is at most as large as the shorter side. */
const portraitOf = async (bytes: Buffer, bounds: PictureBounds) => {
  const { width, height } = await sharp(bytes, { limitInputPixels: bounds.pixelsMax }).metadata();
  const side = Math.min(width, height, profilePictureSideMax);
  return profilePictureOf(bytes, bounds, { width: side, height: side, fit: 'cover', position: 'centre' });
};

const thumbnailOf = (bytes: Buffer, sidePixels: number) =>
  sharp(bytes)
    .resize(sidePixels, sidePixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: thumbnailQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();

const drawWatermark = async (like: string, file: string) => {
  const { width, height } = await sharp(like).metadata();
  await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([watermarkFor(width, height)])
    .png()
    .toFile(file);
};

const mostDetailedOf = async (files: readonly string[]): Promise<number> => {
  const entropies: number[] = [];
  for (const file of files) entropies.push((await sharp(file).stats()).entropy);
  return entropies.indexOf(Math.max(...entropies));
};

const doTask = async (task: PictureTask): Promise<PictureResults[PictureTask['kind']]> => {
  switch (task.kind) {
    case 'preview':
      return previewTask(task.file, task.bounds);
    case 'poster':
      return posterPreview();
    case 'logo':
      return (await refusalOf(task.bytes, task.bounds)) ?? logoOf(task.bytes, task.bounds);
    case 'portrait':
      return (await refusalOf(task.bytes, task.bounds)) ?? portraitOf(task.bytes, task.bounds);
    case 'thumbnail':
      return thumbnailOf(task.bytes, task.sideMaxPixels);
    case 'watermark':
      await drawWatermark(task.like, task.file);
      return true;
    case 'most-detailed':
      return mostDetailedOf(task.files);
    case 'film':
      return filmFactsOf(task.file);
  }
};

const send = (report: PictureReport) => process.send?.(report, () => process.exit(0));

// The parent process is gone.
process.once('disconnect', () => process.exit(1));
process.once('message', (task: PictureTask) => {
  doTask(task).then(
    (made) => send({ made }),
    (error: unknown) => send({ failed: messageOf(error), outOfMemory: isOutOfMemory(error) }),
  );
});
