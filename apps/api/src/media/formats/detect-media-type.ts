import { invalidFileType } from '@tessera/domain/content/media/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import { fileTypeFromFile } from 'file-type';
import { isWholeIsoMedia } from './iso-media.ts';
import { isWholeWebm } from './webm-media.ts';

export type DetectedMedia = {
  /** Of the original, without a dot. */
  readonly extension: string;
} & ({ readonly mediaType: 'image'; readonly format: string } | { readonly mediaType: 'video' });

/** What the decoder must also call a file that begins like this type: its `format`. */
const pictureDecoders: Readonly<Record<string, string>> = {
  'image/apng': 'png',
  'image/avif': 'heif',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Where it is not the usual one of the type. */
const extensions: Readonly<Record<string, string>> = { 'image/apng': 'png' };
const isoVideos = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

/** What a file is, by its content alone; its name and what the sender calls it say nothing. No picture is decoded. */
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
