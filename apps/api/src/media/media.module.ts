import { Module } from '@nestjs/common';
import { MediaLibrary } from './media-library.ts';
import { OriginalLinks } from './original-links.ts';
import { Processing } from './processing.ts';
import { ServingController } from './serving.controller.ts';
import { UploadServer } from './upload-server.ts';
import { UploadSweep } from './upload-sweep.ts';
import { Uploads } from './uploads.ts';
import { UploadsController } from './uploads.controller.ts';

@Module({
  controllers: [UploadsController, ServingController],
  providers: [Uploads, Processing, UploadServer, UploadSweep, MediaLibrary, OriginalLinks],
  exports: [MediaLibrary, OriginalLinks],
})
export class MediaModule {}
