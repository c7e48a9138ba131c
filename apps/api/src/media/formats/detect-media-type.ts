import { invalidFileType } from '@tessera/domain/content/media/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import { fileTypeFromFile } from 'file-type';
import { isWholeIsoMedia } from './iso-media.ts';
import { isWholeWebm } from './webm-media.ts';

export type DetectedMedia = {
  /** The original's extension, without a dot. */
  readonly extension: string;
} & ({ readonly mediaType: 'image'; readonly format: string } | { readonly mediaType: 'video' });

/** The `format` that the decoder must also report for a file that begins like this type. */
const pictureDecoders: Readonly<Record<string, string>> = {
  'image/apng': 'png',
  'image/avif': 'heif',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Extensions that differ from the type's usual one. */
const extensions: Readonly<Record<string, string>> = { 'image/apng': 'png' };
const isoVideos = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

/** Detects a file's type by its content alone, ignoring its name and the type sent with it. Decodes no picture. */
export const detectMediaType = async (file: string): Promise<DetectedMedia | Failure> => {
  const type = await fileTypeFromFile(file);
  const format = type && pictureDecoders[type.mime];
  if (format) return { mediaType: 'image', extension: extensions[type.mime] ?? type.ext, format };
  if (type?.mime === 'video/webm' && (await isWholeWebm(file))) return { mediaType: 'video', extension: 'webm' };
  if (type && isoVideos.includes(type.mime) && (await isWholeIsoMedia(file))) {
    return { mediaType: 'video', extension: type.ext };
  }
  return invalidFileType();
};
