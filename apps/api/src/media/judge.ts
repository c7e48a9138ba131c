import type { MediaType } from '@tessera/domain/content/content';
import { invalidFileType, mediaPixelsMax, pictureTooLarge } from '@tessera/domain/content/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { isWholeIsoMedia } from './iso-media.ts';
import { isWholeWebm } from './webm-media.ts';

export interface Judged {
  readonly mediaType: MediaType;
  /** Of the original, without a dot. */
  readonly extension: string;
}

/** What the decoder must also call a file that begins like this type. */
const pictureDecoders: Readonly<Record<string, string>> = {
  'image/apng': 'png',
  'image/avif': 'heif',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Decoding an AVIF takes 18 bytes for each pixel, twice as much as the heaviest of the others. */
const avifPixelsMax = 64_000_000;
const isoVideos = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

const judgePicture = async (file: string, mime: string, decoder: string): Promise<Judged | Failure> => {
  // Only the header is read here, so that the size is known before a pixel is decoded.
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata();
  if (format !== decoder) return invalidFileType();
  if (width * height > mediaPixelsMax) return pictureTooLarge();
  if (mime === 'image/avif' && width * height > avifPixelsMax) {
    const message = `An AVIF picture can have at most ${avifPixelsMax / 1_000_000} megapixels; as a JPEG it can have more`;
    return pictureTooLarge({ message });
  }
  const type = mime.slice('image/'.length);
  return { mediaType: 'image', extension: { jpeg: 'jpg', apng: 'png' }[type] ?? type };
};

/** What a file is, by its content alone; its name and what the sender calls it say nothing. */
export const judge = async (file: string): Promise<Judged | Failure> => {
  const type = await fileTypeFromFile(file);
  const decoder = type && pictureDecoders[type.mime];
  if (decoder) return judgePicture(file, type.mime, decoder);
  if (type?.mime === 'video/webm' && (await isWholeWebm(file))) return { mediaType: 'video', extension: 'webm' };
  if (type && isoVideos.includes(type.mime) && (await isWholeIsoMedia(file))) {
    return { mediaType: 'video', extension: type.ext };
  }
  return invalidFileType();
};
