import { changes, defineView, on } from '../kernel/view.ts';
import { referralApproved, referralRecorded, referralRejected, statusAfter } from './referral.ts';
import type { ReferralDecidedData, ReferralRecordedData, ReferralStatus } from './referral.ts';
import { referralRow } from './row.ts';

const latestKept = 20;

export interface ReferralMetrics {
  readonly total_referrals: number;
  readonly successful_conversions: number;
  readonly pending_conversions: number;
}

/** A creator's referrals: figures over all time, and the latest referrals. */
export interface CreatorReferrals extends ReferralMetrics {
  readonly creator_id: string;
  /** Newest first, at most 20. */
  readonly latest: readonly ReturnType<typeof referralRow>[];
}

export const noReferrals = (creator_id: string): CreatorReferrals => ({
  creator_id,
  total_referrals: 0,
  successful_conversions: 0,
  pending_conversions: 0,
  latest: [],
});

const withReferral = (before: CreatorReferrals, data: ReferralRecordedData): CreatorReferrals => ({
  ...before,
  total_referrals: before.total_referrals + 1,
  successful_conversions: before.successful_conversions + (data.status === 'completed' ? 1 : 0),
  pending_conversions: before.pending_conversions + (data.status === 'pending' ? 1 : 0),
  latest: [referralRow({ ...data, decided_at: null }), ...before.latest].slice(0, latestKept),
});

const withDecision = (
  before: CreatorReferrals,
  { referral_id }: ReferralDecidedData,
  status: ReferralStatus,
  decided_at: string,
): CreatorReferrals => ({
  ...before,
  successful_conversions: before.successful_conversions + (status === 'completed' ? 1 : 0),
  pending_conversions: before.pending_conversions - 1,
  latest: before.latest.map((row) => (row.id === referral_id ? { ...row, status, decided_at } : row)),
});

export const metricsOf = ({
  total_referrals,
  successful_conversions,
  pending_conversions,
}: ReferralMetrics): ReferralMetrics => ({ total_referrals, successful_conversions, pending_conversions });

/** By referrer. */
export const referrals = defineView<CreatorReferrals>({
  name: 'referrals',
  version: 3,
  on: [
    on(referralRecorded, 'referrer_id', (before, data): CreatorReferrals =>
      withReferral(before ?? noReferrals(data.referrer_id), data),
    ),
    changes(referralApproved, 'referrer_id', (before, data, event) =>
      withDecision(before, data, statusAfter.approve, event.recordedAt),
    ),
    changes(referralRejected, 'referrer_id', (before, data, event) =>
      withDecision(before, data, statusAfter.reject, event.recordedAt),
    ),
  ],
  live: { mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId },
});
