import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredMedia } from '../../adapters/media/port.ts';
import { FileWindow } from '../formats/file-window.ts';
import { edited } from './edits.ts';
import type { Edit } from './edits.ts';
import { editsOfIso } from './iso.ts';
import { editsOfJpeg } from './jpeg.ts';
import type { Rights } from './rights.ts';
import { editsOfPng } from './png.ts';
import { editsOfWebp } from './webp.ts';

type Format = (window: FileWindow, rights: Rights) => Promise<readonly Edit[] | null>;

/** AVIF, GIF and WebM keep what they say: theirs can't be written without changing where their pictures lie. */
const formats: Readonly<Record<string, Format>> = {
  'image/jpeg': editsOfJpeg,
  'image/png': editsOfPng,
  'image/webp': editsOfWebp,
  'video/mp4': editsOfIso,
  'video/quicktime': editsOfIso,
  'video/x-m4v': editsOfIso,
};

/** Whether files of a content type are pictures that are sent with their rights. */
export const isPictureWithRights = (contentType: string | null): boolean =>
  contentType !== null && contentType.startsWith('image/') && contentType in formats;

/**
 * The stored file with these rights in its metadata, in place of what its metadata said of them; every other byte is as
 * it was. Only the metadata is read ahead. A file of another format, or one that isn't as its format has it, is unchanged.
 */
export const withRights = async (media: StoredMedia, rights: Rights): Promise<StoredMedia> => {
  const edits = await formats[media.contentType]?.(FileWindow.overStored(media), rights);
  return edits ? edited(media, edits) : media;
};

/** The same of a file that is in memory, such as a film's short clip. */
export const bytesWithRights = async (bytes: Buffer, contentType: string, rights: Rights): Promise<Buffer> => {
  const whole = { start: 0, end: bytes.length - 1 };
  const read = ({ start, end } = whole) => Readable.from([bytes.subarray(start, end + 1)]);
  const media = { size: bytes.length, contentType, etag: '""', read, close: () => {} };
  return buffer((await withRights(media, rights)).read());
};
