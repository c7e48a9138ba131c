import { Controller, Delete, Put, Req, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { NewPortrait, PortraitRemoved } from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { RoleGuard } from '../../http/role.guard.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { ProfilePictures } from './profile-pictures.ts';

@ApiTags('accounts')
@ApiBearerAuth()
@Controller('api/profile/portrait')
@UseGuards(RoleGuard('creator'))
export class PortraitController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pictures: ProfilePictures,
    private readonly streams: Streams,
  ) {}

  /** The picture itself is the body. */
  @Put()
  @Answers('Takes a new portrait, and crops it to a square: the picture itself is the body.', { 200: NewPortrait })
  @ApiConsumes('image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async replace(@Req() request: AppRequest, @CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    const path = await this.pictures.put('portrait', request, id);
    try {
      return await this.change(id, path, metadata);
    } catch (error) {
      if (error instanceof Refused) await this.pictures.remove(path);
      throw error;
    }
  }

  @Delete()
  @Answers('Removes the portrait.', { 200: PortraitRemoved })
  remove(@CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.change(id, null, metadata);
  }

  private async change<Path extends string | null>(id: string, portrait_url: Path, metadata: EventMetadata) {
    const before = await this.streams.loadPublic(account, id);
    const command = { kind: 'change-portrait', portrait_url } as const;
    const { position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    const replaced = before.status === 'open' && before.role === 'creator' ? before.portrait_url : null;
    if (replaced !== null && replaced !== portrait_url) await this.pictures.remove(replaced);
    return { portrait_url, position };
  }
}
