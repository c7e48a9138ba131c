import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SimilarItems } from '@tessera/contract/content';
import { contentRow } from '@tessera/domain/content/row';
import { CreatorNames } from '../../accounts/public.ts';
import { Answers } from '../../http/description/answers.ts';
import { ReadStore } from '../../kernel/views/port.ts';
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
    const found = await similarTo(this.views, id);
    const names = await this.names.ofAll(found.map(({ creator_id }) => creator_id));
    return {
      items: found.map((item) => ({
        ...contentRow(item, item.measures),
        creator_name: names.get(item.creator_id) ?? null,
      })),
    };
  }
}
