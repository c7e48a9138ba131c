import fc from 'fast-check';
import { expect, test } from 'vitest';
import { given } from '../../kernel/given.test-kit.ts';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import { endingLicenses } from './ending-licenses.view.ts';
import type { EndingLicense } from './ending-licenses.view.ts';
import { licenseGranted } from '../license.ts';
import type { LicenseGrantedData } from '../license.ts';
import {
  dueReminder,
  lateMaxDays,
  nextReminder,
  reminder,
  reminderDays,
  reminderDueAt,
  reminderNotSent,
  reminderSent,
} from './reminder.ts';
import type { ReminderDays } from './reminder.ts';
import { daysUntil } from '../term.ts';
import { viewOf } from '../../notices/mail-part.test-kit.ts';

const dayMs = 86_400_000;
const license_id = 'license-1';
const end = '2027-05-20T10:00:00.000Z';
/** This many days before the end. */
const at = (days: number) => Date.parse(end) - days * dayMs;

test('a reminder falls due 45 and 14 days before the end, and at the end, to the millisecond', () => {
  expect(reminderDays.map((days) => reminderDueAt(end, days))).toEqual([
    '2027-04-05T10:00:00.000Z',
    '2027-05-06T10:00:00.000Z',
    end,
  ]);
  for (const days of reminderDays) {
    expect(dueReminder(end, days, at(days) - 1)).toBeNull();
    expect(dueReminder(end, days, at(days))).toBe(days);
  }
});

test('after an outage, the latest due reminder is sent, and none more than a week after the end', () => {
  expect(dueReminder(end, 45, at(20))).toBe(45);
  expect(dueReminder(end, 45, at(13))).toBe(14);
  expect(dueReminder(end, 45, at(-1))).toBe(0);
  expect(dueReminder(end, 0, at(-lateMaxDays))).toBe(0);
  expect(dueReminder(end, 0, at(-lateMaxDays) + 1)).toBe('too late');
  expect([nextReminder(45), nextReminder(14), nextReminder(0)]).toEqual([14, 0, null]);
});

test('the days left are rounded up, and 0 once the license has ended', () => {
  expect([daysUntil(end, at(45)), daysUntil(end, at(14) + 1), daysUntil(end, at(0)), daysUntil(end, at(-3))]).toEqual([
    45, 14, 0, 0,
  ]);
});

test('[FIX-39] seven days left are seven, even by a clock that is a minute behind; the last day is one to its end', () => {
  const minuteMs = 60_000;
  const left = (days: number, earlierMs: number) => daysUntil(end, at(days) - earlierMs);
  expect([left(7, 0), left(7, minuteMs), left(7, minuteMs + 1), left(0, 1)]).toEqual([7, 7, 8, 1]);
});

const record = (days: ReminderDays) =>
  ({ kind: 'record-reminder', license_id, brand_id: 'brand-1', days, outcome: 'sent' }) as const;

test('a reminder is recorded once, and none after a later one', () => {
  expect(given(reminder).state()).toEqual({ status: 'none' });
  expect(given(reminder).when(record(14))).toEqual([reminderSent.of({ license_id, brand_id: 'brand-1', days: 14 })]);
  const reminded = given(reminder, [reminderSent.of({ license_id, brand_id: 'brand-1', days: 14 })]);
  expect([reminded.when(record(14)), reminded.when(record(45))]).toEqual([[], []]);
  expect(reminded.when({ ...record(0), outcome: 'refused' })).toEqual([
    reminderNotSent.of({ license_id, brand_id: 'brand-1', days: 0, reason: 'refused' }),
  ]);
});

const granted = (change: Partial<LicenseGrantedData> = {}) =>
  licenseGranted.of({
    license_id,
    brand_id: 'brand-1',
    item: { title: 'Harbour at dawn' },
    license_type: 'six_month',
    end_date: end,
    basis: null,
    gateway: 'sandbox',
    ...change,
  } as LicenseGrantedData);

const ending = (...events: Parameters<typeof recorded>[0]) => {
  const documents = new Map<string, EndingLicense>();
  for (const event of recorded(events)) foldInto(viewOf(endingLicenses), documents, event);
  return [...documents.values()];
};

test('only six-month licenses have reminders, until they have a successor', () => {
  const license = { license_id, brand_id: 'brand-1', title: 'Harbour at dawn', end_date: end, next: 45 };
  expect(ending(granted())).toEqual([license]);
  expect(ending(granted({ license_type: 'one_time' }), granted({ license_type: 'perpetual', end_date: null }))).toEqual(
    [],
  );
  const later = '2027-11-16T10:00:00.000Z';
  const renewal = { license_id: 'license-2', end_date: later, basis: { kind: 'renewal', license_id } } as const;
  expect(ending(granted(), granted(renewal))).toEqual([{ ...license, license_id: 'license-2', end_date: later }]);
  const upgrade = { license_id: 'license-3', end_date: null, basis: { kind: 'upgrade', license_id } } as const;
  expect(ending(granted(), granted({ ...upgrade, license_type: 'perpetual' }))).toEqual([]);
});

test('each reminder is followed by the next, and the last by none', () => {
  const outcomes = ([45, 14, 0] as const).map((days) => [
    reminderSent.of({ license_id, brand_id: 'brand-1', days }),
    reminderNotSent.of({ license_id, brand_id: 'brand-1', days, reason: 'refused' }),
  ]);
  for (const [index, next] of [14, 0].entries()) {
    for (const outcome of outcomes[index]!) expect(ending(granted(), outcome)).toMatchObject([{ license_id, next }]);
  }
  for (const outcome of outcomes[2]!) expect(ending(granted(), outcome)).toEqual([]);
  for (const outcome of outcomes[0]!) expect(ending(outcome)).toEqual([]);
});

test('a license of another type, or without an end, never waits for a reminder', () => {
  const touchedBy = (change: Partial<LicenseGrantedData>) =>
    recorded([granted(change)]).flatMap((event) =>
      foldInto(viewOf(endingLicenses), new Map<string, EndingLicense>(), event),
    );
  expect(touchedBy({ license_type: 'one_time' })).toEqual([]);
  expect(touchedBy({})).toEqual([license_id]);
  expect(ending(granted({ license_type: 'one_time' }))).toEqual([]);
  expect(ending(granted({ end_date: null }))).toEqual([]);
});

test('however often and however late reminders are checked, each is sent at most once, in order, and never early', () => {
  const looks = fc.array(fc.integer({ min: -200, max: 20 }), { maxLength: 60 });
  fc.assert(
    fc.property(looks, fc.boolean(), (days, isSent) => {
      const sent: ReminderDays[] = [];
      const documents = new Map<string, EndingLicense>();
      const [born] = recorded([granted()]);
      foldInto(viewOf(endingLicenses), documents, born!);
      for (const day of [...days].sort((one, other) => one - other)) {
        const license = documents.get(license_id);
        if (!license) break;
        const due = dueReminder(license.end_date, license.next, at(-day));
        if (due === null) continue;
        if (due !== 'too late') {
          expect(at(-day)).toBeGreaterThanOrEqual(Date.parse(reminderDueAt(end, due)));
          sent.push(due);
        }
        const outcome = { license_id, brand_id: 'brand-1', days: due === 'too late' ? 0 : due } as const;
        const [event] = recorded([
          isSent ? reminderSent.of(outcome) : reminderNotSent.of({ ...outcome, reason: 'refused' }),
        ]);
        foldInto(viewOf(endingLicenses), documents, event!);
      }
      expect(sent).toEqual([...new Set(sent)].sort((one, other) => other - one));
    }),
  );
});
