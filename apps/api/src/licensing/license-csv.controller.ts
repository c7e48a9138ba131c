import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LicensesQuery } from '@tessera/contract/licenses';
import { Clock } from '../kernel/clock.ts';
import { fileOf } from '../http/answers/file.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { everyPage } from '../kernel/views/every-document.ts';
import { licenseCsv } from './license-csv.ts';
import { LicenseList } from './license-list.ts';
import type { LicenseFilters } from './license-list.ts';

const pageRows = 500;

@ApiTags('licensing')
@Controller('api/licenses.csv')
export class LicenseCsvController {
  constructor(
    private readonly list: LicenseList,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AnswersDirectly('Returns the brand’s licenses as CSV.', [200], 'text/csv')
  @OnlyFor('brand')
  file(@QueryParams(LicensesQuery) filters: LicensesQuery, @CurrentUser() user: SignedIn) {
    const day = this.clock.now().toISOString().slice(0, 10);
    return fileOf(`licenses-${day}.csv`, this.pages(user, filters));
  }

  /** Stops reading if the client disconnects. */
  private async *pages(user: SignedIn, filters: LicenseFilters): AsyncGenerator<string> {
    yield licenseCsv.head();
    const read = (cursor?: string) => this.list.page(user, filters, { limit: pageRows, cursor });
    for await (const { items } of everyPage(read)) yield licenseCsv.lines(items);
  }
}
