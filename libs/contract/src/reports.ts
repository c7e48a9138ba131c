import { mediaTypes } from '@tessera/domain/content/content-events';
import type { MediaType } from '@tessera/domain/content/content-events';
import { saleStatuses } from '@tessera/domain/content/own-content.view';
import type { SaleStatus } from '@tessera/domain/content/own-content.view';
import type { ContentReportedData } from '@tessera/domain/reports/report';
import { reportReasons, reportStatuses } from '@tessera/domain/reports/report-options';
import type { ReportReason, ReportStatus } from '@tessera/domain/reports/report-options';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Instant, Nullable, OneOf, Row, Text } from './kernel/fields.ts';
import { QueryChoice, PageQuery } from './kernel/queries.ts';

const reasons = Object.keys(reportReasons) as ReportReason[];
const reporterRoles = [
  'visitor',
  'creator',
  'brand',
] as const satisfies readonly ContentReportedData['reporter_role'][];

export class ContentReportMade extends Positioned {}
export class ReportClosed extends Positioned {}

/** The reported item in its current state. */
export class ReportedItem {
  @Text()
  readonly id!: string;

  @Text('Empty once its creator’s account was deleted.')
  readonly title!: string;

  @Text('The creator’s current name.')
  readonly creator_name!: string;

  @Nullable()
  @Text('Null once the creator’s account was deleted.')
  readonly creator_email!: string | null;

  @OneOf(saleStatuses)
  readonly status!: SaleStatus;

  @Text('The path of the public preview, below `/media/`.')
  readonly media_url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @Text('A tiny picture to show until the preview has loaded.')
  readonly placeholder!: string;
}

/** A report as the operator sees it. */
export class ReportRow {
  @Text()
  readonly report_id!: string;

  @Row(() => ReportedItem)
  readonly item!: ReportedItem;

  @OneOf(reasons)
  readonly reason!: ReportReason;

  @Nullable()
  @Text('In the reporter’s words; null once their account was deleted.')
  readonly details!: string | null;

  @OneOf(reporterRoles)
  readonly reporter_role!: ContentReportedData['reporter_role'];

  @Nullable()
  @Text('Where the reporter can be answered; null once their account was deleted.')
  readonly reporter_email!: string | null;

  @OneOf(reportStatuses)
  readonly status!: ReportStatus;

  @Instant()
  readonly reported_at!: string;

  @Nullable()
  @Instant('Null while it is open.')
  readonly closed_at!: string | null;
}

export class ReportPage extends pageOf(() => ReportRow, 'Newest first.') {}

export class ReportsQuery extends PageQuery {
  @QueryChoice(reportStatuses, '`open` if left out.')
  readonly status?: ReportStatus;
}
