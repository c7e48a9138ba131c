import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../kernel/decider.ts';
import { given } from '../../kernel/given.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import { availableAfterDays, payoutWindowDays } from '../../ledger.ts';
import { payoutAlert, payoutsInTime, payoutsUrgent, urgentUntil } from './payout-alert.ts';
import { payoutAlerts } from './payout-alerts.view.ts';
import type { PayoutAlert } from './payout-alerts.view.ts';
import { payoutRun, payoutRunClosed, payoutRunPrepared, payoutRunSent, payoutRunStarted } from '../runs/payout-run.ts';
import type { PayoutRunEvent } from '../runs/payout-run.ts';
import { daysBetweenRunsMax, isRunScheduled, lastScheduled, longestGap, weekdays } from './schedule.ts';

const twice = ['mon', 'thu'] as const;

test.each([
  ['2026-11-30T08:59:59.999Z', '2026-11-26T09:00:00.000Z'],
  ['2026-11-30T09:00:00.000Z', '2026-11-30T09:00:00.000Z'],
  ['2026-12-03T08:00:00.000Z', '2026-11-30T09:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2026-12-31T09:00:00.000Z'],
])('[SPC-03] as of %s, a run was last to be prepared at %s', (now, at) => {
  expect(lastScheduled(twice, now)).toBe(at);
});

test('[SPC-03] with one day a week it is the same day a week ago until nine, and without days it is never', () => {
  expect(lastScheduled(['mon'], '2026-11-30T08:59:59.999Z')).toBe('2026-11-23T09:00:00.000Z');
  expect(lastScheduled([], '2026-11-30T09:00:00.000Z')).toBeNull();
});

test('[SPC-03] a run is prepared by itself once for each scheduled time, and not while another one is open', () => {
  const scheduled = '2026-11-30T09:00:00.000Z';
  const run_id = 'run-1';
  const startedAt = (at: string) => payoutRunStarted.of({ run_id, until: { at, position: 1 }, started_by: 'admin' });
  const closed = [payoutRunSent.of({ run_id, rail: 'manual' }), payoutRunClosed.of({ run_id })];
  const prepared = payoutRunPrepared.of({ run_id, count: 1, total_cents: 1, left_out: 0 });
  const isScheduled = (...events: readonly PayoutRunEvent[]) => isRunScheduled(fold(payoutRun, events), scheduled);
  expect(isScheduled()).toBe(true);
  expect(isScheduled(startedAt('2026-11-26T09:00:00.000Z'), prepared)).toBe(false);
  expect(isScheduled(startedAt('2026-11-26T09:00:00.000Z'), prepared, ...closed)).toBe(true);
  expect(isScheduled(startedAt('2026-11-30T09:00:00.001Z'), prepared, ...closed)).toBe(false);
  expect(isRunScheduled(payoutRun.initial, null)).toBe(false);
});

test('[SPC-03] with days as far apart as allowed, every sale is prepared in time to be paid by its last day', () => {
  const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 });
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true });
  const dayMs = 86_400_000;
  const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;
  fc.assert(
    fc.property(days, instants, (named, paidAt) => {
      fc.pre(longestGap(named) <= daysBetweenRunsMax);
      const available = startOfDay(paidAt.getTime()) + availableAfterDays * dayMs;
      // The next run is the first scheduled time from then on.
      const next = [0, 1, 2, 3, 4, 5]
        .map((ahead) => available + ahead * dayMs + 9 * 3_600_000)
        .find((time) => lastScheduled(named, new Date(time).toISOString()) === new Date(time).toISOString());
      const lastDay = startOfDay(paidAt.getTime()) + payoutWindowDays * dayMs;
      expect(next).toBeDefined();
      expect(startOfDay(next ?? Infinity)).toBeLessThanOrEqual(lastDay - 2 * dayMs);
    }),
  );
});

test('[SPC-03] the days between runs are those of the whole week', () => {
  expect([longestGap(twice), longestGap(['mon', 'tue']), longestGap(['wed']), longestGap([])]).toEqual([4, 6, 7, 0]);
});

test('[SPC-03] the operator is alerted three days before, once a day until nothing is urgent anymore', () => {
  expect(urgentUntil('2026-12-03')).toBe('2026-12-06');
  const urgent = { by: '2026-12-06', creators: 3, cents: 192_875 };
  const first = payoutsUrgent.of({ alert_id: 'all', day: '2026-12-03', ...urgent });
  const alert = (...history: (typeof first)[]) => given(payoutAlert, history);
  expect(alert().when({ kind: 'report', day: '2026-12-03', urgent: null })).toEqual([]);
  expect(alert().when({ kind: 'report', day: '2026-12-03', urgent })).toEqual([first]);
  const more = { ...urgent, creators: 4 };
  expect(alert(first).when({ kind: 'report', day: '2026-12-03', urgent: more })).toEqual([]);
  expect(alert(first).when({ kind: 'report', day: '2026-12-04', urgent: more })).toMatchObject([{ data: more }]);
  expect(alert(first).when({ kind: 'report', day: '2026-12-04', urgent: null })).toMatchObject([
    { type: 'PayoutsInTime' },
  ]);
});

test('[SPC-03] what the operator was alerted to is known, with its first day, until it is settled', () => {
  const documents = new Map<string, PayoutAlert>();
  const tell = (event: object, position: number) =>
    foldInto(payoutAlerts, documents, {
      ...event,
      position,
      version: 1,
      recordedAt: `2026-12-0${position}T00:00:00.000Z`,
    } as RecordedEvent);
  const data = { alert_id: 'all', day: '2026-12-03', by: '2026-12-06', creators: 3, cents: 192_875 };
  tell(payoutsUrgent.of(data), 3);
  tell(payoutsUrgent.of({ ...data, day: '2026-12-04', creators: 1 }), 4);
  expect([...documents.values()]).toEqual([
    { ...data, day: '2026-12-04', creators: 1, since: '2026-12-03T00:00:00.000Z' },
  ]);
  tell(payoutsInTime.of({ alert_id: 'all' }), 5);
  expect(documents.size).toBe(0);
});
