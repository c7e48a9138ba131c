import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { MoneyOverview as MoneyOverviewAnswer, MoneyQuery } from '@tessera/contract/money/books';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { MoneyOverview } from './money-overview.ts';

/** The operator's books. Live connections get the same days and accounts pushed. */
@ApiTags('admin')
@ApiBearerAuth()
@Controller('api/admin/money')
@UseGuards(RoleGuard('admin'))
export class MoneyController {
  constructor(private readonly overview: MoneyOverview) {}

  @Get()
  @Answers('Says what happened to the money within a period, and where it is now.', { 200: MoneyOverviewAnswer })
  show(@QueryParams(MoneyQuery) query: MoneyQuery) {
    return this.overview.of(query);
  }
}
