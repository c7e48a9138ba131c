import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { given } from '../kernel/given.test-kit.ts';
import { recorded } from '../kernel/recorded.test-kit.ts';
import { foldInto } from '../kernel/view.ts';
import { normalized } from '../kernel/text.ts';
import { ReportForm, VisitorReportForm } from './forms.ts';
import { contentReported, report, reportClosed } from './report.ts';
import type { ContentReportedData, ReportCommand, ReportEvent } from './report.ts';
import { reportDetailsMaxCharacters, reportOutcomes } from './report-options.ts';
import type { ReportOutcome } from './report-options.ts';
import { reports } from './reports.view.ts';
import type { StoredReport } from './reports.view.ts';

const made: ContentReportedData = {
  report_id: 'report-1',
  content_id: 'photo',
  reporter_id: 'report-1',
  reporter_role: 'visitor',
  reason: 'unlicensed',
  details: 'I took this in 2021.',
  email: 'paula@example.com',
  reported_at: '2026-11-25T21:00:00.000Z',
};
const said = (change: Partial<ContentReportedData> = {}): ReportCommand => ({
  kind: 'report',
  report: { ...made, ...change },
});
const close = (outcome: ReportOutcome, report_id = made.report_id): ReportCommand => ({
  kind: 'close',
  report_id,
  outcome,
});
const open = [contentReported.of(made)];
const closed = [...open, reportClosed.of({ report_id: 'report-1', content_id: 'photo', outcome: 'resolved' })];

describe('[GAL-08] a report of an item', () => {
  test('repeated within a day is the same report, whatever it says, closed or not; a day later it is a new one', () => {
    const again = { report_id: 'report-2', details: 'And its title is wrong.' };
    for (const history of [open, closed]) {
      const after = (reported_at: string) => given(report, history).when(said({ ...again, reported_at }));
      expect(after('2026-11-26T20:59:59.999Z')).toEqual([]);
      expect(after('2026-11-26T21:00:00.000Z')).toMatchObject([{ type: 'ContentReported', data: again }]);
    }
  });

  test('is closed once: the same outcome again changes nothing, and another one is refused', () => {
    expect(given(report, open).when(close('resolved'))).toEqual([closed[1]]);
    expect(given(report, closed).when(close('resolved'))).toEqual([]);
    expect(given(report, closed).when(close('nothing_to_do'))).toMatchObject({ failure: 'report_closed_otherwise' });
    expect(given(report, closed).when(close('resolved', 'report-9'))).toMatchObject({ failure: 'not_found' });
  });

  test('whatever is reported and decided, a person’s reports of an item are a day apart, and none is closed twice', () => {
    const step = fc.oneof(
      fc.record({ at: fc.integer({ min: 0, max: 96 }) }),
      fc.record({ nth: fc.nat(4), outcome: fc.constantFrom(...(Object.keys(reportOutcomes) as ReportOutcome[])) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const history = steps.reduce<readonly ReportEvent[]>((events, each, index) => {
          const command =
            'at' in each
              ? said({
                  report_id: `report-${index}`,
                  reported_at: new Date(Date.UTC(2026, 10, 1, each.at)).toISOString(),
                })
              : close(each.outcome, given(report, events).state().reports[each.nth]?.report_id ?? 'none');
          const decision = given(report, events).when(command);
          return isFailure(decision) ? events : [...events, ...decision];
        }, []);
        const times = history.flatMap(({ type, data }) =>
          type === 'ContentReported' ? [Date.parse(data.reported_at)] : [],
        );
        for (const [index, time] of times.slice(1).entries()) {
          expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(86_400_000);
        }
        const ids = history.flatMap(({ type, data }) => (type === 'ReportClosed' ? [data.report_id] : []));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('is in its view without anything that was written, and with the time it is closed', () => {
    const documents = new Map<string, StoredReport>();
    for (const event of recorded(closed.map((each) => ({ ...each, stream: 'report-a1b2' })))) {
      foldInto(reports, documents, event);
    }
    const { details: _details, email: _email, ...told } = made;
    expect([...documents.values()]).toEqual([
      { ...told, stream_id: 'a1b2', status: 'resolved', closed_at: '2026-11-21T10:00:00.000Z' },
    ]);
  });
});

describe('[GAL-08] the form for reporting an item', () => {
  const filled = (sent: Partial<VisitorReportForm>) => {
    const whole = { reason: 'other', details: 'It is upside down.', email: 'paula@example.com', ...sent };
    return Object.assign(new VisitorReportForm(), normalized(VisitorReportForm.normalizers, whole));
  };

  test('requires a reason, a description, and an email address from visitors', () => {
    expect(messagesOf(filled({}))).toEqual({});
    expect(messagesOf(new VisitorReportForm())).toEqual({
      reason: 'Please choose a reason',
      details: 'Please tell us what happened, in at most 2,000 characters',
      email: 'Please enter a valid email address',
    });
    expect(Object.keys(messagesOf(new ReportForm()))).toEqual(['reason', 'details']);
  });

  test.each([
    ['nothing but spaces', { details: ' \n ' }, ['details']],
    ['too many words', { details: 'a'.repeat(reportDetailsMaxCharacters + 1) }, ['details']],
    ['no address', { email: 'paula' }, ['email']],
    ['a reason of their own', { reason: 'spite' as 'other' }, ['reason']],
    ['as many words as may be', { details: 'a'.repeat(reportDetailsMaxCharacters) }, []],
  ])('%s', (_name, sent, wrong) => {
    expect(Object.keys(messagesOf(filled(sent)))).toEqual(wrong);
  });
});
