import { buffer } from 'node:stream/consumers';
import type { Media } from '@tessera/domain/content/content';
import type { MediaStore } from '../../adapters/media/port.ts';
import { previewKeysOf } from '../stored-media.ts';
import { withPreviewRights } from './preview-packet.ts';
import type { Rights } from './rights.ts';
import { bytesWithRights } from './with-rights.ts';

/**
 * Lets what everybody may see of an item say these rights: in the same files, of the same pixels. What is not there, or
 * takes none, stays as it is; doing it again changes nothing.
 * @throws MediaStoreUnavailable
 */
export const rewritePreviews = async (
  store: MediaStore,
  media: Pick<Media, 'media_url' | 'widths' | 'clip_url'>,
  rights: Rights,
) => {
  for (const key of [...previewKeysOf(media), ...(media.clip_url === null ? [] : [media.clip_url])]) {
    const stored = await store.openPreview(key, 'all');
    if (!stored) continue;
    const before = await buffer(stored.read());
    stored.close();
    // A film's packet stands behind its frames, and a WebP of before takes one there, too.
    const after = withPreviewRights(before, rights) ?? (await bytesWithRights(before, stored.contentType, rights));
    if (!after.equals(before)) await store.putPreview(key, after);
  }
};
