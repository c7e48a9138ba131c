import { assertNever } from '../../kernel/decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { defineEvent } from '../../kernel/event.ts';
import type { EventOf } from '../../kernel/event.ts';
import { daysLater } from '../../ledger.ts';
import { formatUsd } from '../../money.ts';
import type { Cents } from '../../money.ts';

/** How long before the last day of the promise the operator is alerted. */
export const alertedDaysBefore = 3;

/** The last of the days, `yyyy-mm-dd`, that are urgent on a day. */
export const urgentUntil = (day: string) => daysLater(day, alertedDaysBefore);

/** What has to reach creators within a few days, or should have. Without what is carried over. */
export interface Urgent {
  /** The first of their last days, `yyyy-mm-dd` in UTC. */
  readonly by: string;
  readonly creators: number;
  readonly cents: Cents;
}

interface OfAlert {
  /** The id of the only stream. */
  readonly alert_id: string;
}

export interface PayoutsUrgentData extends OfAlert, Urgent {
  /** When it was found, `yyyy-mm-dd` in UTC. */
  readonly day: string;
}

const people = (count: number) => (count === 1 ? '1 creator' : `${count} creators`);

export const payoutsUrgent = defineEvent<PayoutsUrgentData>()('PayoutsUrgent', {
  audit: ({ by, creators, cents }) =>
    `The operator was alerted: ${formatUsd(cents)} to ${people(creators)} has to be paid, the first of it by ${by}.`,
});
export const payoutsInTime = defineEvent<OfAlert>()('PayoutsInTime', {
  audit: () => 'No payout is close to its last day anymore.',
});

const alertEvents = [payoutsUrgent, payoutsInTime] as const;
type AlertEvent = EventOf<(typeof alertEvents)[number]>;

export interface ReportUrgent {
  readonly kind: 'report';
  readonly day: string;
  /** Null if nothing is urgent. */
  readonly urgent: Urgent | null;
}

export const payoutAlertId = 'all';

/** Alerts the operator once a day while anything is urgent. */
export const payoutAlert: Decider<PayoutsUrgentData | null, ReportUrgent, AlertEvent> = {
  category: 'payoutAlert',
  events: alertEvents,
  initial: null,
  evolve: (_state, event) => {
    switch (event.type) {
      case 'PayoutsUrgent':
        return event.data;
      case 'PayoutsInTime':
        return null;
      default:
        return assertNever(event);
    }
  },
  decide: ({ day, urgent }, state) => {
    const alert_id = payoutAlertId;
    if (!urgent) return state ? [payoutsInTime.of({ alert_id })] : [];
    return state?.day === day ? [] : [payoutsUrgent.of({ alert_id, day, ...urgent })];
  },
};
