import { notFound } from '../failures.ts';
import { assertNever } from '../kernel/decider.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { reportOutcomes, reportReasons } from './report-options.ts';
import type { ReportOutcome, ReportReason } from './report-options.ts';

const dayMs = 86_400_000;

export const reportClosedOtherwise = defineFailure(
  'report_closed_otherwise',
  'Already closed',
  'Someone else has closed this report with a different outcome. Reload the list.',
);

interface OfReport {
  readonly report_id: string;
  readonly content_id: string;
}

export interface ContentReportedData extends OfReport {
  /** The account whose key encrypts the report; for a visitor, the report itself, which has a key of its own. */
  readonly reporter_id: string;
  readonly reporter_role: 'visitor' | 'creator' | 'brand';
  readonly reason: ReportReason;
  /** In the reporter's words; null once the reporter was forgotten. */
  readonly details: string | null;
  /** Where a visitor can be answered; null for reporters with an account. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly reported_at: string;
}

export const contentReported = defineEvent<ContentReportedData>()('ContentReported', {
  personal: { account: ({ reporter_id }) => reporter_id, fields: ['details', 'email'] },
  audit: ({ content_id, reason }) => `Item ${content_id} was reported: “${reportReasons[reason]}”.`,
});
export const reportClosed = defineEvent<OfReport & { readonly outcome: ReportOutcome }>()('ReportClosed', {
  audit: ({ content_id, outcome }) =>
    `A report of item ${content_id} was closed: ${reportOutcomes[outcome].toLowerCase()}.`,
});

const reportEvents = [contentReported, reportClosed] as const;
export type ReportEvent = EventOf<(typeof reportEvents)[number]>;

export type ReportCommand =
  | { readonly kind: 'report'; readonly report: ContentReportedData }
  | { readonly kind: 'close'; readonly report_id: string; readonly outcome: ReportOutcome };

interface MadeReport extends ContentReportedData {
  /** Null while it is open. */
  readonly outcome: ReportOutcome | null;
}

export interface ReportState {
  readonly reports: readonly MadeReport[];
}

const addReport = (report: ContentReportedData, { reports }: ReportState): Decision<ReportEvent> => {
  const last = reports.at(-1);
  const isRepeated = last && Date.parse(report.reported_at) < Date.parse(last.reported_at) + dayMs;
  return isRepeated ? [] : [contentReported.of(report)];
};

const close = (
  { report_id, outcome }: Extract<ReportCommand, { kind: 'close' }>,
  { reports }: ReportState,
): Decision<ReportEvent> => {
  const made = reports.find((each) => each.report_id === report_id);
  if (!made) return notFound();
  if (made.outcome === outcome) return [];
  if (made.outcome !== null) return reportClosedOtherwise();
  return [reportClosed.of({ report_id, content_id: made.content_id, outcome })];
};

/**
 * One person's reports of one item. Another report within a day counts as a repetition. Its id doesn't reveal who they
 * are.
 */
export const report: Decider<ReportState, ReportCommand, ReportEvent> = {
  category: 'report',
  events: reportEvents,
  initial: { reports: [] },
  evolve: ({ reports }, event) => {
    switch (event.type) {
      case 'ContentReported':
        return { reports: [...reports, { ...event.data, outcome: null }] };
      case 'ReportClosed': {
        const { report_id, outcome } = event.data;
        return { reports: reports.map((each) => (each.report_id === report_id ? { ...each, outcome } : each)) };
      }
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => {
    switch (command.kind) {
      case 'report':
        return addReport(command.report, state);
      case 'close':
        return close(command, state);
      default:
        return assertNever(command);
    }
  },
};
