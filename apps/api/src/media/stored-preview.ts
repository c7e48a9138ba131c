import type { Media } from '@tessera/domain/content/content';
import { renditionFormats, renditionOf } from '@tessera/domain/content/renditions';
import type { MediaStore } from '../adapters/media/port.ts';
import type { Preview } from './pictures/preview.ts';

/**
 * Puts a preview under its path (`media_url`) and its renditions beside it; a second time replaces the first. The path
 * itself comes last: once it is there, all of them are.
 * @throws MediaStoreUnavailable
 */
export const storePreview = async (
  store: MediaStore,
  path: string,
  { bytes, width, height, placeholder, renditions, widths }: Preview,
): Promise<Pick<Media, 'media_url' | 'width' | 'height' | 'placeholder' | 'widths'>> => {
  for (const rendition of renditions)
    for (const format of renditionFormats)
      await store.putPreview(renditionOf(path, rendition.width, format), rendition[format]);
  await store.putPreview(path, bytes);
  return { media_url: path, width, height, placeholder, widths };
};
