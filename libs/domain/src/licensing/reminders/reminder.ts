import type { Decider } from '../../kernel/decider.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOf } from '../../kernel/event.ts';
import { undelivered } from '../../undelivered.ts';
import type { MailOutcome, Undelivered } from '../../undelivered.ts';
import { dayMs } from '../term.ts';

/** How many days before the end of a six-month license its brand is reminded. */
export const reminderDays = [45, 14, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** How long after the end a reminder may still be sent. */
export const lateMaxDays = 7;

const instant = (endDate: string, daysBefore: number) => Date.parse(endDate) - daysBefore * dayMs;

/** When a reminder falls due: ISO 8601. */
export const reminderDueAt = (endDate: string, days: ReminderDays) => new Date(instant(endDate, days)).toISOString();

/** The reminder that follows a settled one; null after the last. */
export const nextReminder = (days: ReminderDays): ReminderDays | null =>
  reminderDays.find((each) => each < days) ?? null;

/**
 * The reminder to send at an instant (ms since 1970) if `next` is the first that isn't settled: the latest one that is due,
 * because earlier ones would add nothing to it.
 */
export const dueReminder = (endDate: string, next: ReminderDays, now: number): ReminderDays | 'too late' | null => {
  if (now > instant(endDate, -lateMaxDays)) return 'too late';
  return reminderDays.findLast((days) => days <= next && instant(endDate, days) <= now) ?? null;
};

interface OfReminder {
  readonly license_id: string;
  /** The brand that holds the license; null in version 1 of the event. */
  readonly brand_id: string | null;
  /** Days before the end of the license. */
  readonly days: ReminderDays;
}

/** The event that granted the license names its brand. */
const withoutBrand = (data: Record<string, unknown>) => ({ ...data, brand_id: null });

const which = ({ days }: OfReminder) => (days === 0 ? 'of the end of the license' : `${days} days before the end`);

export const reminderSent = defineEvent<OfReminder>()('ReminderSent', {
  version: 2,
  upcasts: { 1: withoutBrand },
  audit: (data) => `The reminder ${which(data)} was handed to the mail server.`,
});
export const reminderNotSent = defineEvent<OfReminder & { readonly reason: Undelivered }>()('ReminderNotSent', {
  version: 2,
  upcasts: { 1: withoutBrand },
  audit: (data) => `The reminder ${which(data)} was not sent: ${undelivered[data.reason]}.`,
});

const reminderEvents = [reminderSent, reminderNotSent] as const;
export type ReminderEvent = EventOf<(typeof reminderEvents)[number]>;

interface RecordReminder {
  readonly kind: 'record-reminder';
  readonly license_id: string;
  readonly brand_id: string;
  readonly days: ReminderDays;
  readonly outcome: MailOutcome;
}

export type ReminderState = { readonly status: 'none' } | { readonly status: 'reminded'; readonly days: ReminderDays };

/** Whether this reminder, or a later one, is settled. */
export const isReminded = (state: ReminderState, days: ReminderDays) =>
  state.status === 'reminded' && state.days <= days;

/** What became of a license's reminders. Its id is the license's. */
export const reminder: Decider<ReminderState, RecordReminder, ReminderEvent> = {
  category: 'reminder',
  events: reminderEvents,
  initial: { status: 'none' },
  evolve: (_state, { data: { days } }) => ({ status: 'reminded', days }),
  decide: ({ license_id, brand_id, days, outcome }, state) => {
    if (isReminded(state, days)) return [];
    if (outcome === 'sent') return [reminderSent.of({ license_id, brand_id, days })];
    return [reminderNotSent.of({ license_id, brand_id, days, reason: outcome })];
  },
};
