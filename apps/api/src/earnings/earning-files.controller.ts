import { Readable } from 'node:stream';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StatementQuery } from '@tessera/contract/money/earnings';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { fileOf } from '../http/answers/file.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { closingRow, openingRow, payoutCsv, statementCsv, takenOverRow, yearCsv } from './earning-csv.ts';
import { EarningPrints } from './earning-prints.ts';
import { OwnPayouts } from './own-payouts.ts';
import { Statements, statementRefusals } from './statements.ts';
import type { Statement } from './statements.ts';
import { Years } from './years.ts';

const csvType = 'text/csv';
const pdfType = 'application/pdf';

const nameOf = ({ from, to }: Statement) => `statement-${from}-${to}`;

/** What the creator sees on screen, as CSV and PDF files. */
@ApiTags('earnings')
@Controller('api/earnings')
@OnlyFor('creator')
export class EarningFilesController {
  constructor(
    private readonly payouts: OwnPayouts,
    private readonly statements: Statements,
    private readonly years: Years,
    private readonly prints: EarningPrints,
  ) {}

  @Get('statement.csv')
  @Refuses(...statementRefusals)
  @AnswersDirectly('Returns a statement as CSV.', [200], csvType)
  async statementTable(@QueryParams(StatementQuery) asked: StatementQuery, @CurrentUser() user: SignedIn) {
    const statement = await this.statements.asked(user.id, asked);
    return fileOf(`${nameOf(statement)}.csv`, this.statementLines(statement));
  }

  @Get('statement.pdf')
  @Refuses(...statementRefusals)
  @AnswersDirectly('Returns a statement as a PDF.', [200], pdfType)
  async statementPrint(@QueryParams(StatementQuery) asked: StatementQuery, @CurrentUser() user: SignedIn) {
    const statement = await this.statements.asked(user.id, asked);
    return fileOf(`${nameOf(statement)}.pdf`, await this.prints.statement(statement));
  }

  @Get('payouts/:id/payout.csv')
  @Refuses('payout_not_found')
  @AnswersDirectly('Returns what a payout pays as CSV.', [200], csvType)
  async payoutTable(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const payout = await this.payouts.one(user.id, id);
    return fileOf(`payout-${id}.csv`, this.payoutLines(payout));
  }

  @Get('payouts/:id/payout.pdf')
  @Refuses('payout_not_found')
  @AnswersDirectly('Returns what a payout pays as a PDF.', [200], pdfType)
  async payoutPrint(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    const payout = await this.payouts.one(user.id, id);
    return fileOf(`payout-${id}.pdf`, await this.prints.payout(payout));
  }

  @Get('years/:year/summary.csv')
  @AnswersDirectly('Returns the summary of a year, by month, as CSV.', [200], csvType)
  async yearTable(@Param('year') year: string, @CurrentUser() user: SignedIn) {
    const { months } = await this.years.of(user.id, year);
    return fileOf(`year-${year}.csv`, Readable.from([yearCsv.head(), yearCsv.lines(months)]));
  }

  @Get('years/:year/summary.pdf')
  @AnswersDirectly('Returns the summary of a year, by month, as a PDF.', [200], pdfType)
  async yearPrint(@Param('year') year: string, @CurrentUser() user: SignedIn) {
    const summary = await this.years.of(user.id, year);
    return fileOf(`year-${year}.pdf`, await this.prints.year(user.id, summary));
  }

  private async *statementLines(statement: Statement): AsyncGenerator<string> {
    yield statementCsv.head() + statementCsv.lines([openingRow(statement, statement.opening_cents)]);
    for await (const rows of this.statements.rows(statement)) yield statementCsv.lines(rows);
    yield statementCsv.lines([closingRow(statement, statement.closing_cents, this.statements.today())]);
  }

  private async *payoutLines(payout: Payout): AsyncGenerator<string> {
    yield payoutCsv.head() + payoutCsv.lines((await this.payouts.takenOver(payout)).map(takenOverRow));
    for await (const lines of this.payouts.allLines(payout)) yield payoutCsv.lines(lines);
  }
}
