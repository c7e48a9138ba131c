import { buffer } from 'node:stream/consumers';
import type { Media } from '@tessera/domain/content/content-events';
import type { MediaStore } from '../../adapters/media/port.ts';
import { previewKeysOf } from '../stored-media.ts';
import { withPreviewRights } from './preview-packet.ts';
import type { Rights } from './rights.ts';
import { bytesWithRights } from './with-rights.ts';

/**
 * Writes these rights into all public previews of an item, and leaves the pixels as they are. Skips files that are
 * missing or can't contain rights. Repeating it changes nothing.
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
    // A clip, or a WebP from before previews had a packet, gets its rights at the end of the file.
    const after = withPreviewRights(before, rights) ?? (await bytesWithRights(before, stored.contentType, rights));
    if (!after.equals(before)) await store.putPreview(key, after);
  }
};
