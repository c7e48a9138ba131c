import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@tessera/contract/kernel/queries';
import type { StatementLine } from '@tessera/contract/money/earnings';
import { lastLineSortKey, lineSortKey } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { LedgerLine } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { amountsOf, balanceBefore, beginningOf, statementDays } from '@tessera/domain/earnings/statements/statement';
import type { StatementDays } from '@tessera/domain/earnings/statements/statement';
import { isFailure } from '@tessera/domain/kernel/failure';
import { dayOf, daysLater } from '@tessera/domain/ledger';
import type { Cents } from '@tessera/domain/money';
import { Clock } from '../kernel/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { everyPage } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { LineSubjects } from './line-subjects.ts';
import type { Subject } from './line-subjects.ts';

/** What a statement's period is refused with. */
export const statementRefusals = ['no_such_day', 'range_backward', 'range_too_long'] as const;

/** How many of a day's first lines are read, so that ties and clock differences between nodes don't hide the first one. */
const firstLinesMax = 100;
const pageLines = 500;

export interface Statement extends StatementDays {
  readonly creator_id: string;
  readonly opening_cents: Cents;
  readonly closing_cents: Cents;
  /** The positions of the first and the last line; null if there are none. */
  readonly reach: readonly [first: number, last: number] | null;
}

const rowOf = (line: LedgerLine, subject: Subject): StatementLine => {
  const { payout_id, gross_cents, commission_cents, balance_cents } = line;
  return { ...subject, payout_id, gross_cents, commission_cents, ...amountsOf(line), balance_cents };
};

/** What moved a creator's money within a period, and what was owed before and after it. */
@Injectable()
export class Statements {
  constructor(
    private readonly views: ReadStore,
    private readonly subjects: LineSubjects,
    private readonly clock: Clock,
  ) {}

  /** @throws Refused for a period that no statement covers */
  async asked(creatorId: string, asked: Partial<StatementDays>): Promise<Statement> {
    const days = statementDays(asked, this.today());
    if (isFailure(days)) throw new Refused(days);
    return this.of(creatorId, days);
  }

  /** `yyyy-mm-dd` in UTC. */
  today() {
    return dayOf(this.clock.now().toISOString());
  }

  async of(creator_id: string, days: StatementDays): Promise<Statement> {
    // Read first: a line that arrives in between is either missing from the whole statement, or in its lines and balance.
    const latest = await this.latest(creator_id);
    const [first, next] = await Promise.all([
      this.beginning(creator_id, days.from),
      this.beginning(creator_id, daysLater(days.to, 1)),
    ]);
    const balance = latest?.balance_cents ?? 0;
    const last = next ? next.position - 1 : (latest?.position ?? -1);
    return {
      creator_id,
      ...days,
      opening_cents: first ? balanceBefore(first) : balance,
      closing_cents: next ? balanceBefore(next) : balance,
      reach: first && first.position <= last ? [first.position, last] : null,
    };
  }

  /** @throws BadCursor */
  async page(statement: Statement, page: PageQuery) {
    const { lines, next } = await this.linesOf(statement, page);
    return { items: await this.subjects.of(lines, rowOf), next };
  }

  /** All rows, a page at a time: a page is read once the one before has been consumed. */
  async *rows(statement: Statement): AsyncGenerator<readonly StatementLine[]> {
    for await (const lines of this.lines(statement)) yield await this.subjects.of(lines, rowOf);
  }

  async *lines(statement: Statement): AsyncGenerator<readonly LedgerLine[]> {
    const read = (cursor?: string) => this.linesOf(statement, { limit: pageLines, cursor });
    for await (const { lines } of everyPage(read)) yield lines;
  }

  private async linesOf({ creator_id, reach }: Statement, { limit, cursor }: PageQuery) {
    if (!reach) return { lines: [], next: null };
    const [from, to] = reach.map((position) => lineSortKey(creator_id, position));
    const { items, next } = await this.views.find<LedgerLine>('creator-ledger', {
      range: { field: 'line_position', from, to },
      sort: { field: 'line_position', descending: false },
      limit,
      cursor,
    });
    return { lines: items.map(({ document }) => document), next };
  }

  private async beginning(creatorId: string, day: string) {
    const { items } = await this.views.find<LedgerLine>('creator-ledger', {
      range: { field: 'line_at', from: lineSortKey(creatorId, day), to: lastLineSortKey(creatorId) },
      sort: { field: 'line_at', descending: false },
      limit: firstLinesMax,
    });
    return beginningOf(items.map(({ document }) => document));
  }

  private async latest(creatorId: string) {
    const { items } = await this.views.find<LedgerLine>('creator-ledger', {
      range: { field: 'line_position', from: lineSortKey(creatorId, 0), to: lastLineSortKey(creatorId) },
      sort: { field: 'line_position', descending: true },
      limit: 1,
    });
    return items[0]?.document ?? null;
  }
}
