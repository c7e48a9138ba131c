import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { YearAnswer } from '@tessera/contract/money/earnings';
import { account } from '@tessera/domain/accounts/account';
import { creatorNameOf } from '@tessera/domain/accounts/profile/profile';
import { dayOf } from '@tessera/domain/ledger';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { PdfPrinter } from '../printing/pdf-printer.ts';
import { payoutDocument, statementDocument, yearDocument } from './earning-documents.ts';
import type { Printing } from './earning-documents.ts';
import { OwnPayouts } from './own-payouts.ts';
import { Statements } from './statements.ts';
import type { Statement } from './statements.ts';

/** Prints statements, payouts and year summaries as PDFs, which are streamed while their rows are read. */
@Injectable()
export class EarningPrints {
  constructor(
    private readonly printer: PdfPrinter,
    private readonly payouts: OwnPayouts,
    private readonly statements: Statements,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  async statement(statement: Statement): Promise<Readable> {
    const printing = await this.printingFor(statement.creator_id);
    return this.printer.stream(statementDocument(statement, this.statements.rows(statement), printing));
  }

  async payout(payout: Payout): Promise<Readable> {
    const [printing, row, takenOver] = await Promise.all([
      this.printingFor(payout.creator_id),
      this.payouts.rowOf(payout),
      this.payouts.takenOver(payout),
    ]);
    return this.printer.stream(payoutDocument(row, takenOver, this.payouts.allLines(payout), printing));
  }

  async year(creatorId: string, summary: Omit<YearAnswer, 'position'>): Promise<Readable> {
    return this.printer.stream(yearDocument(summary, await this.printingFor(creatorId)));
  }

  private async printingFor(creatorId: string): Promise<Printing> {
    const { state } = await this.streams.load(account, creatorId);
    const email = state.status === 'open' ? [state.email] : [];
    return { creator: [creatorNameOf(state), ...email], today: dayOf(this.clock.now().toISOString()) };
  }
}
