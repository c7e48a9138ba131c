import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredMedia } from '../../adapters/media/port.ts';
import { FileWindow } from '../formats/file-window.ts';
import { edited } from './edits.ts';
import type { Edit } from './edits.ts';
import { editsOfIso } from './iso.ts';
import { editsOfJpeg } from './jpeg/jpeg.ts';
import type { Rights } from './rights.ts';
import { editsOfPng } from './png.ts';
import { editsOfWebp } from './webp.ts';

type Format = (window: FileWindow, rights: Rights) => Promise<readonly Edit[] | null>;

/**
 * AVIF, GIF and WebM stay as they are: adding metadata would move their picture data, which they refer to by offset.
 */
const formats: Readonly<Record<string, Format>> = {
  'image/jpeg': editsOfJpeg,
  'image/png': editsOfPng,
  'image/webp': editsOfWebp,
  'video/mp4': editsOfIso,
  'video/quicktime': editsOfIso,
  'video/x-m4v': editsOfIso,
};

/** Whether files of this content type are pictures that rights can be added to. */
export const isPictureWithRights = (contentType: string | null): boolean =>
  contentType !== null && contentType.startsWith('image/') && contentType in formats;

/**
 * Returns the stored file with these rights in its metadata, replacing any there; every other byte is unchanged. Only
 * the metadata is read in advance. A malformed file, or one of another format, is returned as it is.
 */
export const withRights = async (media: StoredMedia, rights: Rights): Promise<StoredMedia> => {
  const edits = await formats[media.contentType]?.(FileWindow.overStored(media), rights);
  return edits ? edited(media, edits) : media;
};

/** Does the same for a file in memory, such as a clip. */
export const bytesWithRights = async (bytes: Buffer, contentType: string, rights: Rights): Promise<Buffer> => {
  const whole = { start: 0, end: bytes.length - 1 };
  const read = ({ start, end } = whole) => Readable.from([bytes.subarray(start, end + 1)]);
  const media = { size: bytes.length, contentType, etag: '""', read, close: () => {} };
  return buffer((await withRights(media, rights)).read());
};
