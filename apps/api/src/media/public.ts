/** The parts of this feature that others may import. */
export { contentIdOf } from './content-id.ts';
export { MediaLibrary } from './media-library.ts';
export { MediaDiskSpace } from './disk-space.ts';
export { MediaModule } from './media.module.ts';
export { LicensedOriginals } from './rights/licensed-originals.ts';
export { ItemRights } from './rights/item-rights.ts';
export { PreviewRewriteQueue } from './rights/preview-rewrite-queue.ts';
export { rewritePreviews } from './rights/rewrite-previews.ts';
export { bytesWithRights } from './rights/with-rights.ts';
export { OriginalLinks } from './original-links.ts';
export { PictureBroken, PictureLimitExceeded, Pictures } from './pictures/pictures.ts';
export { PicturesModule } from './pictures/pictures.module.ts';
export { refusalOf } from './pictures/refusal.ts';
export { agreementPictureOf, deleteMedia, previewKeysOf, storePreview } from './stored-media.ts';
