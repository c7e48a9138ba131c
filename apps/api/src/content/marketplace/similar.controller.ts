import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SimilarItems } from '@tessera/contract/content';

import { CreatorNames } from '../../accounts/public.ts';
import { Answers } from '../../http/description/answers.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { listedItemsOf } from './listed-items.ts';
import { similarTo } from './similar-items.ts';

/** Items that look similar, or have similar tags. */
@ApiTags('marketplace')
@Controller('api/marketplace')
export class SimilarController {
  constructor(
    private readonly views: ReadStore,
    private readonly names: CreatorNames,
  ) {}

  @Get(':id/similar')
  @Answers('Lists the items most similar to one for sale. Empty if it isn’t for sale.', { 200: SimilarItems })
  @Header('Cache-Control', 'no-cache')
  async list(@Param('id') id: string): Promise<SimilarItems> {
    return { items: await listedItemsOf(await similarTo(this.views, id), this.names) };
  }
}
