import { Injectable } from '@nestjs/common';
import type { YearAnswer } from '@tessera/contract/money/earnings';
import { daysOfYear } from '@tessera/domain/earnings/statements/statement';
import { YearSummary, yearTotals } from '@tessera/domain/earnings/statements/year-summary';
import { notFound } from '@tessera/domain/failures';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { Refused } from '../kernel/refused.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Statements } from './statements.ts';

/** Summarizes a creator's year from the lines of its statement and the payouts that arrived. */
@Injectable()
export class Years {
  constructor(
    private readonly views: ReadStore,
    private readonly statements: Statements,
  ) {}

  /** @throws Refused if it isn't a year */
  async of(creatorId: string, year: string): Promise<Omit<YearAnswer, 'position'>> {
    const days = daysOfYear(year);
    if (!days) throw new Refused(notFound());
    const summary = new YearSummary(year);
    const statement = await this.statements.of(creatorId, days);
    for await (const lines of this.statements.lines(statement)) for (const line of lines) summary.addLine(line);
    const own = { where: { creator_id: creatorId }, sort: { field: 'prepared_at', descending: false } };
    for await (const { document } of everyDocument<Payout>(this.views, 'payouts', own)) summary.addPayout(document);
    const { months } = summary;
    return { year, months, total: yearTotals(months) };
  }
}
