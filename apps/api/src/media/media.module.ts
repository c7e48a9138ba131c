import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { RedisModule } from '../adapters/redis.module.ts';
import { openBucket } from '../adapters/s3.ts';
import type { Config } from '../config.ts';
import { configToken, uploadStoreToken } from '../kernel/tokens.ts';
import { MediaLibrary } from './media-library.ts';
import { MediaRoom } from './media-room.ts';
import { OriginalLinks } from './original-links.ts';
import { PicturesModule } from './pictures/pictures.module.ts';
import { Processing } from './processing.ts';
import { ServingController } from './serving.controller.ts';
import { openUploadBucket } from '../adapters/uploads/bucket.ts';
import { openUploadFolder } from '../adapters/uploads/folder.ts';
import { UploadResultController } from './uploads/upload-result.controller.ts';
import { UploadServer } from './uploads/upload-server.ts';
import { UploadSweep } from './uploads/upload-sweep.ts';
import { Uploads, uploadExpiryMs } from './uploads/uploads.ts';
import { UploadsController } from './uploads/uploads.controller.ts';

const openUploadStore = async ({ mediaStore, dataDir }: Config) =>
  mediaStore === 'embedded'
    ? openUploadFolder(join(dataDir, 'uploads'), uploadExpiryMs)
    : openUploadBucket(await openBucket(mediaStore), uploadExpiryMs);

@Module({
  imports: [PicturesModule, RedisModule],
  controllers: [UploadsController, UploadResultController, ServingController],
  providers: [
    { provide: uploadStoreToken, inject: [configToken], useFactory: openUploadStore },
    Uploads,
    Processing,
    UploadServer,
    UploadSweep,
    MediaLibrary,
    MediaRoom,
    OriginalLinks,
  ],
  exports: [MediaLibrary, MediaRoom, OriginalLinks],
})
export class MediaModule {}
