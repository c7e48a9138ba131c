import { idOfStream } from '../kernel/decider.ts';
import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import { contentReported, reportClosed } from './report.ts';
import type { ContentReportedData } from './report.ts';
import type { ReportStatus } from './report-options.ts';

/** A report's status. What was written is only in the log, readable with the reporter's key. */
export interface StoredReport extends Omit<ContentReportedData, 'details' | 'email'> {
  /** The stream of the decider `report`: this person's reports of this item. */
  readonly stream_id: string;
  readonly status: ReportStatus;
  /** ISO 8601; null while it is open. */
  readonly closed_at: string | null;
}

/** Every report of an item, for the operator. */
export const reports = defineView<StoredReport>({
  name: 'reports',
  version: 1,
  on: [
    on(contentReported, 'report_id', (_before, data, { stream }): StoredReport => {
      const { details: _details, email: _email, ...told } = data;
      return { ...told, stream_id: idOfStream(stream), status: 'open', closed_at: null };
    }),
    changes(reportClosed, 'report_id', (before, { outcome }, { recordedAt }) => ({
      ...before,
      status: outcome,
      closed_at: recordedAt,
    })),
  ],
  indexes: {
    fields: ownFields('status', 'reporter_id', 'reported_at'),
    orders: ['reported_at'],
    listings: [
      { where: ['status'], sorts: ['reported_at'] },
      { where: ['reporter_id'], sorts: ['reported_at'] },
    ],
  },
});
