import type { ReportClosed } from '@tessera/contract/reports';
import type { ReportOutcome } from '@tessera/domain/reports/report-options';
import type { CloseReportForm } from '@tessera/domain/reports/forms';
import { post } from '../../kernel/send.ts';
import { liveQueries } from '../live-queries.ts';

export const reports = liveQueries('reports', ({ stream }) => stream.startsWith('report-'));

/** @throws ApiError */
export const closeReport = (reportId: string, outcome: ReportOutcome) =>
  reports.change((options) =>
    post<ReportClosed>(
      `/api/admin/reports/${encodeURIComponent(reportId)}/close`,
      { outcome } satisfies CloseReportForm,
      options,
    ),
  );
