import { Controller, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { Writes } from '../../http/limits/write-limits.ts';
import { CurrentUser } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { BroughtPreviews } from './brought-previews.ts';
import { uploadsPath } from './upload-server.ts';

/** The preview of a video, from its creator's browser, where the server can't make one. */
@ApiTags('media')
@Controller(`${uploadsPath}/:id`)
@Refuses('preview_refused', 'file_too_large', 'missing_media')
@OnlyFor('creator')
@Writes('uploads')
export class BroughtPreviewsController {
  constructor(private readonly previews: BroughtPreviews) {}

  @Put('poster')
  @Answers('Takes a still picture of a video that awaits its preview. The watermark is added here.', { 204: null })
  @ApiConsumes('image/jpeg', 'image/png', 'image/webp')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async poster(@CurrentUser() user: SignedIn, @Param('id') id: string, @Req() request: AppRequest) {
    await this.previews.takePoster(id, user.id, request);
  }

  @Put('clip')
  @Answers('Takes a short, silent, watermarked clip of a video that awaits its preview.', { 204: null })
  @ApiConsumes('video/mp4', 'video/webm')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async clip(@CurrentUser() user: SignedIn, @Param('id') id: string, @Req() request: AppRequest) {
    await this.previews.takeClip(id, user.id, request);
  }
}
