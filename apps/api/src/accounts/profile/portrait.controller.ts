import { Controller, Delete, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { NewPortrait, PortraitRemoved } from '@tessera/contract/accounts/profile';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { ProfilePictures } from './profile-pictures.ts';

@ApiTags('accounts')
@Controller('api/profile/portrait')
@Refuses('not_found', 'account_deleted')
@OnlyFor('creator')
export class PortraitController {
  constructor(private readonly pictures: ProfilePictures) {}

  @Put()
  @Refuses('portrait_not_an_image', 'portrait_too_large', 'picture_too_large', 'unreadable_file')
  @Answers('Replaces your portrait with the picture in the body, cropped to a square.', { 200: NewPortrait })
  @ApiConsumes('image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async replace(@Req() request: AppRequest, @CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    const { path, position } = await this.pictures.replace('portrait', request, id, metadata);
    return { portrait_url: path, position };
  }

  @Delete()
  @Answers('Removes your portrait.', { 200: PortraitRemoved })
  async remove(@CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    return { portrait_url: null, position: await this.pictures.remove('portrait', id, metadata) };
  }
}
