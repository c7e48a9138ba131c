import type { Media } from '@tessera/domain/content/content';
import { renditionFormats, renditionOf } from '@tessera/domain/content/renditions';
import type { MediaStore } from '../adapters/media/port.ts';
import type { Preview } from './pictures/preview.ts';

type PreviewMedia = Pick<Media, 'media_url' | 'width' | 'height' | 'placeholder' | 'widths'>;

/** Beside a preview: its picture for agreements, from when the first one needed it. */
export const agreementPictureOf = (path: string) => `${path.replace(/\.[a-z0-9]+$/, '')}-agreement.jpg`;

/** How a preview that is under the path is described. */
export const previewMediaAt = (path: string, { width, height, placeholder, widths }: Preview): PreviewMedia => ({
  media_url: path,
  width,
  height,
  placeholder,
  widths,
});

/**
 * Puts a preview under its path (`media_url`) and its renditions beside it; a second time replaces the first. The path
 * itself comes last: once it is there, all of them are.
 * @throws MediaStoreUnavailable
 */
export const storePreview = async (store: MediaStore, path: string, preview: Preview): Promise<PreviewMedia> => {
  for (const rendition of preview.renditions)
    for (const format of renditionFormats)
      await store.putPreview(renditionOf(path, rendition.width, format), rendition[format]);
  await store.putPreview(path, preview.bytes);
  return previewMediaAt(path, preview);
};

/** Deletes all that is stored of it, whether it is there or not. @throws MediaStoreUnavailable */
export const deleteMedia = async (
  store: MediaStore,
  { media_url, widths, clip_url, original }: Pick<Media, 'media_url' | 'widths' | 'clip_url' | 'original'>,
) => {
  await store.deleteOriginal(original);
  await store.deletePreview(media_url);
  await store.deletePreview(agreementPictureOf(media_url));
  for (const width of widths)
    for (const format of renditionFormats) await store.deletePreview(renditionOf(media_url, width, format));
  if (clip_url !== null) await store.deletePreview(clip_url);
};
