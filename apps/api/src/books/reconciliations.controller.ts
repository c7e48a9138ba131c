import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReconciliationPage, ReconciliationStarted } from '@tessera/contract/money/books';
import { describeDifference } from '@tessera/domain/books/differences';
import { ReconcileForm, reconciledDays, underWayMinutes } from '@tessera/domain/books/forms';
import type { Reconciliation } from '@tessera/domain/books/reconciliations.view';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Reconciliations } from './reconciliations.effect.ts';

/** Comparisons of the gateway's own list with the log. */
@ApiTags('admin')
@Controller('api/admin/reconciliations')
@OnlyFor('admin')
export class ReconciliationsController {
  constructor(
    private readonly views: ReadStore,
    private readonly reconciliations: Reconciliations,
  ) {}

  @Get()
  @Answers('Lists the results of comparing the gateway’s list with the log.', { 200: ReconciliationPage })
  async list(@QueryParams(PageQuery) { limit, cursor }: PageQuery) {
    const find = { sort: { field: 'at', descending: true }, limit, cursor };
    return listPage(this.views, 'reconciliations', find, (document: Reconciliation) => ({
      ...document,
      differences: document.differences.map((each) => ({ ...each, words: describeDifference(each) })),
    }));
  }

  @Post()
  @Refuses('reconciliation_running')
  @Answers('Starts to compare the gateway’s list with the log; the result appears in the list.', {
    202: ReconciliationStarted,
  })
  async start(@Body(new FormPipe(ReconcileForm)) form: ReconcileForm, @Metadata() metadata: EventMetadata) {
    const span = {
      days: form.days ?? reconciledDays,
      underWayMinutes: form.under_way_minutes ?? underWayMinutes,
    };
    await this.reconciliations.start(span, metadata);
    return { started: true };
  }
}
