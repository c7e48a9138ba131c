import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '@tessera/contract/kernel/queries';
import {
  Balance,
  PayoutDetail,
  PayoutLinePage,
  PayoutPage,
  StatementPage,
  StatementQuery,
  YearAnswer,
} from '@tessera/contract/money/earnings';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Balances } from './balances.ts';
import { OwnPayouts } from './own-payouts.ts';
import { Statements, statementRefusals } from './statements.ts';
import { Years } from './years.ts';

/** The signed-in creator's money: where it is, how it got there, and what was paid out. */
@ApiTags('earnings')
@Controller('api/earnings')
@OnlyFor('creator')
export class EarningsController {
  constructor(
    private readonly balances: Balances,
    private readonly payouts: OwnPayouts,
    private readonly statements: Statements,
    private readonly years: Years,
    private readonly views: ReadStore,
  ) {}

  @Get('balance')
  @Answers('Says where the creator’s money is, and why some of it isn’t paid out yet.', { 200: Balance })
  balance(@CurrentUser() user: SignedIn) {
    return this.balances.of(user.id);
  }

  @Get('payouts')
  @Answers('Lists the creator’s payouts.', { 200: PayoutPage })
  async list(@QueryParams(PageQuery) page: PageQuery, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('payouts');
    const { items, next } = await this.payouts.page(user.id, page);
    return { items, next_cursor: next, position };
  }

  @Get('payouts/:id')
  @Refuses('payout_not_found')
  @Answers('Returns a payout, and the earlier ones that it takes over.', { 200: PayoutDetail })
  async one(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('payouts');
    const payout = await this.payouts.one(user.id, id);
    const takes_over = await this.payouts.takenOver(payout);
    return { ...(await this.payouts.rowOf(payout)), takes_over, position };
  }

  @Get('payouts/:id/lines')
  @Refuses('payout_not_found')
  @Answers('Lists what a payout pays: sales, rewards, refunds and disputes.', { 200: PayoutLinePage })
  async lines(@Param('id') id: string, @QueryParams(PageQuery) page: PageQuery, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('creator-ledger');
    const { items, next } = await this.payouts.lines(await this.payouts.one(user.id, id), page);
    return { items, next_cursor: next, position };
  }

  @Get('statement')
  @Refuses(...statementRefusals)
  @Answers('Lists what moved the creator’s money within a period, with the balances before and after.', {
    200: StatementPage,
  })
  async statement(@QueryParams(StatementQuery) asked: StatementQuery, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('creator-ledger');
    const statement = await this.statements.asked(user.id, asked);
    const { items, next } = await this.statements.page(statement, asked);
    const { from, to, opening_cents, closing_cents } = statement;
    return { from, to, opening_cents, closing_cents, items, next_cursor: next, position };
  }

  @Get('years/:year')
  @Answers('Summarizes a year, by month.', { 200: YearAnswer })
  async year(@Param('year') year: string, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('creator-ledger');
    return { ...(await this.years.of(user.id, year)), position };
  }
}
