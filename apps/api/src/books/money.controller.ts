import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MoneyOverview as MoneyOverviewAnswer, MoneyQuery } from '@tessera/contract/money/books';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { MoneyOverview } from './money-overview.ts';

/** The operator's books. Live connections get the same days and accounts pushed. */
@ApiTags('admin')
@Controller('api/admin/money')
@OnlyFor('admin')
export class MoneyController {
  constructor(private readonly overview: MoneyOverview) {}

  @Get()
  @Answers('Says what happened to the money within a period, and where it is now.', { 200: MoneyOverviewAnswer })
  show(@QueryParams(MoneyQuery) query: MoneyQuery) {
    return this.overview.of(query);
  }
}
