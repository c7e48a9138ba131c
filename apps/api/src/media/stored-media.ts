import type { Media } from '@tessera/domain/content/content-events';
import { renditionFormats, renditionOf } from '@tessera/domain/content/media/renditions';
import type { MediaStore } from '../adapters/media/port.ts';
import type { Preview } from './pictures/preview.ts';
import { withPreviewRights } from './rights/preview-packet.ts';
import type { Rights } from './rights/rights.ts';

type PreviewMedia = Pick<Media, 'media_url' | 'width' | 'height' | 'placeholder' | 'widths'>;

/** The key, beside a preview's, of its picture for agreements. It is made when an agreement first needs it. */
export const agreementPictureOf = (path: string) => `${path.replace(/\.[a-z0-9]+$/, '')}-agreement.jpg`;

/** Describes a preview stored under the path. */
export const previewMediaAt = (path: string, { width, height, placeholder, widths }: Preview): PreviewMedia => ({
  media_url: path,
  width,
  height,
  placeholder,
  widths,
});

/**
 * Stores a preview under its path (`media_url`) and its renditions beside it, each with its rights, replacing earlier
 * ones. The path itself comes last: once it exists, all of them do.
 * @throws MediaStoreUnavailable
 */
export const storePreview = async (
  store: MediaStore,
  path: string,
  preview: Preview,
  rights: Rights,
): Promise<PreviewMedia> => {
  const put = (key: string, bytes: Buffer) => store.putPreview(key, withPreviewRights(bytes, rights) ?? bytes);
  for (const rendition of preview.renditions)
    for (const format of renditionFormats) await put(renditionOf(path, rendition.width, format), rendition[format]);
  await put(path, preview.bytes);
  return previewMediaAt(path, preview);
};

/** Returns the keys of the picture in all its sizes, the path itself last. */
export const previewKeysOf = ({ media_url, widths }: Pick<Media, 'media_url' | 'widths'>): readonly string[] => [
  ...widths.flatMap((width) => renditionFormats.map((format) => renditionOf(media_url, width, format))),
  media_url,
];

/** Deletes all stored files of an item; any of them may be missing. @throws MediaStoreUnavailable */
export const deleteMedia = async (
  store: MediaStore,
  { media_url, widths, clip_url, original }: Pick<Media, 'media_url' | 'widths' | 'clip_url' | 'original'>,
) => {
  await store.deleteOriginal(original);
  await store.deletePreview(agreementPictureOf(media_url));
  for (const key of previewKeysOf({ media_url, widths })) await store.deletePreview(key);
  if (clip_url !== null) await store.deletePreview(clip_url);
};
