import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReportClosed, ReportedItem, ReportPage, ReportRow, ReportsQuery } from '@tessera/contract/reports';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { CloseReportForm } from '@tessera/domain/reports/forms';
import { report } from '@tessera/domain/reports/report';
import type { StoredReport } from '@tessera/domain/reports/reports.view';
import { Accounts, CreatorNames } from '../accounts/public.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** Reports about items, for the operator who looks into them. */
@ApiTags('admin')
@Controller('api/admin/reports')
@OnlyFor('admin')
export class AdminReportsController {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly names: CreatorNames,
  ) {}

  @Get()
  @Answers('Lists reports about items.', { 200: ReportPage })
  async list(@QueryParams(ReportsQuery) { status = 'open', limit, cursor }: ReportsQuery): Promise<ReportPage> {
    const find = { where: { status }, sort: { field: 'reported_at', descending: true }, limit, cursor };
    return listPage(this.views, 'reports', find, (stored: StoredReport) => this.row(stored));
  }

  @Post(':id/close')
  @Refuses('report_closed_otherwise')
  @Answers('Closes a report, with its outcome.', { 200: ReportClosed })
  async close(
    @Param('id') report_id: string,
    @Body(new FormPipe(CloseReportForm)) { outcome }: CloseReportForm,
    @Metadata() metadata: EventMetadata,
  ): Promise<ReportClosed> {
    const stored = await this.views.get<StoredReport>('reports', report_id);
    if (!stored) throw new Refused(notFound());
    const command = { kind: 'close', report_id, outcome } as const;
    const { position } = await this.commands.execute(
      new Dispatch(report, stored.document.stream_id, command, metadata),
    );
    return { position };
  }

  private async row(stored: StoredReport): Promise<ReportRow> {
    const { report_id, content_id, reporter_id, reporter_role, reason, status, reported_at, closed_at } = stored;
    const [item, { state }, account] = await Promise.all([
      this.item(content_id),
      this.streams.load(report, stored.stream_id),
      reporter_role === 'visitor' ? null : this.accounts.identity(reporter_id),
    ]);
    const made = state.reports.find((each) => each.report_id === report_id);
    return {
      ...{ report_id, item, reason, reporter_role, status, reported_at, closed_at },
      details: made?.details ?? null,
      reporter_email: account?.email ?? made?.email ?? null,
    };
  }

  /** Withdrawn items stay in their view. */
  private async item(id: string): Promise<ReportedItem> {
    const stored = await this.views.get<OwnContent>('own-content', id);
    if (!stored) throw new Refused(notFound());
    const { item, status } = stored.document;
    const { media_url, media_type, placeholder } = item.media;
    const [creator_name, account] = await Promise.all([
      this.names.of(item.creator_id),
      this.accounts.identity(item.creator_id),
    ]);
    const creator_email = account?.email ?? null;
    return { id, title: item.title, creator_name, creator_email, status, media_url, media_type, placeholder };
  }
}
