import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicCreatorPage } from '@tessera/contract/accounts/profile';
import { handleOf } from '@tessera/domain/accounts/profile/creator-page-form';
import { notFound } from '@tessera/domain/failures';
import { Answers } from '../../http/description/answers.ts';
import { Refused } from '../../kernel/refused.ts';
import { CreatorPages } from './creator-pages.ts';

@ApiTags('accounts')
@Controller('api/creators')
export class CreatorPagesController {
  constructor(private readonly pages: CreatorPages) {}

  @Get(':handle')
  @Answers('Shows a creator’s public page, by a current or former handle.', { 200: PublicCreatorPage })
  async one(@Param('handle') handle: string): Promise<PublicCreatorPage> {
    const page = await this.pages.of(handleOf(handle));
    if (!page) throw new Refused(notFound());
    return page;
  }
}
