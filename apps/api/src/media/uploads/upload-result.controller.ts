import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { UploadResult, UploadUnderWay } from '@tessera/contract/uploads';
import type { Response } from 'express';
import { VideoTools } from '../../adapters/video/port.ts';
import type { Config } from '../../config.ts';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { MediaLibrary } from '../media-library.ts';
import { Processing } from '../processing.ts';
import { uploadsPath } from './upload-server.ts';
import { Uploads } from './uploads.ts';

const resultWaitMaxMs = 10_000;

/** The result of an upload: the media made from it. */
@ApiTags('media')
@Controller(uploadsPath)
@OnlyFor('creator')
export class UploadResultController {
  constructor(
    private readonly uploads: Uploads,
    private readonly processing: Processing,
    private readonly library: MediaLibrary,
    private readonly videoTools: VideoTools,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Waits a while for the processing. Answers 202 if it isn't done by then, and the failure if the file was refused.
   */
  @Get(':id/result')
  @Refuses('invalid_file_type', 'picture_too_large', 'upload_failed', 'unreadable_file')
  @Answers('Waits a while for the result of an upload.', { 200: UploadResult, 202: UploadUnderWay })
  async result(@CurrentUser() user: SignedIn, @Param('id') id: string, @Res({ passthrough: true }) response: Response) {
    await this.uploads.ownedBy(user.id, id);
    await this.processing.waitForResult(id, resultWaitMaxMs);
    const upload = await this.uploads.ownedBy(user.id, id);
    if (upload.status === 'refused') throw new Refused(upload.refusal);
    if (upload.status !== 'ready') {
      response.status(202);
      return { status: upload.status };
    }
    const { media_url, media_type, width, height, placeholder } = upload.media;
    return {
      path: media_url,
      url: `${this.config.publicUrl}/media/${media_url}`,
      media_type,
      width,
      height,
      placeholder,
      // A video has a placeholder picture until its previews are made.
      preview: media_type === 'video' ? ('poster' as const) : ('picture' as const),
      awaits_preview: media_type === 'video' && !(await this.videoTools.areThere()),
      duplicate_of: await this.library.duplicateOf(upload.media, user.id),
    };
  }
}
