import type { SharedMark } from '../invitation.ts';
import type { ReferralCodeCreatedData } from './referral-code.ts';
import type { ReferralRecordedData } from './referral.ts';

/** A code in the field names of the wire. */
export interface ReferralCodeRow {
  readonly id: string;
  readonly creator_id: string;
  readonly code: string;
  readonly description: string | null;
  readonly created_at: string;
}

export const referralCodeRow = ({ code_id, ...code }: ReferralCodeCreatedData): ReferralCodeRow => ({
  id: code_id,
  creator_id: code.creator_id,
  code: code.code,
  description: code.description,
  created_at: code.created_at,
});

/** A referral as its referrer sees it. */
export interface ReferralRow {
  readonly id: string;
  readonly referrer_id: string;
  readonly referred_user_id: string;
  readonly referral_code: string;
  readonly conversion_type: string;
  readonly source: string;
  readonly arrival: string;
  readonly status: string;
  /** What the two have in common, for which it is held; the account that it is held against is not told. */
  readonly held_for: SharedMark | null;
  readonly created_at: string;
}

export const referralRow = (referral: ReferralRecordedData): ReferralRow => ({
  id: referral.referral_id,
  referrer_id: referral.referrer_id,
  referred_user_id: referral.referred_user_id,
  referral_code: referral.referral_code,
  conversion_type: referral.conversion_type,
  source: referral.source,
  arrival: referral.arrival,
  status: referral.status,
  held_for: referral.held_for,
  created_at: referral.created_at,
});

export const referralStatuses = ['completed', 'pending', 'cancelled'] as const;

/** What a status is called: capitalized, including one that isn't known. */
export const statusLabel = (status: string) => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
