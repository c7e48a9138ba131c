import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';
import { sharedMarkWords } from '../invitation.ts';
import type { Arrival, SharedMark } from '../invitation.ts';

export const defaultConversion = 'signup';
/** A referral that is recorded as a creator signs up. */
export const signUpSource = 'signup';
export const defaultSource = 'unknown';

export interface ReferralRecordedData {
  readonly referral_id: string;
  readonly referrer_id: string;
  readonly referred_user_id: string;
  readonly referral_code: string;
  readonly conversion_type: string;
  readonly source: string;
  /** How the code came to the one who signed up. */
  readonly arrival: Arrival;
  readonly status: 'completed' | 'pending';
  /** What a pending referral waits for a decision about. */
  readonly held_for: SharedMark | null;
  /** ISO 8601. */
  readonly created_at: string;
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

export const referralRecorded = defineEvent<ReferralRecordedData>()('ReferralRecorded', {
  audit: ({ referred_user_id, referrer_id, referral_code, status, held_for }) =>
    `Creator ${referred_user_id} was referred by creator ${referrer_id} with the code ${referral_code}` +
    (status === 'pending'
      ? `; it is held${held_for ? `: both have the same ${sharedMarkWords[held_for]}` : ''}.`
      : '.'),
});

const referralEvents = [referralRecorded] as const;
export type ReferralEvent = EventOf<(typeof referralEvents)[number]>;

export interface RecordReferral {
  readonly kind: 'record';
  readonly referral_id: string;
  readonly referrer_id: string | null;
  readonly referred_user_id: string;
  readonly referral_code: string | null;
  readonly conversion_type?: string;
  readonly source?: string;
  readonly arrival: Arrival;
  readonly held_for: SharedMark | null;
  readonly created_at: string;
}

export type ReferralState = { readonly status: 'none' } | { readonly status: ReferralRecordedData['status'] };

/** How one account came to be referred: its stream bears the account's id, so that it is recorded once. */
export const referral: Decider<ReferralState, RecordReferral, ReferralEvent> = {
  category: 'referral',
  events: referralEvents,
  initial: { status: 'none' },
  evolve: (_state, event) => ({ status: event.data.status }),
  decide: (command, state) => {
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
  },
};
