import { Controller, Delete, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { LogoRemoved, NewLogo } from '@tessera/contract/accounts/profile';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { ProfilePictures } from './profile-pictures.ts';

@ApiTags('accounts')
@Controller('api/profile/logo')
@Refuses('not_found', 'account_deleted')
@OnlyFor('brand')
export class LogoController {
  constructor(private readonly pictures: ProfilePictures) {}

  @Put()
  @Refuses('logo_not_an_image', 'logo_too_large', 'picture_too_large', 'unreadable_file')
  @Answers('Replaces your logo with the picture in the body.', { 200: NewLogo })
  @ApiConsumes('image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async replace(@Req() request: AppRequest, @CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    const { path, position } = await this.pictures.replace('logo', request, id, metadata);
    return { logo_url: path, position };
  }

  @Delete()
  @Answers('Removes your logo.', { 200: LogoRemoved })
  async remove(@CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    return { logo_url: null, position: await this.pictures.remove('logo', id, metadata) };
  }
}
