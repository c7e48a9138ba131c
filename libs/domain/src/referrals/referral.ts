import { assertNever } from '../kernel/decider.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { sharedIdentifierLabels } from '../invitation.ts';
import type { Arrival, SharedIdentifier } from '../invitation.ts';

export const defaultConversion = 'signup';
/** The source of a referral that is recorded when a creator signs up. */
export const signUpSource = 'signup';
export const defaultSource = 'unknown';

/** A referral is pending while it is held for a decision, and cancelled if it was rejected. */
export const referralStatuses = ['completed', 'pending', 'cancelled'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

interface OfReferral {
  readonly referral_id: string;
  readonly referrer_id: string;
  readonly referred_user_id: string;
}

export interface ReferralRecordedData extends OfReferral {
  readonly referral_code: string;
  readonly conversion_type: string;
  readonly source: string;
  /** How the referred creator got the code. */
  readonly arrival: Arrival;
  readonly status: Exclude<ReferralStatus, 'cancelled'>;
  /** Why a pending referral is held: what both accounts share. */
  readonly held_for: SharedIdentifier | null;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A referral in its current state. */
export interface Referral extends Omit<ReferralRecordedData, 'status'> {
  readonly status: ReferralStatus;
  /** When an admin approved or rejected it, ISO 8601; null if it was never held, or still is. */
  readonly decided_at: string | null;
}

export interface ReferralDecidedData extends OfReferral {
  /** In the admin's words, which the referrer reads; they may name people. */
  readonly reason: string;
}

export const missingReferral = defineFailure(
  'missing_referral_information',
  'Missing referral information',
  'Missing referral information',
);
export const ownReferral = defineFailure(
  'own_referral_code',
  'Own referral code',
  'You can’t use your own referral code.',
);

export const referralNotFound = defineFailure(
  'referral_not_found',
  'Referral not found',
  'There’s no such referral. Reload the list.',
);
export const referralNotHeld = defineFailure(
  'referral_not_held',
  'Referral already decided',
  'Someone has already decided on this referral. Reload the list to see the decision.',
);

export const referralRecorded = defineEvent<ReferralRecordedData>()('ReferralRecorded', {
  audit: ({ referred_user_id, referrer_id, referral_code, status, held_for }) =>
    `Creator ${referred_user_id} was referred by creator ${referrer_id} with the code ${referral_code}` +
    (status === 'pending'
      ? `; it is held${held_for ? `: both have the same ${sharedIdentifierLabels[held_for]}` : ''}.`
      : '.'),
});

const personalOfDecided = { account: (data: ReferralDecidedData) => data.referrer_id, fields: ['reason'] as const };

export const referralApproved = defineEvent<ReferralDecidedData>()('ReferralApproved', {
  personal: personalOfDecided,
  audit: (data) => `The referral of creator ${data.referred_user_id} by creator ${data.referrer_id} was approved.`,
});
export const referralRejected = defineEvent<ReferralDecidedData>()('ReferralRejected', {
  personal: personalOfDecided,
  audit: (data) => `The referral of creator ${data.referred_user_id} by creator ${data.referrer_id} was rejected.`,
});

const referralEvents = [referralRecorded, referralApproved, referralRejected] as const;
export type ReferralEvent = EventOf<(typeof referralEvents)[number]>;

export interface RecordReferral extends Pick<
  ReferralRecordedData,
  'referral_id' | 'referred_user_id' | 'arrival' | 'held_for' | 'created_at'
> {
  readonly kind: 'record';
  readonly referrer_id: string | null;
  readonly referral_code: string | null;
  readonly conversion_type?: string;
  readonly source?: string;
}

/** An admin's decision on a held referral. */
export interface DecideReferral {
  readonly kind: 'approve' | 'reject';
  readonly reason: string;
}

interface Recorded extends OfReferral {
  readonly status: ReferralStatus;
  /** The reason for the decision; null until there is one, and without the referrer's key. */
  readonly reason: string | null;
}
export type ReferralState = { readonly status: 'none' } | Recorded;

const referralOf = ({ referral_id, referrer_id, referred_user_id }: OfReferral): OfReferral => ({
  referral_id,
  referrer_id,
  referred_user_id,
});

const record = (command: RecordReferral, state: ReferralState): Decision<ReferralEvent> => {
  const { referrer_id, referral_code, referred_user_id, referral_id, arrival, held_for, created_at } = command;
  if (!referrer_id || !referral_code) return missingReferral();
  if (referrer_id === referred_user_id) return ownReferral();
  if (state.status !== 'none') return [];
  return [
    referralRecorded.of({
      referral_id,
      referrer_id,
      referred_user_id,
      referral_code,
      conversion_type: command.conversion_type ?? defaultConversion,
      source: command.source ?? defaultSource,
      arrival,
      status: held_for ? 'pending' : 'completed',
      held_for,
      created_at,
    }),
  ];
};

/** The status that results from each decision. */
export const statusAfter = { approve: 'completed', reject: 'cancelled' } as const;
const eventOf = { approve: referralApproved, reject: referralRejected } as const;

const decideHeld = ({ kind, reason }: DecideReferral, state: ReferralState): Decision<ReferralEvent> => {
  if (state.status === 'none') return referralNotFound();
  if (state.status === 'pending') return [eventOf[kind].of({ ...referralOf(state), reason })];
  return state.status === statusAfter[kind] ? [] : referralNotHeld();
};

/** The referral of one account. Its stream has the account's id, so that it is recorded once. */
export const referral: Decider<ReferralState, RecordReferral | DecideReferral, ReferralEvent> = {
  category: 'referral',
  events: referralEvents,
  initial: { status: 'none' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'ReferralRecorded':
        return { ...referralOf(event.data), status: event.data.status, reason: null };
      case 'ReferralApproved':
        return { ...referralOf(event.data), status: statusAfter.approve, reason: event.data.reason };
      case 'ReferralRejected':
        return { ...referralOf(event.data), status: statusAfter.reject, reason: event.data.reason };
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => (command.kind === 'record' ? record(command, state) : decideHeld(command, state)),
};
