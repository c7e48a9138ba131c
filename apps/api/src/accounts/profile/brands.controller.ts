import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { HomepageBrandPage } from '@tessera/contract/accounts/profile';
import { homepageBrandRow, homepageBrands } from '@tessera/domain/accounts/profile/homepage-brands.view';
import { Answers } from '../../http/description/answers.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import { listPage } from '../../kernel/views/list-page.ts';
import { ReadStore } from '../../kernel/views/port.ts';

@ApiTags('accounts')
@Controller('api/brands')
export class BrandsController {
  constructor(private readonly views: ReadStore) {}

  @Get('homepage')
  @Answers('Lists the brands that chose to appear on the homepage, by name.', { 200: HomepageBrandPage })
  @Header('Cache-Control', 'no-cache')
  async onHomepage(@QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    const find = {
      where: { shown: 1 },
      sort: { field: 'sorted_name', descending: false },
      limit,
      cursor,
    };
    return listPage(this.views, homepageBrands.name, find, homepageBrandRow);
  }
}
