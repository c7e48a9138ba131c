import type { ReferralCodeCreatedData } from './referral-code.ts';
import type { Referral } from './referral.ts';

/** A code as its creator sees it. */
export const referralCodeRow = ({ code_id, ...code }: ReferralCodeCreatedData) => ({
  id: code_id,
  creator_id: code.creator_id,
  code: code.code,
  description: code.description,
  created_at: code.created_at,
});

/** A referral as its referrer sees it. */
export const referralRow = (referral: Referral) => ({
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
  decided_at: referral.decided_at,
});

/** A label for any status, even an unknown one: capitalized, with spaces. */
export const statusLabel = (status: string) => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
