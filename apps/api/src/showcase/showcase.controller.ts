import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Showcase } from '@tessera/contract/showcase';
import { contentRow } from '@tessera/domain/content/row';
import { Answers } from '../http/description/answers.ts';
import { ShownItems } from './shown-items.ts';

/** The items on the home page. */
@ApiTags('marketplace')
@Controller('api/showcase')
export class ShowcaseController {
  constructor(private readonly shown: ShownItems) {}

  @Get()
  @Answers('Lists the items that the home page shows.', { 200: Showcase })
  @Header('Cache-Control', 'no-cache')
  async list(): Promise<Showcase> {
    return { items: (await this.shown.now()).map((item) => contentRow(item, item.measures)) };
  }
}
