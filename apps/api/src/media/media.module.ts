import { Module } from '@nestjs/common';
import { UploadStoreModule } from '../adapters/uploads/upload-store.module.ts';
import { MediaLibrary } from './media-library.ts';
import { MediaDiskSpace } from './disk-space.ts';
import { OriginalLinks } from './original-links.ts';
import { PicturesModule } from './pictures/pictures.module.ts';
import { Processing } from './processing.ts';
import { ItemRights } from './rights/item-rights.ts';
import { LicensedOriginals } from './rights/licensed-originals.ts';
import { PreviewRewriteQueue } from './rights/preview-rewrite-queue.ts';
import { ServingController } from './serving.controller.ts';
import { BroughtPreviews } from './uploads/brought-previews.ts';
import { BroughtPreviewsController } from './uploads/brought-previews.controller.ts';
import { UploadResultController } from './uploads/upload-result.controller.ts';
import { UploadServer } from './uploads/upload-server.ts';
import { UploadSweep } from './uploads/upload-sweep.ts';
import { Uploads, uploadExpiryMs } from './uploads/uploads.ts';
import { UploadsController } from './uploads/uploads.controller.ts';

@Module({
  imports: [PicturesModule, UploadStoreModule.of(uploadExpiryMs)],
  controllers: [UploadsController, UploadResultController, BroughtPreviewsController, ServingController],
  providers: [
    Uploads,
    BroughtPreviews,
    Processing,
    UploadServer,
    UploadSweep,
    MediaLibrary,
    MediaDiskSpace,
    OriginalLinks,
    ItemRights,
    LicensedOriginals,
    PreviewRewriteQueue,
  ],
  exports: [MediaLibrary, MediaDiskSpace, OriginalLinks, ItemRights, LicensedOriginals, PreviewRewriteQueue],
})
export class MediaModule {}
